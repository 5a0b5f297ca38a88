import type { Sql } from '../../../src/platform/postgres/pool.ts'
import { change, type Damage, idOf } from './damage.ts'

/** A payment that the sandbox decided at once, without books of its own, and nothing came back of it. */
const inline = (sql: Sql) => sql`
  starts_with(processor_reference, 'sandbox_') and status = 'succeeded' and order_id is not null and refunded_amount = 0
  and id not in (select payment_id from refunds)`
export const ofOpenCheckout = (sql: Sql) => sql`
  status = 'failed' and checkout_id in (select id from checkouts where status = 'open')`

export const PAYMENT_DAMAGES: readonly Damage[] = [
  {
    check: 'order_is_paid',
    what: 'a payment is gone',
    cause: (sql) =>
      idOf(sql`
        delete from payments where id = (select id from payments where ${inline(sql)} limit 1) returning order_id as id`),
  },
  {
    check: 'order_is_paid_in_full',
    what: 'a payment is of another amount',
    cause: (sql) => change(sql, 'payments', sql`amount = amount + 1`, inline(sql)),
  },
  {
    check: 'order_is_paid_in_full',
    what: 'a payment is of another currency',
    cause: (sql) => change(sql, 'payments', sql`currency = 'eur'`, inline(sql)),
  },
  {
    check: 'payment_has_its_order',
    what: 'a payment names another checkout',
    cause: (sql) =>
      change(
        sql,
        'payments',
        sql`checkout_id = (select c.id from checkouts c where c.status = 'expired' limit 1)`,
        inline(sql),
      ),
  },
  {
    check: 'money_has_an_order',
    what: 'money came, and no order was made',
    cause: (sql) =>
      change(
        sql,
        'payments',
        sql`status = 'succeeded', failure_code = null`,
        sql`starts_with(processor_reference, 'sandbox_') and ${ofOpenCheckout(sql)}`,
      ),
  },
  {
    check: 'stray_money_goes_back',
    what: 'money that came for nothing was kept',
    cause: async (sql) => {
      const id = await change(sql, 'payments', sql`refunded_amount = 0`, sql`is_stray`)
      await sql`delete from sandbox.refunds where charge_id in (select id from sandbox.charges where payment_id = ${id})`
      await sql`update sandbox.charges set refunded_amount = 0 where payment_id = ${id}`
      return id
    },
  },
  {
    check: 'attempt_is_looked_after',
    what: 'an attempt is open, and there is no work about it',
    cause: (sql) => change(sql, 'payments', sql`status = 'pending'`, ofOpenCheckout(sql)),
  },
  {
    check: 'work_has_its_attempt',
    what: 'an attempt has ended, and the work about it has not',
    cause: (sql) => change(sql, 'payments', sql`status = 'failed'`, sql`status = 'action_required'`),
  },
  {
    check: 'dispute_fits_its_payment',
    what: 'a bank wants money back that somebody else took',
    cause: (sql) =>
      change(
        sql,
        'disputes',
        sql`organization_id = (select o.id from organizations o where o.id <> disputes.organization_id limit 1)`,
        sql`true`,
      ),
  },
]
