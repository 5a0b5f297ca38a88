import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { silentLog } from '../log.ts'
import { Loop } from './loop.ts'

async function roundsThatThrow(code: string): Promise<string[]> {
  const messages: string[] = []
  const log = { ...silentLog, error: (_: object, message: string) => messages.push(message) }
  let rounds = 0
  const loop = new Loop(1, log, async () => {
    rounds += 1
    throw Object.assign(new Error(code), { code })
  })
  loop.start()
  await expect.poll(() => rounds).toBeGreaterThan(1)
  await loop.stop()
  return messages
}

it('goes on after a failure; one that may come every time is logged, a database that is away is not', async () => {
  expect(await roundsThatThrow('57014')).toContain('work in the background failed')
  expect(await roundsThatThrow('ECONNREFUSED')).toEqual([])
})

it('tells a round that takes long that it should end', async () => {
  let steps = 0
  const loop = new Loop(1, silentLog, async (stop) => {
    while (!stop.aborted) {
      steps += 1
      await sleep(1)
    }
  })
  loop.start()
  await expect.poll(() => steps).toBeGreaterThan(2)
  await loop.stop()
  const end = steps
  await sleep(20)
  expect(steps).toBe(end)
})
