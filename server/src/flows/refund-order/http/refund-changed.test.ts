import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buy } from '../../../../test/support/checkout-factories.ts'
import type { Reply } from '../../../../test/support/client.ts'
import { makeOrganization, unique } from '../../../../test/support/factories.ts'
import { askForRefund, eventsOf, keyOf, refundBooks, sellWithKey } from '../../../../test/support/refund-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { stopWithCleanBooks } from '../../../../test/support/verify.ts'
import { newId } from '../../../kernel/ids.ts'
import { Links } from '../../../kernel/links.ts'
import { SecretBox } from '../../../kernel/secrets.ts'
import { systemClock } from '../../../kernel/time.ts'
import type { PaymentProcessor, RefundRecord, RefundState } from '../../../modules/payments/index.ts'
import { silentLog } from '../../../platform/log.ts'
import { transactionsOn } from '../../../platform/postgres/transaction.ts'
import { askProcessor } from '../ask-processor.ts'
import type { RefundNeeds } from '../needs.ts'
import { refundChanged } from '../refund-changed.ts'
import { settleRefund } from '../settle-refund.ts'

let till: TestTill
let shop: string
let order: Reply['body']
/** What the processor has to say. */
let record: RefundRecord
let needs: RefundNeeds
beforeAll(async () => {
  till = await startTill()
  shop = (await makeOrganization(till)).id
  const processor: Partial<PaymentProcessor> = { fetchRefund: async () => record, refund: async () => record }
  needs = {
    db: { sql: till.sql, clock: systemClock },
    transactions: transactionsOn(till.sql, systemClock),
    processors: { ...({} as RefundNeeds['processors']), get: () => processor as PaymentProcessor, has: () => true },
    links: new Links('http://till.example.com'),
    box: new SecretBox('a secret key for tests, and for nothing else'),
    log: silentLog,
  }
})
beforeEach(async () => {
  order = await sellWithKey(till, shop)
})
afterAll(() => stopWithCleanBooks(till))

const refund = async (fields: object = {}) => (await askForRefund(till.owner, order, { amount: 900, ...fields })).body
const orderNow = async () => (await till.owner.get(`/v1/orders/${order.id}`)).body
const refundNow = async (id: string) => (await till.owner.get(`/v1/refunds/${id}`)).body
const reference = async () =>
  (await till.owner.get(`/v1/payments/?order_id=${order.id}`)).body.items[0].processor_reference
const says = async (state: RefundState, amount = 900): Promise<void> => {
  record = { ...state, paymentReference: await reference(), amount }
}
const tell = (name: string, refundId: string | null = null) =>
  refundChanged(needs, 'sandbox', { kind: 'refund', reference: name, refundId })

