// npm start: everything from a fresh clone to a serving Till.
import './lib/check-node.mjs'
import { runTill } from './lib/run.mjs'

await runTill(['start', ...process.argv.slice(2)])
