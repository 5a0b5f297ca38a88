import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buy } from '../../../../test/support/checkout-factories.ts'
import type { Reply } from '../../../../test/support/client.ts'
import { makeOrganization, unique } from '../../../../test/support/factories.ts'
import { askForRefund, eventsOf, keyOf, refundBooks, sellWithKey } from '../../../../test/support/refund-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { expectCleanBooks, stopWithCleanBooks } from '../../../../test/support/verify.ts'
import { newId } from '../../../kernel/ids.ts'
import { Links } from '../../../kernel/links.ts'
import { SecretBox } from '../../../kernel/secrets.ts'
import { systemClock } from '../../../kernel/time.ts'
import type { PaymentProcessor, RefundRecord, RefundState } from '../../../modules/payments/index.ts'
import type { Refund } from '../../../modules/refunds/index.ts'
import { silentLog } from '../../../platform/log.ts'
import { transactionsOn } from '../../../platform/postgres/transaction.ts'
import { verifyBooks } from '../../verify-books/index.ts'
import { askProcessor } from '../ask-processor.ts'
import type { RefundNeeds } from '../needs.ts'
import { refundChanged } from '../refund-changed.ts'
import { settleRefund } from '../settle-refund.ts'

let till: TestTill
let shop: string
let order: Reply['body']
/** What the processor has to say, and how often it was asked. */
let record: RefundRecord
let asked = 0
/** Happens between the processor's answer and its arrival. */
let meanwhile: () => Promise<unknown> = async () => {}
let needs: RefundNeeds
beforeAll(async () => {
  till = await startTill()
  shop = (await makeOrganization(till)).id
  const processor: Partial<PaymentProcessor> = {
    async fetchRefund() {
      asked += 1
      const answer = record
      const interlude = meanwhile
      meanwhile = async () => {}
      await interlude()
      return answer
    },
    refund: async () => record,
  }
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
  asked = 0
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
const tell = async (name: string, refundId: string | null = null, paymentReference?: string) =>
  refundChanged(needs, 'sandbox', {
    kind: 'refund',
    reference: name,
    refundId,
    paymentReference: paymentReference ?? (await reference()),
  })
const rowOf = async (id: string) => (await till.sql<Refund[]>`select * from refunds where id = ${id}`)[0] as Refund

describe('a notification about a refund', () => {
  it('that a bank has returned: it failed after all, and the order says so', async () => {
    const { id } = await refund({ amount: order.amount, revoke_benefits: true })
    await says({ kind: 'failed', reference: id, reason: 'The account is closed' }, order.amount)
    expect(await tell(id)).toBe(true)
    expect(await refundNow(id)).toMatchObject({ status: 'failed', failure_detail: 'The account is closed' })
    expect(await orderNow()).toMatchObject({ status: 'paid', refunded_amount: 0 })
    expect(await refundBooks(till, order)).toMatchObject({ refunds: 0, payment: 0 })
    expect(await eventsOf(till, order.id)).toEqual([
      'order.created paid',
      'order.paid paid',
      'order.refunded refunded',
      'order.refunded paid',
    ])
    // Whether the customer deserves the key again is for the seller to say.
    const { status, benefit_id } = await keyOf(till, order)
    expect(status).toBe('revoked')
    for (const benefits of [[], [benefit_id]]) {
      await till.owner.must(till.owner.post(`/v1/products/${order.product_id}/benefits`, { benefits }))
      await expect.poll(() => till.sql`select from grant_reviews`, { timeout: 10_000 }).toHaveLength(0)
    }
    expect((await keyOf(till, order)).status).toBe('revoked')
    await expectCleanBooks(till)
    expect((await refund({ amount: order.amount })).status).toBe('succeeded')
  })

  it('from another account, or from nowhere, is not ours', async () => {
    record = { kind: 'succeeded', reference: 're_1', paymentReference: 'pi_somebody', amount: 100 }
    expect(await tell('re_1', null, 'pi_somebody')).toBe(false)
    expect(await tell('re_1', newId(), 'pi_somebody')).toBe(false)
    expect(asked).toBe(0)
    // What was kept before processors were asked whose it is.
    const kept = { kind: 'refund', reference: 're_1', refundId: null, paymentReference: null } as const
    expect(await refundChanged(needs, 'sandbox', kept)).toBe(false)
    expect(asked).toBe(1)
    record = { kind: 'failed', reference: 're_2', reason: 'There is no such refund', paymentReference: null, amount: 0 }
    expect(await tell('re_2', 'not an id')).toBe(false)
    const { id } = await refund()
    expect(await tell('re_3', id)).toBe(false)
    expect((await refundNow(id)).status).toBe('succeeded')
  })

  it('that failed there leaves nothing behind', async () => {
    await says({ kind: 'failed', reference: 're_4', reason: 'Closed' })
    expect(await tell('re_4')).toBe(true)
    expect(await till.sql`select from refunds where order_id = ${order.id}`).toHaveLength(0)
  })

  it('that was overtaken by the bank: what is true now is asked for again', async () => {
    const { id } = await refund({ amount: order.amount })
    await says({ kind: 'succeeded', reference: id }, order.amount)
    meanwhile = async () => {
      await says({ kind: 'failed', reference: id, reason: 'The account is closed' }, order.amount)
      expect(await tell(id)).toBe(true)
    }
    expect(await tell(id)).toBe(true)
    expect((await refundNow(id)).status).toBe('failed')
    expect(await orderNow()).toMatchObject({ status: 'paid', refunded_amount: 0 })
    expect(asked).toBe(3)
  })

  it('that was made there and overtaken by the bank is not written down as money that has gone', async () => {
    const name = `re_${order.id}`
    await says({ kind: 'succeeded', reference: name })
    meanwhile = async () => {
      await says({ kind: 'failed', reference: name, reason: 'The account is closed' })
      expect(await tell(name)).toBe(true)
    }
    expect(await tell(name)).toBe(true)
    expect(await refundBooks(till, order)).toMatchObject({ order: 0, refunds: 0, payment: 0 })
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
    const read = () => rowOf(id)
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

  it('and cannot be looked up at all is reported, until it can', async () => {
    const name = `re_${order.id}`
    await says({ kind: 'pending', reference: name }, order.amount)
    // The server looks too, but not for an hour when it has looked in vain so often.
    meanwhile = async () => {
      meanwhile = () => till.sql`update refund_work set tries = 20`
    }
    expect(await tell(name)).toBe(true)
    const [{ id }] = (await till.owner.get(`/v1/refunds/?order_id=${order.id}`)).body.items
    const look = async () => settleRefund(needs, await rowOf(id), await askProcessor(needs, await rowOf(id)))
    const reported = async () => {
      const { violations } = await verifyBooks(till.sql, new Date(Date.now() + 600_000))
      return violations.filter(({ rows }) => JSON.stringify(rows).includes(id)).map(({ check }) => check.name)
    }
    expect(await reported()).toEqual([])
    record = { ...record, paymentReference: null }
    await look()
    expect(await reported()).toEqual(['no_look_fails_for_long'])
    await says({ kind: 'pending', reference: name }, order.amount)
    await look()
    expect(await reported()).toEqual([])
    await says({ kind: 'succeeded', reference: name }, order.amount)
    await look()
    expect((await refundNow(id)).status).toBe('succeeded')
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
