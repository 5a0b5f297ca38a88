// npm run build: builds even if nothing has changed.
import './lib/check-node.mjs'
import { build } from './lib/build.mjs'
import { install } from './lib/install.mjs'

await install('start')
await build({ force: true })
