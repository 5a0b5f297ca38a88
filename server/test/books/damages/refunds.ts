import { change, type Damage, idOf } from './damage.ts'

export const REFUND_DAMAGES: readonly Damage[] = [
  {
    check: 'payment_refunds_add_up',
    what: 'a payment does not know of all its refunds',
    cause: (sql) =>
      change(
        sql,
        'payments',
        sql`refunded_amount = refunded_amount - 1`,
        sql`refunded_amount > 0 and starts_with(processor_reference, 'sandbox_')`,
      ),
  },
  {
    check: 'order_refunds_add_up',
    what: 'an order says that more was refunded',
    cause: (sql) =>
      change(sql, 'orders', sql`refunded_amount = refunded_amount + 1`, sql`status = 'partially_refunded'`),
  },
  {
    check: 'refunds_stay_within_the_order',
    what: 'more tax was refunded than was paid',
    cause: async (sql) => {
      const id = await change(
        sql,
        'orders',
        sql`refunded_amount = refunded_amount - 1, refunded_tax_amount = refunded_tax_amount + 1`,
        sql`status = 'partially_refunded'`,
      )
      await sql`update refunds set amount = amount - 1, tax_amount = tax_amount + 1 where order_id = ${id}`
      return id
    },
  },
  {
    check: 'order_status_fits_its_refunds',
    what: 'an order counts as refunded, of which a part was',
    cause: (sql) => change(sql, 'orders', sql`status = 'refunded'`, sql`status = 'partially_refunded'`),
  },
  {
    check: 'refund_fits_its_order',
    what: 'a refund went to somebody else',
    cause: (sql) =>
      change(
        sql,
        'refunds',
        sql`customer_id = (
          select c.id from customers c where c.organization_id = refunds.organization_id and c.id <> refunds.customer_id limit 1)`,
        sql`true`,
      ),
  },
  {
    check: 'refund_is_looked_after',
    what: 'a refund is done, and the work about it is not',
    cause: (sql) =>
      idOf(sql`
        insert into refund_work (refund_id, due_at) select id, now() + interval '1 hour' from refunds limit 1
        returning refund_id as id`),
  },
]
