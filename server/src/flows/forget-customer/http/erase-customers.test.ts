import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buy } from '../../../../test/support/checkout-factories.ts'
import type { Reply } from '../../../../test/support/client.ts'
import { makeOrganization, unique } from '../../../../test/support/factories.ts'
import { eraseAt, forgotten, whoMentions } from '../../../../test/support/forgotten.ts'
import { makeProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { settled } from '../../../../test/support/two-shops.ts'
import { stopWithCleanBooks } from '../../../../test/support/verify.ts'
import { SecretBox } from '../../../kernel/secrets.ts'

const MINUTE = 60_000
const box = new SecretBox('a secret key of this file')

let till: TestTill
let shop: string
let product: Reply['body']
beforeAll(async () => {
  till = await startTill({ box })
  shop = (await makeOrganization(till)).id
  product = await makeProduct(till, shop)
})
// Orders of a long history are copies that nobody paid for, and a checkout is opened again by a statement.
afterAll(() => stopWithCleanBooks(till, ['order_is_paid', 'order_has_its_checkout', 'paid_orders_have_receipts']))

/** One real purchase, and then many more that look like it, with their events. */
async function aLongHistory(email: string, many: number): Promise<string> {
  const order = await buy(till, product.id, email, { metadata: { who: email } })
  await settled(till)
  const { sql } = till
  await sql`
    with numbers as (select gen_random_uuid() as checkout_id, gen_random_uuid() as order_id from generate_series(1, ${many})),
    made as (
      insert into checkouts select (jsonb_populate_record(c, jsonb_build_object(
        'id', n.checkout_id, 'client_secret', n.checkout_id))).*
      from checkouts c, numbers n where c.id = ${order.checkout_id}),
    ordered as (
      insert into orders select (jsonb_populate_record(o, jsonb_build_object(
        'id', n.order_id, 'checkout_id', n.checkout_id))).*
      from orders o, numbers n where o.id = ${order.id})
    insert into events (event_id, organization_id, sequence, type, object_type, object_id, object_version, data,
      previous_attributes, created_at)
    select gen_random_uuid(), e.organization_id, last.sequence + row_number() over (order by n.order_id, e.id), e.type, e.object_type,
      case e.object_type when 'order' then n.order_id else n.checkout_id end, e.object_version, e.data,
      e.previous_attributes, e.created_at
    from events e, numbers n, (select max(sequence) as sequence from events) last
    where e.object_id in (${order.id}, ${order.checkout_id})
    order by n.order_id, e.id`
  await sql`
    update event_sequences s set last_sequence = (select max(e.sequence) from events e)
    where s.organization_id = ${shop}`
  return order.customer_id
}

describe('forgetting in the background', () => {
  it('comes back for what a transaction from before the deletion has written after it', async () => {
    const email = `late-${unique()}@example.com`
    const order = await buy(till, product.id, email)
    await till.owner.delete(`/v1/customers/${order.customer_id}`)
    await forgotten(till, order.customer_id)
    const { sql } = till
    await sql`update checkouts set customer_email = ${email}, status = 'open' where id = ${order.checkout_id}`
    await sql`
      update events set data = jsonb_set(data, '{customer,email}', to_jsonb(${email}::text)) where object_id = ${order.id}`
    expect(await whoMentions(till, email, box)).toEqual(['checkouts', 'events'])
    await eraseAt(till, new Date(Date.now() + 4 * MINUTE), box)
    expect(await whoMentions(till, email, box)).not.toEqual([])
    await eraseAt(till, new Date(Date.now() + 6 * MINUTE), box)
    expect(await whoMentions(till, email, box)).toEqual([])
    expect(await sql`select from customer_erasures where customer_id = ${order.customer_id}`).toEqual([])
  })

  it('goes through a history that is longer than one transaction should be, with several at work', async () => {
    const email = `prolific-${unique()}@example.com`
    const id = await aLongHistory(email, 1100)
    expect((await till.owner.delete(`/v1/customers/${id}`)).status).toBe(204)
    await Promise.all([eraseAt(till, new Date(), box), eraseAt(till, new Date(), box), eraseAt(till, new Date(), box)])
    await forgotten(till, id)
    expect(await whoMentions(till, email, box)).toEqual([])
    const [books] = await till.sql<{ many: number; sum: number }[]>`
      select count(*)::int as many, sum(amount)::int as sum from orders where customer_id = ${id}`
    expect(books).toEqual({ many: 1101, sum: 1101 * 1900 })
  }, 60_000)

  it('keeps what was done when it is interrupted, and goes on from there', async () => {
    const email = `interrupted-${unique()}@example.com`
    const id = await aLongHistory(email, 500)
    const { sql } = till
    // For a while, the events of a checkout in the middle cannot be written.
    const [middle] = await sql<{ id: string }[]>`
      select id from checkouts where customer_id = ${id} order by id offset 250 limit 1`
    await sql.unsafe(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$;
      create trigger refuse before update of data on events for each row
        when (old.object_id = '${middle?.id}') execute function refuse();`)
    await till.owner.delete(`/v1/customers/${id}`)
    const work = async () => {
      for (;;) await eraseAt(till, new Date(), box)
    }
    await expect(work()).rejects.toThrow('not now')
    const clean = async () => {
      const [row] = await sql<{ many: number }[]>`
        select count(*)::int as many from events where data ->> 'customer_id' = ${id} and data::text not like ${`%${email}%`}`
      return row?.many ?? 0
    }
    const before = await clean()
    expect(before).toBeGreaterThan(100)
    await sql`drop trigger refuse on events`
    await forgotten(till, id)
    expect(await clean()).toBeGreaterThan(before)
    expect(await whoMentions(till, email, box)).toEqual([])
  }, 60_000)
})
