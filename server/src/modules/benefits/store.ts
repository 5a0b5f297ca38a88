import type { Actor } from '../../kernel/actor.ts'
import type { Listed, Page } from '../../kernel/page.ts'
import type { SortTerm } from '../../kernel/sorting.ts'
import { contains, isOneOf } from '../../platform/postgres/list.ts'
import type { Db, Fragment } from '../../platform/postgres/pool.ts'
import { columns, fromRow } from '../../platform/postgres/rows.ts'
import { listTable } from '../../platform/postgres/table-list.ts'
import { facetsOf } from '../../platform/postgres/totals.ts'
import type { Tx } from '../../platform/postgres/transaction.ts'
import { doorOf, openDoor, visibleTo } from '../access/index.ts'
import { customerFromJson } from '../customers/index.ts'
import type { StoredFile } from '../files/index.ts'
import type { Benefit, BenefitGrant, BenefitType, FullGrant } from './model.ts'

export function findBenefit(db: Db, actor: Actor, id: string): Promise<Benefit | undefined> {
  return oneBenefit(db, actor, id, db.sql``)
}

export function lockBenefit(tx: Tx, actor: Actor, id: string): Promise<Benefit | undefined> {
  return oneBenefit(tx, actor, id, tx.sql`for no key update`)
}

/**
 * For whoever is about to attach these benefits: until the end of the transaction nobody deletes them, and one that is
 * being deleted is waited for and then not found. To be called before the product is locked, as a deletion locks the
 * benefit first and then its products.
 */
export async function holdBenefits({ sql }: Tx, actor: Actor, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    select from benefits b
    where b.id = any(${ids as string[]}) and b.deleted_at is null and ${visibleTo(sql, actor, sql`b.organization_id`)}
    order by b.id for share of b`
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

/** Those that list the file, by id, as everybody locks several benefits. */
export async function findBenefitIdsWith(
  { sql }: Tx,
  file: Pick<StoredFile, 'id' | 'organizationId'>,
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select b.id from benefits b
    where b.organization_id = ${file.organizationId} and b.type = 'downloadables' and b.deleted_at is null
      and b.properties -> 'files' ? ${file.id}
    order by b.id`
  return rows.map(({ id }) => id)
}

/** In the order of their ids, in which whoever locks several of them has to do it. */
export async function findProductIdsOf(tx: Tx, benefitId: string): Promise<string[]> {
  const rows = await tx.sql<{ productId: string }[]>`
    select product_id from product_benefits where benefit_id = ${benefitId} order by product_id`
  return rows.map(({ productId }) => productId)
}

export async function lockProductBenefits(tx: Tx, productId: string): Promise<void> {
  await tx.sql`select lock_product_benefits_1(${productId})`
}

export async function insertGrantReview(tx: Tx, productId: string, now: Date): Promise<void> {
  await tx.sql`insert into grant_reviews (created_at, product_id, worked_at) values (${now}, ${productId}, ${now})`
}

export const BENEFIT_CRITERIA = ['created_at', 'description'] as const
export type BenefitCriterion = (typeof BENEFIT_CRITERIA)[number]

export interface BenefitFilter {
  readonly organizationId: readonly string[] | undefined
  readonly type: readonly BenefitType[] | undefined
  readonly query: string | undefined
}

export function listBenefits(
  db: Db,
  actor: Actor,
  filter: BenefitFilter,
  sorting: readonly SortTerm<BenefitCriterion>[],
  page: Page,
): Promise<Listed<Benefit>> {
  const { sql } = db
  const { organizationId, type, query } = filter
  const list = {
    table: 'benefits',
    alias: 'b',
    door: doorOf(sql, actor, organizationId),
    where: [query === undefined ? undefined : contains(sql, [sql`lower(b.description)`], query)],
    part: [sql`b.deleted_at is null`, type && isOneOf(sql, sql`b.type`, type)],
    facets: facetsOf({ type, query: query === undefined ? undefined : [query] }, ['type']),
    sorting,
    criteria: { created_at: sql`b.created_at`, description: sql`lower(b.description)` },
    page,
  }
  return listTable(sql, list, benefitFromJson)
}

export function benefitFromJson(json: object): Benefit {
  return fromRow<Benefit>(json)
}

export function grantFromJson(json: object): BenefitGrant {
  return fromRow<BenefitGrant>(json)
}

export const GRANT_CRITERIA = ['created_at'] as const
export type GrantCriterion = (typeof GRANT_CRITERIA)[number]

export interface GrantFilter {
  readonly isGranted: boolean | undefined
  readonly customerId: readonly string[] | undefined
}

/** The benefit was found through the door. */
export function listGrants(
  db: Db,
  benefit: Benefit,
  filter: GrantFilter,
  sorting: readonly SortTerm<GrantCriterion>[],
  page: Page,
): Promise<Listed<FullGrant>> {
  const { sql } = db
  const { isGranted, customerId } = filter
  const named = { benefit_id: [benefit.id], is_granted: isGranted, customer_id: customerId }
  const list = {
    table: 'benefit_grants',
    alias: 'g',
    door: openDoor(sql, benefit.organizationId),
    where: [
      sql`g.benefit_id = ${benefit.id}`,
      isGranted === undefined ? undefined : sql`g.is_granted = ${isGranted}`,
      customerId && isOneOf(sql, sql`g.customer_id`, customerId),
    ],
    facets: facetsOf(named, ['benefit_id', 'benefit_id&is_granted']),
    pin: customerId ? undefined : { column: sql`g.benefit_id`, values: [benefit.id], table: 'benefits' },
    pinned: ['created_at'] as const,
    sorting,
    criteria: { created_at: sql`g.created_at` },
    page,
    item: sql`
      select json_build_object('grant', to_json(g), 'customer', to_json(c)) as item
      from benefit_grants g join customers c on c.id = g.customer_id where g.id = chosen.listed_id`,
  }
  return listTable(sql, list, (item) => {
    const { grant, customer } = item as { grant: object; customer: object }
    return { grant: grantFromJson(grant), benefit, customer: customerFromJson(customer) }
  })
}
