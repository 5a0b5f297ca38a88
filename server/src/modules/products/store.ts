import type { Actor } from '../../kernel/actor.ts'
import type { Listed, Page } from '../../kernel/page.ts'
import type { SortTerm } from '../../kernel/sorting.ts'
import { listed, orderBy, pageClause, where } from '../../platform/postgres/list.ts'
import type { Db, Fragment, Sql } from '../../platform/postgres/pool.ts'
import { columns, fromRow } from '../../platform/postgres/rows.ts'
import type { Tx } from '../../platform/postgres/transaction.ts'
import { visibleTo } from '../access/index.ts'
import { type Benefit, benefitFromJson } from '../benefits/index.ts'
import type { FullProduct, Price, Product } from './model.ts'

/**
 * A product with its prices that are not archived and its benefits in order, as one JSON value, for any statement that
 * has a row of `products` under this alias.
 */
export function fullProductJson(sql: Sql, alias: string): Fragment {
  const product = sql(alias)
  return sql`json_build_object(
    'product', to_json(${product}),
    'prices', array_to_json(array(
      select each_price from product_prices each_price
      where each_price.product_id = ${product}.id and not each_price.is_archived
      order by each_price.created_at, each_price.id)),
    'benefits', array_to_json(array(
      select each_benefit from product_benefits link join benefits each_benefit on each_benefit.id = link.benefit_id
      where link.product_id = ${product}.id and each_benefit.deleted_at is null
      order by link.position, link.benefit_id)))`
}

export function fullProductFromJson(json: object): FullProduct {
  const { product, prices, benefits } = json as { product: object; prices: object[]; benefits: object[] }
  return {
    ...productFromJson(product),
    prices: prices.map(priceFromJson),
    benefits: benefits.map(benefitFromJson),
  }
}

export function productFromJson(json: object): Product {
  return fromRow<Product>(json)
}

export function priceFromJson(json: object): Price {
  return fromRow<Price>(json)
}

export async function findFullProduct(db: Db, actor: Actor, id: string): Promise<FullProduct | undefined> {
  const { sql } = db
  const [found] = await sql<{ product: object }[]>`
    select ${fullProductJson(sql, 'p')} as product from products p
    where p.id = ${id} and ${visibleTo(sql, actor, sql`p.organization_id`)}`
  return found && fullProductFromJson(found.product)
}

/**
 * Two statements: one that had to wait for the lock would still show the prices and benefits of before the wait. Ids
 * never change, so the weaker lock is enough, and purchases that refer to the product do not wait.
 */
export async function lockFullProduct(tx: Tx, actor: Actor, id: string): Promise<FullProduct | undefined> {
  const { sql } = tx
  await sql`
    select from products p where p.id = ${id} and ${visibleTo(sql, actor, sql`p.organization_id`)} for no key update`
  return findFullProduct(tx, actor, id)
}

export async function insertProduct(tx: Tx, product: FullProduct): Promise<void> {
  await tx.sql`insert into products ${columns(tx.sql, rowOf(product))}`
  await insertPrices(tx, product.prices)
}

export async function saveProduct(tx: Tx, product: FullProduct): Promise<void> {
  const { id, createdAt, organizationId, isRecurring, ...changeable } = rowOf(product)
  await tx.sql`update products set ${columns(tx.sql, changeable)} where id = ${id}`
}

export async function insertPrices(tx: Tx, prices: readonly Price[]): Promise<void> {
  if (prices.length > 0) await tx.sql`insert into product_prices ${tx.sql([...prices])}`
}

export async function archivePrices(tx: Tx, prices: readonly Price[], now: Date): Promise<void> {
  if (prices.length === 0) return
  await tx.sql`
    update product_prices set is_archived = true, modified_at = ${now}, version = version + 1
    where id = any(${prices.map((price) => price.id)})`
}

