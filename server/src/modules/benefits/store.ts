import type { Actor } from '../../kernel/actor.ts'
import type { Listed, Page } from '../../kernel/page.ts'
import type { SortTerm } from '../../kernel/sorting.ts'
import { listed, orderBy, pageClause, where } from '../../platform/postgres/list.ts'
import type { Db, Fragment } from '../../platform/postgres/pool.ts'
import { columns, fromRow } from '../../platform/postgres/rows.ts'
import type { Tx } from '../../platform/postgres/transaction.ts'
import { visibleTo } from '../access/index.ts'
import type { Benefit, BenefitGrant, BenefitType } from './model.ts'

export function findBenefit(db: Db, actor: Actor, id: string): Promise<Benefit | undefined> {
  return oneBenefit(db, actor, id, db.sql``)
}

export function lockBenefit(tx: Tx, actor: Actor, id: string): Promise<Benefit | undefined> {
  return oneBenefit(tx, actor, id, tx.sql`for no key update`)
}

async function oneBenefit(db: Db, actor: Actor, id: string, lock: Fragment): Promise<Benefit | undefined> {
  const { sql } = db
  const [found] = await sql<Benefit[]>`
    select b.* from benefits b
    where b.id = ${id} and b.deleted_at is null and ${visibleTo(sql, actor, sql`b.organization_id`)} ${lock}`
  return found
}

export async function insertBenefit(tx: Tx, benefit: Benefit): Promise<void> {
  await tx.sql`insert into benefits ${columns(tx.sql, benefit)}`
}

export async function saveBenefit(tx: Tx, benefit: Benefit): Promise<void> {
  const { id, createdAt, organizationId, ...changeable } = benefit
  await tx.sql`update benefits set ${columns(tx.sql, changeable)} where id = ${id}`
}

export async function takeFromProducts(tx: Tx, benefitId: string): Promise<void> {
  await tx.sql`delete from product_benefits where benefit_id = ${benefitId}`
}

export const BENEFIT_CRITERIA = ['created_at', 'description'] as const
export type BenefitCriterion = (typeof BENEFIT_CRITERIA)[number]

export interface BenefitFilter {
  readonly organizationId: readonly string[] | undefined
  readonly type: readonly BenefitType[] | undefined
}

export async function listBenefits(
  db: Db,
  actor: Actor,
  filter: BenefitFilter,
  sorting: readonly SortTerm<BenefitCriterion>[],
  page: Page,
): Promise<Listed<Benefit>> {
  const { sql } = db
  const condition = where(sql, [
    sql`b.deleted_at is null`,
    visibleTo(sql, actor, sql`b.organization_id`),
    filter.organizationId && sql`b.organization_id = any(${filter.organizationId as string[]})`,
    filter.type && sql`b.type = any(${filter.type as string[]})`,
  ])
  const criteria = { created_at: sql`b.created_at`, description: sql`lower(b.description)` }
  const order = orderBy(sql, sorting, criteria, sql`b.id`)
  const rows = await sql<{ totalCount: number; item: object | null }[]>`
    select total.total_count, to_json(page) as item
    from (select count(*)::int as total_count from benefits b where ${condition}) total
    left join lateral (select b.* from benefits b where ${condition} order by ${order} ${pageClause(sql, page)}) page
      on true`
  return listed(rows, benefitFromJson)
}

export function benefitFromJson(json: object): Benefit {
  return fromRow<Benefit>(json)
}

export const GRANT_CRITERIA = ['created_at'] as const
export type GrantCriterion = (typeof GRANT_CRITERIA)[number]

export interface GrantFilter {
  readonly isGranted: boolean | undefined
  readonly customerId: readonly string[] | undefined
}

/** The benefit was found through the door, so its grants need no door of their own. */
export async function listGrants(
  db: Db,
  benefit: Benefit,
  filter: GrantFilter,
  sorting: readonly SortTerm<GrantCriterion>[],
  page: Page,
): Promise<Listed<BenefitGrant>> {
  const { sql } = db
  const condition = where(sql, [
    sql`g.benefit_id = ${benefit.id}`,
    filter.isGranted === undefined ? undefined : sql`g.is_granted = ${filter.isGranted}`,
    filter.customerId && sql`g.customer_id = any(${filter.customerId as string[]})`,
  ])
  const order = orderBy(sql, sorting, { created_at: sql`g.created_at` }, sql`g.id`)
  const rows = await sql<{ totalCount: number; item: object | null }[]>`
    select total.total_count, to_json(page) as item
    from (select count(*)::int as total_count from benefit_grants g where ${condition}) total
    left join lateral (select g.* from benefit_grants g where ${condition} order by ${order} ${pageClause(sql, page)})
      page on true`
  return listed(rows, (item) => fromRow<BenefitGrant>(item))
}
