import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leftOut } from '../support/existing-sdk-calls.ts'
import { type ExistingSdks, existingSdks, nothingAnswered, SDK_VERSIONS } from '../support/existing-sdks.ts'
import { makeOrganization, makeToken } from '../support/factories.ts'
import { type FlakyTill, startFlakyTill } from '../support/flaky-sandbox.ts'
import { keyOf, sellWithKey } from '../support/refund-factories.ts'

let till: FlakyTill
let shop: string
let sdks: ExistingSdks
const answered = nothingAnswered()
beforeAll(async () => {
  till = await startFlakyTill()
  shop = (await makeOrganization(till)).id
  sdks = existingSdks(till, await makeToken(till, shop), answered)
})
afterAll(() => till.stop())

/** The older clients know nothing of refunds. */
describe.each(['v022', 'v026'] as const)('the existing client %s', (version) => {
  const sdk = () => sdks[version]

  it('refunds in parts, takes the key back, and reads the order', async () => {
    const order = await sellWithKey(till, shop)
    const part = await sdk().refunds.create({ orderId: order.id, amount: 100, reason: 'service_disruption' })
    expect(part).toMatchObject({ status: 'succeeded', amount: 100, taxAmount: 0, revokeBenefits: false, metadata: {} })
    const rest = await sdk().refunds.create({
      orderId: order.id,
      amount: order.amount - 100,
      reason: 'customer_request',
      comment: 'Too loud',
      revokeBenefits: true,
      metadata: { ticket: 7, isAngry: false },
    })
    expect(rest).toMatchObject({ status: 'succeeded', subscriptionId: null, metadata: { ticket: 7, isAngry: false } })
    expect((await keyOf(till, order)).status).toBe('revoked')
    expect(await sdk().orders.get({ id: order.id })).toMatchObject({ status: 'refunded', refundedAmount: order.amount })
  })

  it('reads one that is not through yet', async () => {
    const order = await sellWithKey(till, shop, true)
    till.mood('away')
    const refund = await sdk().refunds.create({ orderId: order.id, amount: 1, reason: 'other' })
    till.mood('fine')
    expect(refund).toMatchObject({ status: 'pending', modifiedAt: null, subscriptionId: order.subscription_id })
  })

  it('lists by everything it can ask for', async () => {
    const order = await sellWithKey(till, shop, true)
    const refund = await sdk().refunds.create({ orderId: order.id, amount: 1, reason: 'fraudulent' })
    const { result } = await sdk().refunds.list({
      id: refund?.id ?? '',
      organizationId: shop,
      orderId: order.id,
      subscriptionId: order.subscription_id,
      customerId: order.customer_id,
      succeeded: true,
      sorting: ['-created_at', 'amount'],
      limit: 5,
    })
    expect(result).toEqual({ items: [refund], pagination: { totalCount: 1, maxPage: 1 } })
  })

  it('is told what is wrong', async () => {
    const order = await sellWithKey(till, shop)
    const above = { orderId: order.id, amount: order.amount + 1, reason: 'other' } as const
    await expect(sdk().refunds.create(above)).rejects.toMatchObject({
      name: 'HTTPValidationError',
      detail: [{ loc: ['body', 'amount'] }],
    })
  })
})

it.each(SDK_VERSIONS)('%s has made every call of this part that is answered', (version) => {
  expect(leftOut('refunds', version, till.till.routes, answered)).toEqual([])
})
