// npm run bench: Till's speed beside two floors, on a database of its own. npm run bench -- --help says more.
import './lib/check-node.mjs'
import { pathToFileURL } from 'node:url'
import { install } from './lib/install.mjs'
import { inRepository } from './lib/root.mjs'
import { buildOrGiveUp } from './lib/run.mjs'

await install('start')
await buildOrGiveUp()

const sources = inRepository('server', 'bench')
// Beside the server's own bundle, where packages are found.
const outdir = inRepository('server', 'dist', 'bench')
const entryPoints = ['main.ts', 'load/generator.ts', 'floor/bare.ts', 'floor/plain/server.ts', 'webhooks/receiver.ts']
const { build, stop } = await import('esbuild')
await build({
  entryPoints: entryPoints.map((file) => `${sources}/${file}`),
  outdir,
  outbase: sources,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  // Ours are sources, which Node does not read by itself.
  alias: {
    '@till/money': inRepository('packages', 'money', 'src', 'money.ts'),
    '@till/ui/accent': inRepository('packages', 'ui', 'src', 'accent.ts'),
    '@till/ui/bones': inRepository('packages', 'ui', 'src', 'bones.ts'),
    '@till/ui/links': inRepository('packages', 'ui', 'src', 'links.ts'),
    '@till/words': inRepository('packages', 'words', 'src', 'index.ts'),
    '@till/words/de': inRepository('packages', 'words', 'src', 'de.ts'),
    '@till/words/en': inRepository('packages', 'words', 'src', 'en.ts'),
  },
  sourcemap: 'linked',
  logLevel: 'warning',
})
await stop()

const { bench } = await import(pathToFileURL(`${outdir}/main.js`).href)
process.exitCode = await bench(process.argv.slice(2), {
  till: [inRepository('scripts', 'start.mjs')],
  cli: [inRepository('scripts', 'till.mjs')],
  generator: `${outdir}/load/generator.js`,
  bare: `${outdir}/floor/bare.js`,
  plain: `${outdir}/floor/plain/server.js`,
  receiver: `${outdir}/webhooks/receiver.js`,
})
