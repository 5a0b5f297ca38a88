import type { Actor } from '../../kernel/actor.ts'
import type { BenefitGrant } from '../../modules/benefits/index.ts'
import {
  type Customer,
  type CustomerRef,
  customerFromJson,
  customerWhere,
  theOne,
} from '../../modules/customers/index.ts'
import { ACTIVE_STATUSES, type Subscription } from '../../modules/subscriptions/index.ts'
import type { Db } from '../../platform/postgres/pool.ts'
import { fromRow } from '../../platform/postgres/rows.ts'

export interface GrantedBenefit {
  readonly grant: BenefitGrant
  readonly benefitType: string
}

/** A customer, and what they have right now. */
export interface Standing {
  readonly customer: Customer
  readonly subscriptions: readonly Subscription[]
  readonly benefits: readonly GrantedBenefit[]
}

interface StandingRow {
  readonly customer: object
  readonly subscriptions: readonly object[]
  readonly benefits: readonly { readonly grant: object; readonly benefitType: string }[]
}

/** One statement, because sellers ask this with every page they show. */
export async function readStanding(db: Db, actor: Actor, ref: CustomerRef): Promise<Standing | undefined> {
  const { sql } = db
  const rows = await sql<StandingRow[]>`
    select to_json(c) as customer,
      array_to_json(array(
        select to_json(s) from subscriptions s
        where s.customer_id = c.id and s.status = any(${ACTIVE_STATUSES as string[]})
        order by s.started_at, s.id)) as subscriptions,
      array_to_json(array(
        select json_build_object('grant', to_json(g), 'benefitType', b.type)
        from benefit_grants g join benefits b on b.id = g.benefit_id
        where g.customer_id = c.id and g.is_granted
        order by g.granted_at, g.id)) as benefits
    from customers c where ${customerWhere(sql, actor, ref)} limit 2`
  const row = theOne(rows, ref)
  return (
    row && {
      customer: customerFromJson(row.customer),
      subscriptions: row.subscriptions.map((json) => fromRow<Subscription>(json)),
      benefits: row.benefits.map(({ grant, benefitType }) => ({ grant: fromRow<BenefitGrant>(grant), benefitType })),
    }
  )
}
