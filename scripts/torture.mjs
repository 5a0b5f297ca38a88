// npm run torture: kills Till and its Postgres under load, and then looks into the books.
// npm run torture -- --help says more.
import './lib/check-node.mjs'
import { pathToFileURL } from 'node:url'
import { install } from './lib/install.mjs'
import { inRepository } from './lib/root.mjs'
import { buildOrGiveUp } from './lib/run.mjs'

await install('start')
await buildOrGiveUp()

// Beside the server's own bundle, where packages are found.
const outfile = inRepository('server', 'dist', 'torture', 'main.js')
const { build, stop } = await import('esbuild')
await build({
  entryPoints: [inRepository('server', 'torture', 'main.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  sourcemap: 'linked',
  logLevel: 'warning',
})
await stop()

const { torture } = await import(pathToFileURL(outfile).href)
const programs = { till: [inRepository('scripts', 'start.mjs')], cli: [inRepository('scripts', 'till.mjs')] }
process.exitCode = await torture(process.argv.slice(2), programs, (line) => process.stdout.write(`${line}\n`))
