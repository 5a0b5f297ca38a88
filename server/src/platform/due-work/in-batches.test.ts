import { expect, it } from 'vitest'
import { inBatches, untilDone } from './in-batches.ts'

it('goes on while batches are full, and steps find something to do', async () => {
  const batches = [3, 3, 2, 3]
  await inBatches(async () => batches.shift() ?? 0, undefined, 3)
  expect(batches).toEqual([3])
  const steps = [true, true, false, true]
  await untilDone(async () => steps.shift() ?? false)
  expect(steps).toEqual([true])
})

it('ends after the one that is under way when the server stops, and begins none afterwards', async () => {
  const server = new AbortController()
  let done = 0
  const work = async () => {
    done += 1
    if (done === 2) server.abort()
    return done
  }
  await untilDone(async () => (await work()) > 0, server.signal)
  expect(done).toBe(2)
  await untilDone(async () => (await work()) > 0, server.signal)
  await inBatches(work, server.signal, 3)
  expect(done).toBe(2)
})
