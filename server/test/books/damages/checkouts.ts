import type { Sql } from '../../../src/platform/postgres/pool.ts'
import { change, type Damage, idOf } from './damage.ts'

/** Moves a checkout, together with the event that shows it last. */
async function moveCheckout(sql: Sql, from: string, to: string, where = sql`true`): Promise<string> {
  const plain = sql`status = ${from} and discount_id is null and ${where}`
  const id = await change(sql, 'checkouts', sql`status = ${to}`, plain)
  await sql`
    update events set data = data || jsonb_build_object('status', ${to}::text)
    where id = (select max(id) from events where object_id = ${id})`
  return id
}

export const CHECKOUT_DAMAGES: readonly Damage[] = [
  {
    check: 'checkout_has_its_order',
    what: 'a checkout succeeded without an order',
    cause: (sql) => moveCheckout(sql, 'expired', 'succeeded'),
  },
  {
    check: 'order_has_its_checkout',
    what: 'a checkout expired, and was bought with',
    cause: async (sql) => {
      const id = await moveCheckout(sql, 'succeeded', 'expired')
      return idOf(sql`select id from orders where checkout_id = ${id}`)
    },
  },
  {
    check: 'order_agrees_with_its_checkout',
    what: 'a checkout was in another currency',
    cause: (sql) => change(sql, 'checkouts', sql`currency = 'eur'`, sql`status = 'succeeded'`),
  },
  {
    check: 'checkout_adds_up',
    what: 'a total is not the sum of its parts',
    cause: (sql) => change(sql, 'checkouts', sql`total_amount = total_amount + 1`, sql`status = 'open'`),
  },
  {
    check: 'confirmed_checkout_is_being_paid',
    what: 'a checkout is confirmed, and nobody pays it',
    cause: (sql) => moveCheckout(sql, 'expired', 'confirmed'),
  },
  {
    check: 'only_confirmed_checkouts_are_being_paid',
    what: 'a checkout is open while it is being paid',
    cause: (sql) => moveCheckout(sql, 'confirmed', 'open'),
  },
]
