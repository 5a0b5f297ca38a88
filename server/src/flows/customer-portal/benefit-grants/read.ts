import type { SignedInCustomer } from '../../../kernel/actor.ts'
import type { Listed, Page } from '../../../kernel/page.ts'
import type { SortTerm } from '../../../kernel/sorting.ts'
import { benefitFromJson, type FullGrant, grantFromJson } from '../../../modules/benefits/index.ts'
import { customerFromJson } from '../../../modules/customers/index.ts'
import { type Organization, organizationFromJson, organizationJson } from '../../../modules/organizations/index.ts'
import { fixed } from '../../../platform/postgres/fixed.ts'
import { listFew, orderBy, pageClause, where } from '../../../platform/postgres/list.ts'
import type { Db, Fragment, Sql } from '../../../platform/postgres/pool.ts'
import { grantCheckout, ownGrant } from '../reach.ts'
import type { OwnGrantQuery } from './schema.ts'

export type OwnedGrant = FullGrant & { readonly organization: Organization }

interface OwnedGrantRow {
  readonly grant: object
  readonly benefit: object
  readonly customer: object
  readonly organization: object
}

/** `organization` is there for clients that ask for it: a session is of one organization, so it changes nothing. */
export const OWN_GRANT_CRITERIA = ['granted_at', 'type', 'organization'] as const
type Criterion = (typeof OWN_GRANT_CRITERIA)[number]

const select = fixed(
  (sql) => sql`
    select to_json(g) as grant, to_json(b) as benefit, to_json(cu) as customer, ${organizationJson(sql)} as organization
    from benefit_grants g
    join benefits b on b.id = g.benefit_id
    join customers cu on cu.id = g.customer_id
    join organizations o on o.id = g.organization_id`,
)

export async function findOwnGrant(db: Db, customer: SignedInCustomer, id: string): Promise<OwnedGrant | undefined> {
  const { sql } = db
  const [row] = await sql<OwnedGrantRow[]>`${select(sql)} where g.id = ${id} and ${ownGrant(sql, customer)}`
  return row && ownedFromRow(row)
}

export function listOwnGrants(
  db: Db,
  customer: SignedInCustomer,
  query: OwnGrantQuery,
  sorting: readonly SortTerm<Criterion>[],
  page: Page,
): Promise<Listed<OwnedGrant>> {
  const { sql } = db
  const condition = where(sql, [ownGrant(sql, customer), ...filters(sql, query)])
  const criteria = { granted_at: sql`g.granted_at`, type: sql`b.type`, organization: sql`g.organization_id` }
  const order = orderBy(sql, sorting, criteria, sql`g.id`, ['granted_at'])
  const all = sql`from benefit_grants g join benefits b on b.id = g.benefit_id where ${condition}`
  const shown = sql`${select(sql)} where ${condition} order by ${order} ${pageClause(sql, page)}`
  return listFew(sql, all, shown, (item) => ownedFromRow(item as OwnedGrantRow))
}

function filters(sql: Sql, query: OwnGrantQuery): (Fragment | undefined)[] {
  return [
    query.type && sql`b.type = any(${query.type}::text[])`,
    query.benefit_id && sql`g.benefit_id = any(${query.benefit_id}::uuid[])`,
    query.organization_id && sql`g.organization_id = any(${query.organization_id}::uuid[])`,
    query.checkout_id && sql`${grantCheckout(sql)} = any(${query.checkout_id}::uuid[])`,
    query.order_id && sql`g.order_id = any(${query.order_id}::uuid[])`,
    query.subscription_id && sql`g.subscription_id = any(${query.subscription_id}::uuid[])`,
  ]
}

function ownedFromRow(row: OwnedGrantRow): OwnedGrant {
  return {
    grant: grantFromJson(row.grant),
    benefit: benefitFromJson(row.benefit),
    customer: customerFromJson(row.customer),
    organization: organizationFromJson(row.organization),
  }
}
