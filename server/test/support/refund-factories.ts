import { makeLicenseKeysBenefit } from './benefit-factories.ts'
import { buy } from './checkout-factories.ts'
import type { Client, ExtraHeaders, Reply } from './client.ts'
import { unique } from './factories.ts'
import { makeProduct, makeRecurringProduct } from './product-factories.ts'
import type { TestTill } from './till.ts'

type Body = Reply['body']

const email = () => `refunded-${unique()}@example.com`

export function askForRefund(client: Client, order: { id: string }, fields: object = {}, headers?: ExtraHeaders) {
  const body = { order_id: order.id, amount: 1, reason: 'customer_request', ...fields }
  return client.post('/v1/refunds/', body, headers)
}

/** A sale with a license key; answers its order. */
export async function sellWithKey(till: TestTill, organizationId: string, isRecurring = false): Promise<Body> {
  const make = isRecurring ? makeRecurringProduct : makeProduct
  const product = await make(till, organizationId)
  const benefits = [(await makeLicenseKeysBenefit(till, organizationId)).id]
  await till.owner.must(till.owner.post(`/v1/products/${product.id}/benefits`, { benefits }))
  return buy(till, product.id, email())
}

export async function keyOf(till: TestTill, order: { customer_id: string }): Promise<Body> {
  const { items } = await till.owner.must(till.owner.get(`/v1/license-keys?customer_id=${order.customer_id}`))
  return items[0]
}

/** As if tax had been computed at the sale. */
export async function addTax({ sql }: TestTill, order: { id: string }, tax: number): Promise<void> {
  await sql`update orders set tax_amount = ${tax} where id = ${order.id}`
  const [payment] = await sql<{ reference: string }[]>`
    update payments set amount = amount + ${tax} where order_id = ${order.id} returning processor_reference as reference`
  const { reference = '' } = payment ?? {}
  await sql`update sandbox.charges set amount = amount + ${tax} where reference = ${reference}`
  await sql`update sandbox.intents set amount = amount + ${tax} where reference = ${reference}`
  await sql`
    update checkouts c set tax_amount = ${tax}, total_amount = total_amount + ${tax}
    from orders o where o.id = ${order.id} and c.id = o.checkout_id`
}

/** What has to agree, whatever happened: the order, its refunds, its payment and what the sandbox gave back. */
export async function refundBooks(till: TestTill, order: { id: string }) {
  const [row] = await till.sql<
    { order: number; tax: number; refunds: number; payment: number; sandbox: number; status: string }[]
  >`
    select o.refunded_amount as order, o.refunded_tax_amount as tax, o.status,
      (select coalesce(sum(amount + tax_amount), 0)::bigint from refunds r
        where r.order_id = o.id and r.status = 'succeeded') as refunds,
      p.refunded_amount as payment,
      coalesce((select sum(c.refunded_amount)::bigint from sandbox.charges c where c.payment_id = p.id), 0) as sandbox
    from orders o join payments p on p.order_id = o.id where o.id = ${order.id}`
  if (!row) throw new Error('the order was not paid')
  return row
}

/** Types and statuses of an object's events, in order. */
export async function eventsOf({ sql }: TestTill, id: string): Promise<string[]> {
  const rows = await sql<{ type: string; status: string | null }[]>`
    select type, data ->> 'status' as status from events where object_id = ${id} order by id`
  return rows.map(({ type, status }) => (status === null ? type : `${type} ${status}`))
}
