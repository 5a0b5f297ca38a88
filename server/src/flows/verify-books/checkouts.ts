import type { Check } from './check.ts'

export const CHECKOUT_CHECKS: readonly Check[] = [
  {
    name: 'checkout_has_its_order',
    sentence: 'The checkout has succeeded, and there is no order.',
    find: (sql) => sql`
      select c.id as checkout_id, c.total_amount, c.currency
      from checkouts c left join orders o on o.checkout_id = c.id
      where c.status = 'succeeded' and o.id is null`,
  },
  {
    name: 'order_has_its_checkout',
    sentence: 'The order was bought with a checkout that has not succeeded, or with none.',
    find: (sql) => sql`
      select o.id as order_id, o.checkout_id, c.status as checkout_status, o.billing_reason
      from orders o left join checkouts c on c.id = o.checkout_id
      where case when o.checkout_id is null then o.billing_reason in ('purchase', 'subscription_create')
        else c.status is distinct from 'succeeded' end`,
  },
  {
    name: 'order_agrees_with_its_checkout',
    sentence: 'The order is not what its checkout was for.',
    find: (sql) => sql`
      select o.id as order_id, c.id as checkout_id, o.amount, c.subtotal_amount, o.currency, c.currency as checkout_currency
      from orders o join checkouts c on c.id = o.checkout_id
      where (o.organization_id, o.customer_id, o.product_id, o.product_price_id, o.discount_id, o.amount, o.tax_amount,
          o.currency, o.payments_mode)
        is distinct from (c.organization_id, c.customer_id, c.product_id, c.product_price_id, c.discount_id,
          c.subtotal_amount, coalesce(c.tax_amount, 0), c.currency, c.payments_mode)`,
  },
  {
    name: 'checkout_adds_up',
    sentence: 'The amounts of the checkout do not add up.',
    find: (sql) => sql`
      select c.id as checkout_id, c.amount, c.subtotal_amount, c.tax_amount, c.total_amount from checkouts c
      where c.total_amount <> c.subtotal_amount + coalesce(c.tax_amount, 0) or c.tax_amount < 0
        or c.subtotal_amount not between 0 and c.amount or c.discount_id is null and c.subtotal_amount <> c.amount`,
  },
  {
    name: 'confirmed_checkout_is_being_paid',
    sentence: 'The checkout is confirmed, and nobody will find out whether it is paid.',
    find: (sql) => sql`
      select c.id as checkout_id, c.modified_at from checkouts c
      left join payment_work w on w.checkout_id = c.id and w.task = 'find_out'
      where c.status = 'confirmed' and w.payment_id is null`,
  },
  {
    name: 'only_confirmed_checkouts_are_being_paid',
    sentence: 'A payment is under way for a checkout that is not confirmed, so that it could be paid twice.',
    find: (sql) => sql`
      select w.checkout_id, w.payment_id, c.status as checkout_status
      from payment_work w left join checkouts c on c.id = w.checkout_id
      where w.task = 'find_out' and w.checkout_id is not null and c.status is distinct from 'confirmed'`,
  },
]
