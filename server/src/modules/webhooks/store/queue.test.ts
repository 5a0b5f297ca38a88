import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeOrganization } from '../../../../test/support/factories.ts'
import { makeProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { stopWithCleanBooks } from '../../../../test/support/verify.ts'
import { makeEndpoint } from '../../../../test/support/webhook-factories.ts'
import { systemClock } from '../../../kernel/time.ts'
import { type Finished, type Taken, work } from './queue.ts'

let till: TestTill
// Nobody sends anything here but the tests.
beforeAll(async () => {
  till = await startTill({ role: 'api' })
})
afterAll(() => stopWithCleanBooks(till))

const step = (finished: readonly Finished[], endpointId: string, now = new Date()) =>
  work({ sql: till.sql, clock: systemClock }, finished, [{ endpointId, room: 20 }], 20, now)

const ended = ({ position, endpointId, number }: Taken, httpCode: number, status: Finished['status']): Finished => ({
  position,
  endpointId,
  number,
  startedAt: new Date(),
  milliseconds: 1,
  httpCode,
  failure: null,
  answer: '',
  status,
  nextAttemptAt: status === 'pending' ? new Date(Date.now() + 5000) : null,
  passesAt: null,
  isGone: false,
})

/** A delivery that two have taken, because the first was slower than its lease. */
async function takenTwice(): Promise<{ first: Taken; second: Taken; endpointId: string }> {
  const { id: shop } = await makeOrganization(till)
  const { id: endpointId } = await makeEndpoint(till, shop)
  await makeProduct(till, shop)
  await expect.poll(() => till.sql`select from webhook_queue where endpoint_id = ${endpointId}`).toHaveLength(1)
  const [first] = await step([], endpointId)
  expect(await step([], endpointId)).toEqual([])
  const [second] = await step([], endpointId, new Date(Date.now() + 60_000))
  if (!first || !second) throw new Error('nothing was taken')
  return { first, second, endpointId }
}

const statusOf = async ({ position }: Taken) => {
  const [row] = await till.sql`
    select d.status, q.position is not null as queued from webhook_deliveries d
    left join webhook_queue q on q.position = d.position where d.position = ${position}`
  return row
}

it('a delivery is taken again when its lease has ended, and that is another attempt', async () => {
  const { first, second } = await takenTwice()
  expect([first.number, second.number, second.position]).toEqual([1, 2, first.position])
})

it('a success counts, also of somebody who was slower than their lease', async () => {
  const { first, second, endpointId } = await takenTwice()
  await step([ended(first, 200, 'succeeded')], endpointId)
  expect(await statusOf(first)).toEqual({ status: 'succeeded', queued: false })
  await step([ended(second, 500, 'pending')], endpointId)
  expect(await statusOf(first)).toEqual({ status: 'succeeded', queued: false })
})

it('also after it was given up on', async () => {
  const { first, second, endpointId } = await takenTwice()
  await step([ended(second, 500, 'failed')], endpointId)
  expect(await statusOf(first)).toEqual({ status: 'failed', queued: false })
  await step([ended(first, 200, 'succeeded')], endpointId)
  expect(await statusOf(first)).toEqual({ status: 'succeeded', queued: false })
})

it('a failure of somebody who was slower than their lease does not', async () => {
  const { first, second, endpointId } = await takenTwice()
  await step([ended(first, 500, 'failed')], endpointId)
  expect(await statusOf(first)).toEqual({ status: 'pending', queued: true })
  await step([ended(second, 200, 'succeeded')], endpointId)
  expect(await statusOf(first)).toEqual({ status: 'succeeded', queued: false })
})

it('both told at once: the success counts', async () => {
  const { first, second, endpointId } = await takenTwice()
  await step([ended(second, 500, 'pending'), ended(first, 200, 'succeeded')], endpointId)
  expect(await statusOf(first)).toEqual({ status: 'succeeded', queued: false })
})
