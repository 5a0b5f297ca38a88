import type { Check } from './check.ts'

export const PAYMENT_CHECKS: readonly Check[] = [
  {
    name: 'order_is_paid',
    sentence: 'The order costs something and has no succeeded payment.',
    find: (sql) => sql`
      select o.id as order_id, o.amount + o.tax_amount as total, p.id as payment_id, p.status as payment_status
      from orders o left join payments p on p.order_id = o.id
      where o.amount + o.tax_amount > 0 and p.status is distinct from 'succeeded'`,
  },
  {
    name: 'order_is_paid_in_full',
    sentence: 'The payment of the order is of another amount, currency or mode.',
    find: (sql) => sql`
      select o.id as order_id, p.id as payment_id, o.amount + o.tax_amount as total, p.amount as paid,
        o.currency as order_currency, p.currency as payment_currency
      from orders o join payments p on p.order_id = o.id
      where p.status = 'succeeded'
        and (p.amount <> o.amount + o.tax_amount or p.currency <> o.currency or p.mode <> o.payments_mode)`,
  },
  {
    name: 'payment_has_its_order',
    sentence: 'The payment points to an order that is not there, or to one of another checkout or organization.',
    find: (sql) => sql`
      select p.id as payment_id, p.order_id, p.checkout_id, o.checkout_id as checkout_of_order
      from payments p left join orders o on o.id = p.order_id
      where p.order_id is not null and (o.id is null or o.organization_id <> p.organization_id
        or o.checkout_id is distinct from p.checkout_id)`,
  },
  {
    name: 'money_has_an_order',
    sentence: 'Money was taken, there is no order for it, and it is not on its way back.',
    find: (sql) => sql`
      select p.id as payment_id, p.checkout_id, p.amount, p.currency from payments p
      where p.status = 'succeeded' and p.amount > 0 and p.order_id is null and not p.is_stray`,
  },
  {
    name: 'stray_money_goes_back',
    sentence: 'Money that came for nothing was neither given back nor is anybody about to.',
    find: (sql) => sql`
      select p.id as payment_id, p.checkout_id, p.amount, p.refunded_amount, p.status from payments p
      left join payment_work w on w.payment_id = p.id and w.task = 'give_back'
      where p.is_stray and (p.status <> 'succeeded' or p.order_id is not null
        or p.refunded_amount <> p.amount and w.payment_id is null)`,
  },
  {
    name: 'attempt_is_looked_after',
    sentence: 'Nobody will find out what became of the payment.',
    find: (sql) => sql`
      select p.id as payment_id, p.checkout_id, p.status from payments p
      left join payment_work w on w.payment_id = p.id and w.task = 'find_out'
      where p.status in ('starting', 'pending', 'action_required') and w.payment_id is null`,
  },
  {
    name: 'work_has_its_attempt',
    sentence: 'There is work to do about a payment that is settled, or that belongs to another checkout.',
    find: (sql) => sql`
      select w.payment_id, w.checkout_id, w.task, p.status from payment_work w
      left join payments p on p.id = w.payment_id
      where p.id is null or p.checkout_id is distinct from w.checkout_id or case w.task
        when 'find_out' then p.status not in ('starting', 'pending', 'action_required')
        else not p.is_stray end`,
  },
  {
    // Banks count in their own currency, and may want a part of it only, so amounts say nothing.
    name: 'dispute_fits_its_payment',
    sentence: 'The dispute is about a payment that is not there, or that somebody else took.',
    find: (sql) => sql`
      select d.id as dispute_id, d.payment_id, d.organization_id, p.organization_id as organization_of_payment
      from disputes d left join payments p on p.id = d.payment_id
      where p.id is null or d.organization_id <> p.organization_id`,
  },
]
