import type { Check } from './check.ts'

export const SUBSCRIPTION_CHECKS: readonly Check[] = [
  {
    name: 'subscription_status_fits_its_end',
    sentence: 'The status of the subscription does not fit when it was canceled and when it ends.',
    find: (sql) => sql`
      select s.id as subscription_id, s.status, s.canceled_at, s.ends_at, s.ended_at from subscriptions s
      where (s.status in ('canceled', 'incomplete_expired')) <> (s.ended_at is not null)
        or (s.canceled_at is null) <> (s.ends_at is null) or s.ended_at is not null and s.ends_at is null
        or s.cancel_at_period_end and s.canceled_at is null`,
  },
  {
    name: 'subscription_period_goes_forward',
    sentence: 'The period of the subscription ends before it begins, or begins before the subscription.',
    find: (sql) => sql`
      select s.id as subscription_id, s.started_at, s.current_period_start, s.current_period_end from subscriptions s
      where s.current_period_end <= s.current_period_start or s.current_period_start < s.started_at
        or s.status in ('active', 'trialing') and (s.started_at is null or s.current_period_end is null)`,
  },
  {
    // The organization may have allowed it before, and then an event says so, unless that was forgotten.
    name: 'customer_subscribes_once',
    sentence: 'A customer has two active subscriptions to one product.',
    find: (sql) => sql`
      select s.customer_id, s.product_id, array_agg(s.id order by s.id) as subscription_ids from subscriptions s
      join organizations o on o.id = s.organization_id
      left join event_horizons h on h.organization_id = s.organization_id
      where s.status in ('active', 'trialing')
        and o.subscription_settings ->> 'allow_multiple_subscriptions' is distinct from 'true'
        and o.id not in (
          select e.object_id from events e where e.object_type = 'organization'
            and e.previous_attributes -> 'subscription_settings' ->> 'allow_multiple_subscriptions' = 'true')
      group by s.customer_id, s.product_id
      having count(*) > 1 and not coalesce(max(s.created_at) <= max(h.forgotten_at), false)`,
  },
  {
    name: 'subscription_has_its_order',
    sentence: 'The subscription was bought with a checkout whose order does not name it.',
    find: (sql) => sql`
      select s.id as subscription_id, s.checkout_id, o.id as order_id
      from subscriptions s left join orders o on o.checkout_id = s.checkout_id
      where s.checkout_id is not null and o.subscription_id is distinct from s.id`,
  },
  {
    name: 'order_fits_its_subscription',
    sentence: 'The order of something that recurs has no subscription of this customer.',
    find: (sql) => sql`
      select o.id as order_id, o.subscription_id, o.price_type, o.customer_id
      from orders o left join subscriptions s on s.id = o.subscription_id
      where (o.price_type = 'recurring') <> (s.id is not null) or s.customer_id <> o.customer_id`,
  },
  {
    name: 'card_is_the_customers_own',
    sentence: 'The subscription is charged on the card of somebody else.',
    find: (sql) => sql`
      select s.id as subscription_id, s.customer_id, s.payment_method_id, m.customer_id as customer_of_card
      from subscriptions s left join payment_methods m on m.id = s.payment_method_id
      where s.payment_method_id is not null and m.customer_id is distinct from s.customer_id`,
  },
]
