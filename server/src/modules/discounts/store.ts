import type { Actor } from '../../kernel/actor.ts'
import type { Listed, Page } from '../../kernel/page.ts'
import type { SortTerm } from '../../kernel/sorting.ts'
import { contains } from '../../platform/postgres/list.ts'
import type { Db, Fragment, Sql } from '../../platform/postgres/pool.ts'
import { columns, fromRow } from '../../platform/postgres/rows.ts'
import { listTable } from '../../platform/postgres/table-list.ts'
import { facetsOf } from '../../platform/postgres/totals.ts'
import type { Tx } from '../../platform/postgres/transaction.ts'
import { doorOf, visibleTo } from '../access/index.ts'
import { type Product, productFromJson } from '../products/index.ts'
import type { Discount } from './model.ts'

/** A discount as its own answers show it. */
export interface FullDiscount {
  readonly discount: Discount
  readonly products: readonly Product[]
}

/**
 * The whole discount as one JSON value, with every redemption counted and the products it is limited to, for any
 * statement that has a row of `discounts` under this alias. Null when that row is.
 */
export function discountJson(sql: Sql, alias: string): Fragment {
  const discount = sql(alias)
  return sql`to_jsonb(${discount}) || jsonb_build_object(
    'redemptions_count', ${redemptionsCount(sql, alias)},
    'product_ids', array(
      select link.product_id from discount_products link where link.discount_id = ${discount}.id
      order by link.product_id))`
}

export function discountFromJson(json: object): Discount {
  return fromRow<Discount>(json)
}

/** What the row has counted, and the redemptions that wait to be counted. */
function redemptionsCount(sql: Sql, alias: string): Fragment {
  const discount = sql(alias)
  return sql`${discount}.redemptions_count + (
    select count(*) from discount_redemptions waiting
    where waiting.discount_id = ${discount}.id and not waiting.is_counted and waiting.status <> 'released')`
}

function fullDiscountJson(sql: Sql, alias: string): Fragment {
  return sql`json_build_object(
    'discount', ${discountJson(sql, alias)},
    'products', array_to_json(array(
      select each_product from discount_products link join products each_product on each_product.id = link.product_id
      where link.discount_id = ${sql(alias)}.id
      order by each_product.created_at, each_product.id)))`
}

function fullDiscountFromJson(json: object): FullDiscount {
  const { discount, products } = json as { discount: object; products: object[] }
  return { discount: discountFromJson(discount), products: products.map(productFromJson) }
}

/** Who wants to use a discount: a customer, or else whoever has this e-mail address. */
export interface Redeemer {
  readonly organizationId: string
  readonly customerId: string | null
  readonly customerEmail: string | null
}

/** A discount, and how often that customer has used it: 0 where nobody counts, or where the customer is not known. */
export interface DiscountInUse {
  readonly discount: Discount
  readonly redeemedByCustomer: number
}

export function findDiscountById(db: Db, redeemer: Redeemer, id: string): Promise<DiscountInUse | undefined> {
  return findOne(db, redeemer, db.sql`d.id = ${id}`)
}

export function findDiscountByCode(db: Db, redeemer: Redeemer, code: string): Promise<DiscountInUse | undefined> {
  return findOne(db, redeemer, db.sql`lower(d.code) = lower(${code})`)
}

async function findOne(db: Db, redeemer: Redeemer, condition: Fragment): Promise<DiscountInUse | undefined> {
  const { sql } = db
  const customer = sql`coalesce(${redeemer.customerId}::uuid, (
    select cu.id from customers cu
    where cu.organization_id = d.organization_id and cu.deleted_at is null
      and lower(cu.email) = lower(${redeemer.customerEmail}::text)))`
  const [found] = await sql<{ discount: object; redeemed: number }[]>`
    select ${discountJson(sql, 'd')} as discount, ${redeemedBy(sql, customer)} as redeemed from discounts d
    where d.organization_id = ${redeemer.organizationId} and d.deleted_at is null and ${condition}`
  return found && { discount: discountFromJson(found.discount), redeemedByCustomer: found.redeemed }
}

/**
 * How often a customer has used the discount `d`, for any statement that has both. Only where it matters: the discounts
 * that most buyers use have no limit per customer.
 */
export function redeemedBy(sql: Sql, customerId: Fragment): Fragment {
  return sql`case when d.max_redemptions_per_customer is null then 0 else (
    select count(*) from discount_redemptions mine
    where mine.customer_id = ${customerId} and mine.discount_id = d.id and mine.status <> 'released') end`
}

export async function findFullDiscount(db: Db, actor: Actor, id: string): Promise<FullDiscount | undefined> {
  const { sql } = db
  const [found] = await sql<{ full: object }[]>`
    select ${fullDiscountJson(sql, 'd')} as full from discounts d where ${oneVisible(sql, actor, id)}`
  return found && fullDiscountFromJson(found.full)
}

