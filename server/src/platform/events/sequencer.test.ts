import { expect, it } from 'vitest'
import { silentLog } from '../log.ts'
import type { Sql } from '../postgres/pool.ts'
import { Sequencer } from './sequencer.ts'

it('stops after the batch that is under way, however much is left', async () => {
  let batches = 0
  const endless = async () => {
    batches += 1
    await new Promise(setImmediate)
    return [{ numbered: 2000, endpoints: [] }]
  }
  const sequencer = new Sequencer(endless as unknown as Sql, silentLog)
  sequencer.poke()
  await expect.poll(() => batches).toBeGreaterThan(1)
  await sequencer.stop()
  const end = batches
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(batches).toBe(end)
})
