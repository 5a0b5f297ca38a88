import type { Sql } from '../../../src/platform/postgres/pool.ts'
import { change, type Damage } from './damage.ts'

export const ofType = (sql: Sql, type: string) =>
  sql`benefit_id in (select b.id from benefits b where b.type = ${type})`

export const GRANT_DAMAGES: readonly Damage[] = [
  {
    check: 'buyer_has_the_benefits',
    what: 'a benefit was taken back for no reason',
    cause: (sql) =>
      change(
        sql,
        'benefit_grants',
        sql`is_granted = false, revoked_at = now()`,
        sql`is_granted and order_id is not null and ${ofType(sql, 'custom')}`,
        sql`order_id`,
      ),
  },
  {
    check: 'refund_took_the_benefits',
    what: 'benefits were to go with a refund, and have not',
    cause: (sql) => change(sql, 'orders', sql`benefits_revoked_at = null`, sql`benefits_revoked_at is not null`),
  },
  {
    check: 'revoked_benefits_stay_away',
    what: 'a benefit that went with a refund is back',
    cause: (sql) =>
      change(
        sql,
        'benefit_grants',
        sql`is_granted = true, revoked_at = null`,
        sql`order_id in (select id from orders where benefits_revoked_at is not null) and ${ofType(sql, 'custom')}
          and benefit_id in (select id from benefits where deleted_at is null)`,
      ),
  },
  {
    check: 'grant_is_due',
    what: 'a benefit that was deleted is granted',
    cause: (sql) =>
      change(
        sql,
        'benefit_grants',
        sql`is_granted = true, revoked_at = null`,
        sql`benefit_id in (select id from benefits where deleted_at is not null)
          and customer_id in (select id from customers where deleted_at is null)`,
      ),
  },
  {
    check: 'ended_subscription_grants_nothing',
    what: 'a subscription has ended, and one of its benefits has not',
    cause: (sql) =>
      change(
        sql,
        'benefit_grants',
        sql`is_granted = true, revoked_at = null`,
        sql`subscription_id in (
          select s.id from subscriptions s join customers c on c.id = s.customer_id
          where s.ended_at is not null and c.deleted_at is null) and ${ofType(sql, 'custom')}`,
      ),
  },
  {
    check: 'deleted_customer_keeps_nothing',
    what: 'somebody who was deleted has a benefit',
    cause: async (sql) => {
      await sql`delete from customer_erasures`
      return change(
        sql,
        'benefit_grants',
        sql`is_granted = true, revoked_at = null`,
        sql`customer_id in (select id from customers where deleted_at is not null) and order_id is not null
          and ${ofType(sql, 'custom')} and benefit_id in (select id from benefits where deleted_at is null)`,
      )
    },
  },
  {
    check: 'grant_says_since_when',
    what: 'a grant holds and is revoked',
    cause: (sql) => change(sql, 'benefit_grants', sql`revoked_at = now()`, sql`is_granted`),
  },
  {
    check: 'grant_fits_its_purchase',
    what: 'somebody else has what a customer bought',
    cause: (sql) =>
      change(
        sql,
        'benefit_grants',
        sql`customer_id = (
          select c.id from customers c
          where c.organization_id = benefit_grants.organization_id and c.id <> benefit_grants.customer_id
            and c.deleted_at is null limit 1)`,
        sql`is_granted and ${ofType(sql, 'custom')}`,
      ),
  },
]