/**
 * Two statements: one that had to wait for the lock would still show the redemptions of before the wait. Purchases hold
 * the row at least in share mode until they have written their redemption, so nobody is overlooked.
 */
export async function lockFullDiscount(tx: Tx, actor: Actor, id: string): Promise<FullDiscount | undefined> {
  const { sql } = tx
  await sql`select from discounts d where ${oneVisible(sql, actor, id)} for no key update`
  return findFullDiscount(tx, actor, id)
}

function oneVisible(sql: Sql, actor: Actor, id: string): Fragment {
  return sql`d.id = ${id} and d.deleted_at is null and ${visibleTo(sql, actor, sql`d.organization_id`)}`
}

export async function insertDiscount(tx: Tx, discount: Discount): Promise<void> {
  const { productIds, ...row } = discount
  await tx.sql`insert into discounts ${columns(tx.sql, row)}`
  await insertProducts(tx, discount)
}

/** The count is left alone: redemptions move it, not sellers. */
export async function saveDiscount(tx: Tx, discount: Discount): Promise<void> {
  const { id, createdAt, organizationId, redemptionsCount: _, productIds, ...changeable } = discount
  await tx.sql`update discounts set ${columns(tx.sql, changeable)} where id = ${id}`
}

export async function replaceProducts(tx: Tx, discount: Discount): Promise<void> {
  await tx.sql`delete from discount_products where discount_id = ${discount.id}`
  await insertProducts(tx, discount)
}

async function insertProducts(tx: Tx, discount: Discount): Promise<void> {
  if (discount.productIds.length === 0) return
  await tx.sql`
    insert into discount_products (discount_id, product_id)
    select ${discount.id}, unnest(${discount.productIds as string[]}::uuid[])`
}

/** Before a discount gets a cap: from then on the row's own count is what decides about the last place. */
export async function countRedemptions(tx: Tx, id: string): Promise<void> {
  await tx.sql`select fold_discount_counts_1(${id})`
}

export async function findProducts(db: Db, organizationId: string, ids: readonly string[]): Promise<Product[]> {
  if (ids.length === 0) return []
  const rows = await db.sql<{ product: object }[]>`
    select to_json(p) as product from products p
    where p.id = any(${ids as string[]}) and p.organization_id = ${organizationId} order by p.created_at, p.id`
  return rows.map((row) => productFromJson(row.product))
}

export const DISCOUNT_CRITERIA = ['created_at', 'name', 'code', 'redemptions_count'] as const
export type DiscountCriterion = (typeof DISCOUNT_CRITERIA)[number]

export interface DiscountFilter {
  readonly organizationId: readonly string[] | undefined
  readonly query: string | undefined
}

export async function listDiscounts(
  db: Db,
  actor: Actor,
  filter: DiscountFilter,
  sorting: readonly SortTerm<DiscountCriterion>[],
  page: Page,
): Promise<Listed<FullDiscount>> {
  const { sql } = db
  const { organizationId, query } = filter
  const areWaiting = sorting.some(({ by }) => by === 'redemptions_count') && (await anyWaiting(db))
  const list = {
    table: 'discounts',
    alias: 'd',
    door: doorOf(sql, actor, organizationId),
    where: [query === undefined ? undefined : contains(sql, [sql`lower(d.name)`, sql`lower(d.code)`], query)],
    part: [sql`d.deleted_at is null`],
    facets: facetsOf({ query: query === undefined ? undefined : [query] }, []),
    sorting,
    isSorted: areWaiting,
    criteria: {
      created_at: sql`d.created_at`,
      name: sql`d.name`,
      code: sql`lower(d.code)`,
      redemptions_count: areWaiting ? sql`(${redemptionsCount(sql, 'd')})` : sql`d.redemptions_count`,
    },
    nullable: ['code'] as const,
    page,
    item: sql`select ${fullDiscountJson(sql, 'd')} as item from discounts d where d.id = chosen.listed_id`,
  }
  return listTable(sql, list, fullDiscountFromJson)
}

/** For some seconds after a purchase, the rows' own counts, which an index has in order, are not yet the whole truth. */
async function anyWaiting({ sql }: Db): Promise<boolean> {
  const found = await sql`select from discount_redemptions where not is_counted limit 1`
  return found.length > 0
}

/** A purchase that took a place has come to nothing. The discount is locked first, as by everybody who counts. */
export async function releasePlace({ sql }: Tx, checkoutId: string): Promise<void> {
  await sql`
    select from discounts d
    where d.id = (select r.discount_id from discount_redemptions r where r.checkout_id = ${checkoutId} and r.status = 'reserved')
    for no key update`
  await sql`
    with released as (
      update discount_redemptions r set status = 'released'
      where r.checkout_id = ${checkoutId} and r.status = 'reserved' returning r.discount_id, r.is_counted)
    update discounts d set redemptions_count = d.redemptions_count - 1
    from released r where d.id = r.discount_id and r.is_counted`
}
