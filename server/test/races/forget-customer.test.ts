import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SecretBox } from '../../src/kernel/secrets.ts'
import { makeLicenseKeysBenefit } from '../support/benefit-factories.ts'
import { buy, confirm, makeCheckout } from '../support/checkout-factories.ts'
import { makeCustomer } from '../support/customer-factories.ts'
import { makeOrganization, unique } from '../support/factories.ts'
import { forgotten, whoMentions } from '../support/forgotten.ts'
import { LICENSE_CALLS } from '../support/license-key-factories.ts'
import { makeProduct, makeRecurringProduct } from '../support/product-factories.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { stopWithCleanBooks } from '../support/verify.ts'

const MANY = 50
const box = new SecretBox('a secret key of this file')

let till: TestTill
let shop: string
let productId: string
let planId: string
beforeAll(async () => {
  till = await startTill({ box })
  shop = (await makeOrganization(till, { subscription_settings: { allow_multiple_subscriptions: true } })).id
  const benefit = await makeLicenseKeysBenefit(till, shop, { properties: { activations: { limit: 100 } } })
  productId = (await makeProduct(till, shop)).id
  planId = (await makeRecurringProduct(till, shop)).id
  for (const id of [productId, planId]) {
    await till.owner.must(till.owner.post(`/v1/products/${id}/benefits`, { benefits: [benefit.id] }))
  }
})
afterAll(() => stopWithCleanBooks(till))

const newEmail = () => `racer-${unique()}@example.com`
const times = <Result>(many: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: many }, (_, index) => work(index)))
const remove = (id: string) => till.owner.delete(`/v1/customers/${id}`)
const living = (email: string) => till.sql<{ id: string }[]>`
  select id from customers where organization_id = ${shop} and lower(email) = lower(${email}) and deleted_at is null`

describe('deleting a customer', () => {
  it('50 times at once works once', async () => {
    const { id } = await makeCustomer(till, shop)
    const statuses = (await times(MANY, () => remove(id))).map((reply) => reply.status)
    expect(statuses.sort()).toEqual([204, ...Array(MANY - 1).fill(404)])
  })

  it.each(['typed when they were made', 'typed at the end', 'the customer’s own'])(
    'while 50 checkouts with the address are confirmed (%s): each is bought in full, or refused; nothing in between',
    async (kind) => {
      const email = newEmail()
      const { customer_id: id } = await buy(till, productId, email)
      const said = kind === 'typed when they were made' ? { customer_email: email } : {}
      const named = kind === 'the customer’s own' ? { customer_id: id } : {}
      const checkouts = await times(MANY, (n) =>
        makeCheckout(till, { product_id: n % 2 ? productId : planId, ...said, ...named }),
      )
      const [deleted, ...replies] = await Promise.all([
        remove(id),
        ...checkouts.map((checkout) => confirm(till.anonymous, checkout, { customer_email: email })),
      ])
      expect(deleted.status).toBe(204)
      expect(replies.map((reply) => reply.status).filter((status) => status !== 200 && status !== 410)).toEqual([])
      await forgotten(till, id)
      const bought = replies.filter((reply) => reply.status === 200).map((reply) => reply.body)
      const heirs = await living(email)
      expect(heirs.length).toBeLessThanOrEqual(1)
      const owners = new Set(bought.map((body) => body.customer_id))
      owners.delete(id)
      expect([...owners]).toEqual(bought.some((body) => body.customer_id !== id) ? heirs.map((heir) => heir.id) : [])
      const orders = await till.sql<{ checkoutId: string }[]>`
        select checkout_id from orders where checkout_id = any(${checkouts.map((checkout) => checkout.id)})`
      expect(orders.map(({ checkoutId }) => checkoutId).sort()).toEqual(bought.map((body) => body.id).sort())
      await nothingIsLeftOf(id)
      for (const heir of heirs) {
        await remove(heir.id)
        await forgotten(till, heir.id)
      }
      expect(await whoMentions(till, email, box)).toEqual([])
    },
  )

  it('while a checkout of theirs becomes somebody else’s: it is left as it is', async () => {
    const [gone, heir] = [await makeCustomer(till, shop), await makeCustomer(till, shop)]
    const checkout = await makeCheckout(till, { product_id: productId, customer_id: gone.id, customer_name: 'Ada' })
    await till.sql.begin(async (confirming) => {
      await confirming`update checkouts set customer_id = ${heir.id} where id = ${checkout.id}`
      expect((await remove(gone.id)).status).toBe(204)
      await expect
        .poll(
          () => till.sql`select from pg_locks l join pg_stat_activity a using (pid)
            where not l.granted and a.datname = current_database()`,
        )
        .not.toHaveLength(0)
    })
    await forgotten(till, gone.id)
    const [after] = await till.sql`select customer_id, customer_name from checkouts where id = ${checkout.id}`
    expect(after).toEqual({ customerId: heir.id, customerName: 'Ada' })
  })

  async function nothingIsLeftOf(id: string): Promise<void> {
    const [left] = await till.sql`
      select
        (select count(*)::int from benefit_grants where customer_id = ${id} and is_granted) as grants,
        (select count(*)::int from license_keys where customer_id = ${id} and status <> 'revoked') as keys,
        (select count(*)::int from subscriptions where customer_id = ${id} and ended_at is null) as subscriptions,
        (select count(*)::int from customer_sessions where customer_id = ${id}) as sessions`
    expect(left).toEqual({ grants: 0, keys: 0, subscriptions: 0, sessions: 0 })
  }

  it('while the license key is activated and the subscription is canceled: no key and no session survives', async () => {
    const email = newEmail()
    const order = await buy(till, planId, email)
    const { items } = await till.owner.must(till.owner.get(`/v1/license-keys?customer_id=${order.customer_id}`))
    const session = await till.owner.must(till.owner.post('/v1/customer-sessions/', { customer_id: order.customer_id }))
    const held = { key: items[0].key, organization_id: shop }
    const own = till.as(session.token)
    const replies = await Promise.all([
      remove(order.customer_id),
      ...Array.from({ length: MANY }, (_, n) =>
        n % 2
          ? till.anonymous.post(`${LICENSE_CALLS}/activate`, { ...held, label: `${email} ${n}` })
          : own.patch(`/v1/customer-portal/subscriptions/${order.subscription_id}`, {
              cancel_at_period_end: n % 4 === 0,
              cancellation_comment: n % 4 === 0 ? email : null,
            }),
      ),
    ])
    expect(replies[0]?.status).toBe(204)
    expect(replies.filter((reply) => reply.status >= 500)).toEqual([])
    await forgotten(till, order.customer_id)
    await nothingIsLeftOf(order.customer_id)
    expect(await whoMentions(till, email, box)).toEqual([])
  })
})