export async function replaceBenefits(tx: Tx, product: FullProduct): Promise<void> {
  const ids = product.benefits.map((benefit) => benefit.id)
  await tx.sql`delete from product_benefits where product_id = ${product.id}`
  await tx.sql`
    insert into product_benefits (product_id, benefit_id, position)
    select ${product.id}, given.id, given.position from unnest(${ids}::uuid[]) with ordinality given(id, position)`
}

export async function findBenefits(db: Db, organizationId: string, ids: readonly string[]): Promise<Benefit[]> {
  const rows = await db.sql<{ benefit: object }[]>`
    select to_json(b) as benefit from benefits b
    where b.id = any(${ids as string[]}) and b.organization_id = ${organizationId} and b.deleted_at is null`
  return rows.map((row) => benefitFromJson(row.benefit))
}

export async function findDefaultCurrency(db: Db, organizationId: string): Promise<string> {
  const [found] = await db.sql<{ defaultCurrency: string }[]>`
    select default_currency from organizations where id = ${organizationId}`
  if (!found) throw new Error(`the organization ${organizationId} is gone`)
  return found.defaultCurrency
}

function rowOf(product: FullProduct): Product {
  const { prices, benefits, ...row } = product
  return row
}

export const PRODUCT_CRITERIA = ['created_at', 'name', 'price_type', 'price_amount_type', 'price_amount'] as const
export type ProductCriterion = (typeof PRODUCT_CRITERIA)[number]

export interface ProductFilter {
  readonly organizationId: readonly string[] | undefined
  readonly query: string | undefined
  readonly isArchived: boolean | undefined
  readonly isRecurring: boolean | undefined
  readonly benefitId: readonly string[] | undefined
}

export async function listProducts(
  db: Db,
  actor: Actor,
  filter: ProductFilter,
  sorting: readonly SortTerm<ProductCriterion>[],
  page: Page,
): Promise<Listed<FullProduct>> {
  const { sql } = db
  const condition = conditionOf(sql, actor, filter)
  const order = orderBy(sql, sorting, sortColumns(sql), sql`p.id`, ['price_amount_type', 'price_amount'])
  const rows = await sql<{ totalCount: number; item: object | null }[]>`
    select total.total_count, case when page.id is not null then ${fullProductJson(sql, 'page')} end as item
    from (select count(*)::int as total_count from products p where ${condition}) total
    left join lateral (select p.* from products p where ${condition} order by ${order} ${pageClause(sql, page)}) page
      on true`
  return listed(rows, fullProductFromJson)
}

function conditionOf(sql: Sql, actor: Actor, filter: ProductFilter): Fragment {
  return where(sql, [
    visibleTo(sql, actor, sql`p.organization_id`),
    filter.organizationId && sql`p.organization_id = any(${filter.organizationId as string[]})`,
    filter.query === undefined ? undefined : sql`position(lower(${filter.query}) in lower(p.name)) > 0`,
    filter.isArchived === undefined ? undefined : sql`p.is_archived = ${filter.isArchived}`,
    filter.isRecurring === undefined ? undefined : sql`p.is_recurring = ${filter.isRecurring}`,
    filter.benefitId &&
      sql`exists (
        select from product_benefits link join benefits b on b.id = link.benefit_id
        where link.product_id = p.id and b.deleted_at is null and b.id = any(${filter.benefitId as string[]}))`,
  ])
}

/** A product with several prices stands where its cheapest one does. */
function sortColumns(sql: Sql): Readonly<Record<ProductCriterion, Fragment>> {
  const prices = sql`from product_prices x where x.product_id = p.id and not x.is_archived`
  return {
    created_at: sql`p.created_at`,
    name: sql`p.name`,
    price_type: sql`case when p.is_recurring then 'recurring' else 'one_time' end`,
    price_amount_type: sql`(select min(x.amount_type) ${prices})`,
    price_amount: sql`(select min(coalesce(x.price_amount, x.preset_amount, x.minimum_amount, 0)) ${prices})`,
  }
}
