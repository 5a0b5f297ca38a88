import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { alone } from './lock.mjs'
import { DRIVER_FILE, mendDriver } from './mend-driver.mjs'
import { inRepository } from './root.mjs'
import { say, seconds } from './terminal.mjs'

const server = inRepository('server', 'dist', 'till.js')
const stampFile = inRepository('server', 'dist', '.build')
const pages = ['checkout', 'embed', 'invitation', 'store']

export class BuildFailed extends Error {}

/** Builds the server and the pages, unless the sources are those of the last build. */
export async function build({ force = false } = {}) {
  if (!force && isFresh()) return server
  await alone(async () => {
    if (!force && isFresh()) return
    const since = performance.now()
    // Taken before building: a file saved meanwhile makes the next start build again.
    const state = sources()
    const { build, stop } = await import('esbuild')
    try {
      const results = await Promise.all(
        [serverOptions(), ...pages.flatMap(pageOptions)].map((options) => build(options)),
      )
      for (const { outputFiles } of results) outputFiles.forEach(writeWhole)
      for (const { outputFiles } of results.slice(1)) compress(outputFiles)
    } catch (error) {
      if (!Array.isArray(error.errors)) throw error
      // esbuild has printed file, line and reason of each.
      throw new BuildFailed('The build failed.')
    } finally {
      await stop()
    }
    writeFileSync(stampFile, state)
    say(`Built in ${seconds(since)}`)
  })
  return server
}

function serverOptions() {
  return {
    ...common,
    entryPoints: [inRepository('server', 'src', 'cli', 'till.ts')],
    // What few need, such as a payment processor's library, lies beside it and is read when it is asked for. Old parts
    // stay: a process that runs may still ask for one.
    outdir: dirname(server),
    splitting: true,
    chunkNames: 'parts/[name]-[hash]',
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked',
    // CommonJS packages inside the bundle call require, which a module does not have.
    banner: {
      js: "import { createRequire as bundleRequire } from 'node:module'; const require = bundleRequire(import.meta.url);",
    },
    // A program of its own.
    external: ['esbuild'],
    plugins: [mendedDriver],
  }
}

const mendedDriver = {
  name: 'mended-driver',
  setup: ({ onLoad }) =>
    onLoad({ filter: DRIVER_FILE }, ({ path }) => ({ contents: mendDriver(readFileSync(path, 'utf8')) })),
}

function pageOptions(name) {
  const folder = inRepository('web', name)
  if (!hasSources(name)) {
    say(`web/${name} has no sources yet, and is left out`)
    return []
  }
  const entryPoints = [entryOf(folder)]
  return [
    {
      ...common,
      entryPoints,
      outdir: join(folder, 'dist'),
      // What only some need, such as another language, is a file of its own.
      splitting: true,
      chunkNames: '[name]-[hash]',
      target: 'es2022',
      minify: true,
      jsx: 'automatic',
      jsxImportSource: 'preact',
      // On other people's pages it is a plain script, which leaves nothing but its own name behind.
      ...(name === 'embed' && { format: 'iife', splitting: false }),
    },
  ]
}

/** A page that the server writes itself has a style sheet only. */
function entryOf(folder) {
  return ['main.tsx', 'main.ts', 'main.css'].map((name) => join(folder, 'src', name)).find((file) => existsSync(file))
}

function resultOf(folder) {
  return join(folder, 'dist', entryOf(folder).endsWith('.css') ? 'main.css' : 'main.js')
}

function hasSources(name) {
  return existsSync(inRepository('web', name, 'src'))
}

const common = { bundle: true, format: 'esm', write: false, logLevel: 'warning', absWorkingDir: inRepository() }

/** Pages are sent as they lie here: packed once, as small as it gets. What is left of earlier builds goes. */
function compress(files) {
  for (const { path, contents } of files) {
    writeWhole({ path: `${path}.gz`, contents: gzipSync(contents, { level: 9 }) })
    writeWhole({ path: `${path}.br`, contents: brotliCompressSync(contents) })
  }
  const kept = new Set(files.flatMap(({ path }) => [path, `${path}.gz`, `${path}.br`]))
  const [folder] = files.map(({ path }) => dirname(path))
  for (const file of filesBelow(folder)) if (!kept.has(file)) rmSync(file)
}

/** A process that starts during a build sees the old file or the new one, never half of one. */
function writeWhole({ path, contents }) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, contents)
  renameSync(`${path}.new`, path)
}

function isFresh() {
  const results = [stampFile, server, ...pages.filter(hasSources).map((name) => resultOf(inRepository('web', name)))]
  return results.every((file) => existsSync(file)) && readFileSync(stampFile, 'utf8') === sources()
}

/** By content, not by date: a checkout of another branch and back needs no build. */
function sources() {
  const hash = createHash('sha256')
  const files = [
    ...['package-lock.json', 'server/package.json', 'scripts/lib/build.mjs', 'scripts/lib/mend-driver.mjs'].map(
      (file) => inRepository(file),
    ),
    ...filesBelow(inRepository('server', 'src')),
    ...['packages', 'web'].flatMap((place) =>
      readdirSync(inRepository(place)).flatMap((name) => filesBelow(inRepository(place, name, 'src'))),
    ),
  ]
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function filesBelow(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
