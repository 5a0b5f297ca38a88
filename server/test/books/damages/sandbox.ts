import { change, type Damage, idOf } from './damage.ts'
import { ofOpenCheckout } from './payments.ts'

export const SANDBOX_DAMAGES: readonly Damage[] = [
  {
    check: 'charge_has_its_payment',
    what: 'the sandbox charged an attempt that failed',
    cause: (sql) =>
      idOf(sql`
        insert into sandbox.charges (id, created_at, reference, payment_id, organization_id, checkout_id, amount, currency)
        select gen_random_uuid(), now(), processor_reference, id, organization_id, checkout_id, amount, currency
        from payments where not starts_with(processor_reference, 'sandbox_') and ${ofOpenCheckout(sql)} limit 1
        returning id::text`),
  },
  {
    check: 'payment_has_its_charge',
    what: 'the sandbox knows nothing of a payment',
    cause: (sql) =>
      idOf(sql`
        delete from sandbox.charges where id = (select id from sandbox.charges where refunded_amount = 0 limit 1)
        returning payment_id as id`),
  },
  {
    check: 'nobody_is_charged_twice',
    what: 'the sandbox charged an attempt twice',
    cause: (sql) =>
      idOf(sql`
        insert into sandbox.charges (id, created_at, reference, payment_id, organization_id, checkout_id, amount, currency)
        select gen_random_uuid(), now(), reference, payment_id, organization_id, checkout_id, amount, currency
        from sandbox.charges where refunded_amount = 0 limit 1 returning checkout_id as id`),
  },
  {
    check: 'charge_refunds_add_up',
    what: 'the sandbox gave less back than it says',
    cause: (sql) => change(sql, 'sandbox.refunds', sql`amount = amount - 1`, sql`true`, sql`charge_id`),
  },
  {
    check: 'refund_left_the_sandbox',
    what: 'a refund never reached the sandbox',
    cause: async (sql) => {
      const id = await change(
        sql,
        'sandbox.charges',
        sql`refunded_amount = 0`,
        sql`refunded_amount > 0 and payment_id in (select payment_id from refunds)`,
      )
      await sql`delete from sandbox.refunds where charge_id = ${id}`
      return id
    },
  },
]
