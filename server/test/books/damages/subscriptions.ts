import { change, type Damage, idOf } from './damage.ts'

export const SUBSCRIPTION_DAMAGES: readonly Damage[] = [
  {
    check: 'subscription_status_fits_its_end',
    what: 'a subscription is canceled and has no end',
    cause: (sql) =>
      change(sql, 'subscriptions', sql`status = 'canceled'`, sql`status = 'active' and canceled_at is null`),
  },
  {
    check: 'subscription_period_goes_forward',
    what: 'a period has no length',
    cause: (sql) =>
      change(sql, 'subscriptions', sql`current_period_end = current_period_start`, sql`status = 'active'`),
  },
  {
    check: 'customer_subscribes_once',
    what: 'two subscriptions to one product, which was never allowed',
    cause: async (sql) => {
      await sql`
        update events set previous_attributes = previous_attributes - 'subscription_settings'
        where object_type = 'organization'`
      return idOf(sql`
        select customer_id as id from subscriptions where status = 'active'
        group by customer_id, product_id having count(*) > 1`)
    },
  },
  {
    check: 'subscription_has_its_order',
    what: 'an order names another subscription of the same customer',
    cause: async (sql) => {
      const [pair] = await sql<{ ids: [string, string] }[]>`
        select array_agg(id) as ids from subscriptions where status = 'active'
        group by customer_id, product_id having count(*) = 2`
      const [one, other] = pair?.ids ?? []
      await sql`update orders set subscription_id = ${other ?? null} where subscription_id = ${one ?? null}`
      return one ?? ''
    },
  },
  {
    check: 'order_fits_its_subscription',
    what: 'an order names the subscription of another customer',
    cause: (sql) =>
      change(
        sql,
        'orders',
        sql`subscription_id = (
          select s.id from subscriptions s
          where s.customer_id <> orders.customer_id and s.organization_id = orders.organization_id limit 1)`,
        sql`billing_reason = 'subscription_update'`,
      ),
  },
  {
    check: 'card_is_the_customers_own',
    what: 'a subscription is charged on the card of somebody else',
    cause: (sql) =>
      change(
        sql,
        'subscriptions',
        sql`payment_method_id = (
          select m.id from payment_methods m
          where m.customer_id <> subscriptions.customer_id and m.organization_id = subscriptions.organization_id limit 1)`,
        sql`payment_method_id is not null`,
      ),
  },
]
