// npm run fuzz: hostile requests against every route, from one seed to the next, until the time is over.
// npm run fuzz -- --minutes 10 --seed 7
import './lib/check-node.mjs'
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { checkBuild } from './lib/checks.mjs'
import { install } from './lib/install.mjs'
import { inRepository } from './lib/root.mjs'

const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } })
const minutes = values.minutes ?? '5'
// Another one each day, unless one is given: the report of a failure says which it was.
const seed = values.seed ?? String(Math.floor(Date.now() / 86_400_000))

await install('test')
await checkBuild()
process.stdout.write(`Trying hostile requests for ${minutes} minutes, from the seed ${seed} on.\n`)
const { status } = spawnSync(inRepository('node_modules', '.bin', 'vitest'), ['run', 'no-input-breaks-a-route'], {
  cwd: inRepository('server'),
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, TILL_FUZZ_MINUTES: minutes, TILL_FUZZ_SEED: seed },
})
process.exitCode = status ?? 1