describe('a notification about a refund', () => {
  it('that a bank has returned: it failed after all, and the order says so', async () => {
    const { id } = await refund({ revoke_benefits: true })
    await says({ kind: 'failed', reference: id, reason: 'The account is closed' })
    expect(await tell(id)).toBe(true)
    expect(await refundNow(id)).toMatchObject({ status: 'failed', failure_detail: 'The account is closed' })
    expect(await orderNow()).toMatchObject({ status: 'paid', refunded_amount: 0 })
    expect(await refundBooks(till, order)).toMatchObject({ refunds: 0, payment: 0 })
    expect(await eventsOf(till, order.id)).toEqual([
      'order.created paid',
      'order.paid paid',
      'order.refunded partially_refunded',
      'order.refunded paid',
    ])
    // Whether the customer deserves the key again is for the seller to say.
    expect((await keyOf(till, order)).status).toBe('revoked')
    expect((await refund({ amount: order.amount })).status).toBe('succeeded')
  })

  it('from another account, or from nowhere, is not ours', async () => {
    record = { kind: 'succeeded', reference: 're_1', paymentReference: 'pi_somebody', amount: 100 }
    expect(await tell('re_1')).toBe(false)
    record = { kind: 'failed', reference: 're_2', reason: 'There is no such refund', paymentReference: null, amount: 0 }
    expect(await tell('re_2', 'not an id')).toBe(false)
    const { id } = await refund()
    expect(await tell('re_3', id)).toBe(false)
    expect((await refundNow(id)).status).toBe('succeeded')
  })

  it('of stray money, or of one that failed there, leaves nothing behind', async () => {
    await says({ kind: 'failed', reference: 're_4', reason: 'Closed' })
    expect(await tell('re_4')).toBe(true)
    const [payment] = await till.sql`
      update payments set is_stray = true, order_id = null where order_id = ${order.id} returning id`
    record = { kind: 'succeeded', reference: 're_5', paymentReference: record.paymentReference, amount: 900 }
    expect(await tell('re_5', newId())).toBe(true)
    expect(await till.sql`select from refunds where order_id = ${order.id}`).toHaveLength(0)
    await till.sql`update payments set is_stray = false, order_id = ${order.id} where id = ${payment?.id}`
  })

  it('that began there and is not through yet is pending here, counts as taken, and is told again', async () => {
    await says({ kind: 'pending', reference: `re_${order.id}` }, order.amount)
    expect(await tell(`re_${order.id}`)).toBe(true)
    const [{ id, status }] = (await till.owner.get(`/v1/refunds/?order_id=${order.id}`)).body.items
    expect(status).toBe('pending')
    expect((await askForRefund(till.owner, order, { amount: 1 })).status).toBe(422)
    await says({ kind: 'succeeded', reference: `re_${order.id}` }, order.amount)
    expect(await tell(`re_${order.id}`)).toBe(true)
    expect((await refundNow(id)).status).toBe('succeeded')
    expect((await orderNow()).status).toBe('refunded')
  })

  it('above what is left is written down as far as it goes', async () => {
    await refund({ amount: order.amount - 10 })
    await says({ kind: 'succeeded', reference: `re_${order.id}` }, 500)
    expect(await tell(`re_${order.id}`)).toBe(true)
    expect(await refundBooks(till, order)).toMatchObject({ order: order.amount, payment: order.amount })
    await says({ kind: 'succeeded', reference: `re_more_${order.id}` }, 500)
    expect(await tell(`re_more_${order.id}`)).toBe(true)
    expect(await till.sql`select from refunds where order_id = ${order.id}`).toHaveLength(2)
  })
})

describe('a refund that takes its time', () => {
  it('is looked up by its name, and not asked for again', async () => {
    const { id } = await refund()
    await till.sql`update refunds set processor_reference = null, status = 'pending' where id = ${id}`
    await says({ kind: 'pending', reference: `re_${id}` })
    const read = async () => (await till.sql`select * from refunds where id = ${id}`)[0] as never
    const pending = await settleRefund(needs, await read(), await askProcessor(needs, await read()))
    expect(pending).toMatchObject({ status: 'pending', processorReference: `re_${id}` })
    expect(await eventsOf(till, id)).toHaveLength(2)
    record = {
      kind: 'failed',
      reference: `re_${id}`,
      reason: 'There is no such refund',
      paymentReference: null,
      amount: 0,
    }
    expect(await askProcessor(needs, await read())).toBeNull()
    await says({ kind: 'failed', reference: `re_${id}`, reason: 'Closed' })
    expect(await askProcessor(needs, await read())).toMatchObject({ kind: 'failed' })
    await till.sql`update refunds set status = 'succeeded' where id = ${id}`
  })

  it('503: of a payment whose processor is not set up any more', async () => {
    const sold = await buy(till, order.product_id, `live-${unique()}@example.com`)
    await till.sql`update payments set processor = 'stripe' where order_id = ${sold.id}`
    const { status, body } = await askForRefund(till.owner, sold)
    expect([status, body.code]).toEqual([503, 'processor_not_set_up'])
    expect(await till.sql`select from refunds where order_id = ${sold.id}`).toHaveLength(0)
    await till.sql`update payments set processor = 'sandbox' where order_id = ${sold.id}`
  })
})
