import type { Check } from './check.ts'

export const REFUND_CHECKS: readonly Check[] = [
  {
    name: 'payment_refunds_add_up',
    sentence: 'What the payment says was refunded is not the sum of its refunds.',
    find: (sql) => sql`
      select p.id as payment_id, p.order_id, p.refunded_amount, coalesce(f.total, 0) as sum_of_refunds
      from payments p left join (
        select payment_id, sum(amount + tax_amount) as total from refunds where status = 'succeeded' group by payment_id
      ) f on f.payment_id = p.id
      where not p.is_stray and p.refunded_amount <> coalesce(f.total, 0)`,
  },
  {
    name: 'order_refunds_add_up',
    sentence: 'What the order says was refunded is not the sum of its refunds.',
    find: (sql) => sql`
      select o.id as order_id, o.refunded_amount, o.refunded_tax_amount, coalesce(f.amount, 0) as sum_of_refunds,
        coalesce(f.tax_amount, 0) as tax_of_refunds
      from orders o left join (
        select order_id, sum(amount) as amount, sum(tax_amount) as tax_amount
        from refunds where status = 'succeeded' group by order_id
      ) f on f.order_id = o.id
      where o.refunded_amount <> coalesce(f.amount, 0) or o.refunded_tax_amount <> coalesce(f.tax_amount, 0)`,
  },
  {
    name: 'refunds_stay_within_the_order',
    sentence: 'More was refunded than was paid.',
    find: (sql) => sql`
      select o.id as order_id, o.amount, o.refunded_amount, o.tax_amount, o.refunded_tax_amount from orders o
      where o.refunded_amount not between 0 and o.amount or o.refunded_tax_amount not between 0 and o.tax_amount`,
  },
  {
    name: 'order_status_fits_its_refunds',
    sentence: 'The status of the order does not fit what was refunded.',
    find: (sql) => sql`
      select o.id as order_id, o.status, o.amount, o.refunded_amount from orders o
      where o.status <> case
        when o.refunded_amount + o.refunded_tax_amount = 0 then 'paid'
        when o.refunded_amount >= o.amount then 'refunded'
        else 'partially_refunded' end`,
  },
  {
    name: 'refund_fits_its_order',
    sentence: 'The refund is of another customer, currency or payment than its order.',
    find: (sql) => sql`
      select f.id as refund_id, f.order_id, f.payment_id from refunds f
      left join orders o on o.id = f.order_id left join payments p on p.id = f.payment_id
      where o.id is null or p.order_id is distinct from o.id or f.organization_id <> o.organization_id
        or f.customer_id <> o.customer_id or f.subscription_id is distinct from o.subscription_id
        or f.currency <> o.currency or f.processor <> p.processor`,
  },
  {
    name: 'refund_is_looked_after',
    sentence: 'Nobody will find out what became of the refund, or somebody will although it is known.',
    find: (sql) => sql`
      select coalesce(f.id, w.refund_id) as refund_id, f.order_id, f.status
      from refunds f full join refund_work w on w.refund_id = f.id
      where (f.status = 'pending') is distinct from (w.refund_id is not null)`,
  },
]
