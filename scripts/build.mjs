// npm run build: builds even if nothing has changed.
import './lib/check-node.mjs'
import { install } from './lib/install.mjs'
import { buildOrGiveUp } from './lib/run.mjs'

await install('start')
await buildOrGiveUp({ force: true })
