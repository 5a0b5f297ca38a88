import type { Check } from './check.ts'

/**
 * The built-in processor keeps books of its own and commits by itself, so they may be one step ahead of ours: while
 * somebody is still finding out, or while what it has told waits to be read.
 */
export const SANDBOX_CHECKS: readonly Check[] = [
  {
    name: 'charge_has_its_payment',
    sentence: 'The sandbox took money for which there is no succeeded payment.',
    find: (sql) => sql`
      select c.id as charge_id, c.payment_id, c.checkout_id, c.amount, p.status as payment_status
      from sandbox.charges c
      left join payments p on p.id = c.payment_id and p.processor_reference = c.reference
      where c.refunded_amount < c.amount
        and (p.status, p.processor, p.amount, p.currency) is distinct from ('succeeded', 'sandbox', c.amount, c.currency)
        and c.payment_id not in (select w.payment_id from payment_work w)
        and c.reference not in (
          select coalesce(n.content ->> 'reference', '') from sandbox.notifications n
          union all
          select coalesce(n.content ->> 'reference', '') from processor_notifications n where n.due_at is not null)`,
  },
  {
    name: 'payment_has_its_charge',
    sentence: 'The payment went through the sandbox, and the sandbox has no such charge.',
    find: (sql) => sql`
      select p.id as payment_id, p.checkout_id, p.processor_reference, p.amount from payments p
      left join sandbox.charges c on c.payment_id = p.id and c.amount = p.amount and c.currency = p.currency
      where p.processor = 'sandbox' and p.status = 'succeeded' and p.amount > 0
        and not starts_with(p.processor_reference, 'sandbox_') and c.id is null`,
  },
  {
    name: 'nobody_is_charged_twice',
    sentence: 'Money was taken twice for one thing, and it is not on its way back.',
    find: (sql) => sql`
      select coalesce(c.checkout_id, c.payment_id) as checkout_id, count(*) as charges,
        array_agg(distinct c.payment_id) as payment_ids
      from sandbox_charges c
      where c.refunded_amount < c.amount
        and c.payment_id not in (select w.payment_id from payment_work w where w.task = 'give_back')
      group by coalesce(c.checkout_id, c.payment_id) having count(*) > 1`,
  },
  {
    name: 'charge_refunds_add_up',
    sentence: 'What the sandbox gave back of a charge is not the sum of what it gave back.',
    find: (sql) => sql`
      select c.id as charge_id, c.payment_id, c.amount, c.refunded_amount, coalesce(f.total, 0) as sum_of_refunds
      from sandbox.charges c
      left join (select charge_id, sum(amount) as total from sandbox.refunds group by charge_id) f on f.charge_id = c.id
      where c.refunded_amount <> coalesce(f.total, 0) or c.refunded_amount not between 0 and c.amount`,
  },
  {
    name: 'refund_left_the_sandbox',
    sentence: 'Our books and those of the sandbox differ on what was given back of a payment.',
    find: (sql) => sql`
      select p.id as payment_id, c.id as charge_id, p.refunded_amount, c.refunded_amount as refunded_at_the_sandbox
      from sandbox.charges c join payments p on p.id = c.payment_id
      where p.refunded_amount <> c.refunded_amount
        and p.id not in (select w.payment_id from payment_work w)
        and p.id not in (select f.payment_id from refunds f where f.status = 'pending')
        and c.id not in (
          select r.charge_id from sandbox.refunds r join sandbox.notifications n
            on n.content ->> 'kind' = 'refund' and n.content ->> 'reference' = r.id::text
          union all
          select r.charge_id from sandbox.refunds r join processor_notifications n
            on n.due_at is not null and n.content ->> 'kind' = 'refund' and n.content ->> 'reference' = r.id::text)`,
  },
]
