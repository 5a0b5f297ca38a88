import type { Sql } from '../../../src/platform/postgres/pool.ts'
import { change, type Damage } from './damage.ts'

const unlimited = (sql: Sql) => sql`
  status = 'used' and is_counted and discount_id in (select id from discounts where max_redemptions_per_customer is null)`

export const DISCOUNT_DAMAGES: readonly Damage[] = [
  {
    check: 'redemptions_are_counted',
    what: 'a discount counts one more than there is',
    cause: (sql) =>
      change(sql, 'discounts', sql`redemptions_count = redemptions_count + 1`, sql`max_redemptions is null`),
  },
  {
    check: 'redemptions_stay_within_the_limit',
    what: 'the last place of a discount was taken twice',
    cause: async (sql) => {
      const id = await change(
        sql,
        'discount_redemptions',
        sql`is_counted = false`,
        sql`is_counted and discount_id in (
          select id from discounts where max_redemptions is not null and redemptions_count > 1)`,
        sql`discount_id`,
      )
      await sql`
        update discounts set redemptions_count = redemptions_count - 1, max_redemptions = redemptions_count - 1
        where id = ${id}`
      return id
    },
  },
  {
    check: 'customer_stays_within_the_limit',
    what: 'a customer used a discount once too often',
    cause: async (sql) => {
      const id = await change(sql, 'discounts', sql`modified_at = null`, sql`max_redemptions_per_customer = 1`)
      return id
    },
  },
  {
    check: 'redemption_has_its_order',
    what: 'somebody else used the place of a discount',
    cause: (sql) =>
      change(
        sql,
        'discount_redemptions',
        sql`customer_id = (select c.id from customers c where c.id <> discount_redemptions.customer_id limit 1)`,
        unlimited(sql),
      ),
  },
  {
    check: 'order_has_its_redemption',
    what: 'the place of an order was given back',
    cause: async (sql) => {
      const id = await change(sql, 'discount_redemptions', sql`status = 'released'`, unlimited(sql), sql`checkout_id`)
      await release(sql, id)
      return id
    },
  },
  {
    check: 'place_is_held_while_being_paid',
    what: 'a place was given back while it is being paid for',
    cause: async (sql) => {
      const id = await change(
        sql,
        'discount_redemptions',
        sql`status = 'released'`,
        sql`status = 'reserved'`,
        sql`checkout_id`,
      )
      await release(sql, id)
      return id
    },
  },
]

async function release(sql: Sql, checkoutId: string): Promise<void> {
  await sql`
    update discounts d set redemptions_count = d.redemptions_count - 1 from discount_redemptions r
    where r.checkout_id = ${checkoutId} and r.discount_id = d.id and r.is_counted and r.status = 'released'`
}
