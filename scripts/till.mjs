// npm run till -- COMMAND: the command line from a clone.
import './lib/check-node.mjs'
import { runTill } from './lib/run.mjs'

await runTill(process.argv.slice(2))
