import type { Actor } from '../../kernel/actor.ts'
import type { Listed, Page } from '../../kernel/page.ts'
import type { SortTerm } from '../../kernel/sorting.ts'
import type { Door } from '../../platform/postgres/door.ts'
import { fixed } from '../../platform/postgres/fixed.ts'
import { isOneOf } from '../../platform/postgres/list.ts'
import type { Db, Fragment, Sql } from '../../platform/postgres/pool.ts'
import { columns, fromRow } from '../../platform/postgres/rows.ts'
import { listTable } from '../../platform/postgres/table-list.ts'
import { behind, facetsOf, keptNumber } from '../../platform/postgres/totals.ts'
import type { Tx } from '../../platform/postgres/transaction.ts'
import { doorOf, visibleTo } from '../access/index.ts'
import { discountFromJson, discountJson } from '../discounts/index.ts'
import { organizationFromJson, organizationJson } from '../organizations/index.ts'
import { fullProductFromJson, fullProductJson, priceFromJson } from '../products/index.ts'
import type { Checkout, FullCheckout } from './model.ts'

export interface FullCheckoutRow {
  readonly checkout: object
  readonly organization: object
  readonly product: object
  /** Null when the checkout offers one product only. */
  readonly products: readonly object[] | null
  readonly price: object
  readonly discount: object | null
}

export async function findCheckout(db: Db, actor: Actor, id: string): Promise<FullCheckout | undefined> {
  const { sql } = db
  const [row] = await sql<FullCheckoutRow[]>`
    ${fullSelect(sql)} where c.id = ${id} and ${visibleTo(sql, actor, sql`c.organization_id`)}`
  return row && fullCheckoutFromRow(row)
}

/**
 * The lock comes first and the reading second: one statement that did both would wait with an old picture of the price
 * and the discount, and would not find the checkout again when somebody changed them meanwhile.
 */
export async function lockCheckout(tx: Tx, actor: Actor, id: string): Promise<FullCheckout | undefined> {
  const { sql } = tx
  await sql`
    select from checkouts c where c.id = ${id} and ${visibleTo(sql, actor, sql`c.organization_id`)} for no key update`
  return findCheckout(tx, actor, id)
}

/** Whoever knows the client secret may see the checkout: this is the buyer's door. */
export async function findCheckoutBySecret(db: Db, clientSecret: string): Promise<FullCheckout | undefined> {
  const { sql } = db
  const [row] = await sql<FullCheckoutRow[]>`${fullSelect(sql)} where c.client_secret = ${clientSecret}`
  return row && fullCheckoutFromRow(row)
}

export async function lockCheckoutBySecret(tx: Tx, clientSecret: string): Promise<FullCheckout | undefined> {
  await tx.sql`select from checkouts where client_secret = ${clientSecret} for no key update`
  return findCheckoutBySecret(tx, clientSecret)
}

/** What tells whether a checkout has changed. */
type CheckoutMark = Pick<Checkout, 'id' | 'organizationId' | 'version' | 'status' | 'expiresAt'>

export async function findCheckoutById(db: Db, id: string): Promise<FullCheckout | undefined> {
  const [full] = await findCheckouts(db, [id])
  return full
}

export async function lockCheckoutById(tx: Tx, id: string): Promise<FullCheckout | undefined> {
  await tx.sql`select from checkouts where id = ${id} for no key update`
  return findCheckoutById(tx, id)
}

export function findMarks(db: Db, ids: readonly string[]): Promise<CheckoutMark[]> {
  return db.sql<CheckoutMark[]>`
    select id, organization_id, version, status, expires_at from checkouts where id = any(${ids as string[]})`
}

export async function findCheckouts(db: Db, ids: readonly string[]): Promise<FullCheckout[]> {
  const { sql } = db
  const rows = await sql<FullCheckoutRow[]>`${fullSelect(sql)} where c.id = any(${ids as string[]})`
  return rows.map(fullCheckoutFromRow)
}

/** What buyers have started instead of a checkout, and instead of that one, and so on: the last of them. */
export async function findLastRestart({ sql }: Db, id: string): Promise<string | undefined> {
  const [last] = await sql<{ restartedAs: string }[]>`
    with recursive chain as (
      select restarted_as, 1 as step from checkout_restarts where checkout_id = ${id}
      union all
      select r.restarted_as, step + 1 from chain join checkout_restarts r on r.checkout_id = chain.restarted_as)
    select restarted_as from chain order by step desc limit 1`
  return last?.restartedAs
}

export async function saveRestart({ sql }: Tx, endedId: string, id: string): Promise<void> {
  await sql`insert into checkout_restarts (checkout_id, restarted_as) values (${endedId}, ${id})`
}

/** Open checkouts whose time has passed, locked; those that another process holds are left to it. */
export async function lockDueCheckouts(tx: Tx, now: Date, most: number): Promise<FullCheckout[]> {
  const { sql } = tx
  const due = await sql<{ id: string }[]>`
    select id from checkouts where status = 'open' and expires_at <= ${now}
    order by expires_at limit ${most} for no key update skip locked`
  return findCheckouts(
    tx,
    due.map(({ id }) => id),
  )
}

export async function insertCheckout(tx: Tx, checkout: Checkout): Promise<void> {
  await tx.sql`insert into checkouts ${columns(tx.sql, checkout)}`
}

export async function saveCheckout(tx: Tx, checkout: Checkout): Promise<void> {
  const { id, createdAt, organizationId, clientSecret, productIds, ...changeable } = checkout
  await tx.sql`update checkouts set ${columns(tx.sql, changeable)} where id = ${id}`
}

export interface CheckoutFilter {
  readonly organizationId: readonly string[] | undefined
  readonly productId: readonly string[] | undefined
  readonly customerId: readonly string[] | undefined
  readonly status: readonly string[] | undefined
}

export const CHECKOUT_CRITERIA = ['created_at', 'expires_at'] as const
export type CheckoutCriterion = (typeof CHECKOUT_CRITERIA)[number]

/** Filters by which totals are kept. */
const KEPT = ['status', 'product_id']

export async function listCheckouts(
  db: Db,
  actor: Actor,
  filter: CheckoutFilter,
  sorting: readonly SortTerm<CheckoutCriterion>[],
  page: Page,
): Promise<Listed<FullCheckout>> {
  const { sql } = db
  const { organizationId, productId, customerId, status } = filter
  const door = doorOf(sql, actor, organizationId)
  const facets = facetsOf({ status, product_id: productId, customer_id: customerId }, KEPT)
  const areOverdue = status !== undefined && (await anyOverdue(db))
  const list = {
    table: 'checkouts',
    alias: 'c',
    door,
    where: [
      productId && isOneOf(sql, sql`c.product_id`, productId),
      customerId && isOneOf(sql, sql`c.customer_id`, customerId),
      areOverdue ? isInState(sql, status, db.clock.now()) : undefined,
    ],
    part: [status && !areOverdue ? isWritten(sql, status) : undefined],
    facets,
    ...(areOverdue && facets && { total: totalInState(db, door, status, facets) }),
    pin: productId && !customerId ? { column: sql`c.product_id`, values: productId, table: 'products' } : undefined,
    pinned: ['created_at'] as const,
    sorting,
    criteria: { created_at: sql`c.created_at`, expires_at: sql`c.expires_at` },
    page,
    item: sql`select to_json(full_checkout) as item from (${fullSelect(sql)} where c.id = chosen.listed_id) full_checkout`,
  }
  return listTable(sql, list, (item) => fullCheckoutFromRow(item as FullCheckoutRow))
}

/** Open ones are few, and have an index, which has to be told. */
function isWritten(sql: Sql, asked: readonly string[]): Fragment {
  return asked.length === 1 && asked[0] === 'open' ? sql`c.status = 'open'` : isOneOf(sql, sql`c.status`, asked)
}

/** For some seconds, until it is written down, a checkout that says open is expired. */
async function anyOverdue({ sql, clock }: Db): Promise<boolean> {
  const found = await sql`select from checkouts where status = 'open' and expires_at <= ${clock.now()} limit 1`
  return found.length > 0
}

function isInState(sql: Sql, asked: readonly string[], now: Date): Fragment {
  const states = asked.map((status) => {
    if (status === 'open') return sql`(c.status = 'open' and c.expires_at > ${now})`
    if (status === 'expired') return sql`(c.status = 'expired' or (c.status = 'open' and c.expires_at <= ${now}))`
    return sql`c.status = ${status}`
  })
  return sql`(${states.reduce((any, state) => sql`${any} or ${state}`)})`
}

/** The kept totals go by what is written down. */
function totalInState(db: Db, door: Door, asked: readonly string[], facets: readonly string[]): Fragment {
  const { sql } = db
  const overdue = sql`(
    select count(*) from checkouts c
    where c.status = 'open' and c.expires_at <= ${db.clock.now()} and ${behind(sql, door, sql`c.organization_id`)})`
  const moved = Number(asked.includes('expired')) - Number(asked.includes('open'))
  return sql`
    select (${keptNumber(sql, 'checkouts', door, facets)} + ${moved}::int * ${overdue})::int as total_count offset 0`
}

/** The columns of a full checkout, for statements that read more along; goes with `fullCheckoutJoins`. */
export const fullCheckoutColumns = fixed(
  (sql) => sql`
    to_json(c) as checkout, ${organizationJson(sql)} as organization, ${fullProductJson(sql, 'p')} as product,
    case when cardinality(c.product_ids) > 1 then (
      select json_agg(${fullProductJson(sql, 'offered')} order by array_position(c.product_ids, offered.id))
      from products offered where offered.id = any(c.product_ids)
    ) end as products,
    to_json(pr) as price, case when d.id is null then null else ${discountJson(sql, 'd')} end as discount`,
)

export const fullCheckoutJoins = fixed(
  (sql) => sql`
    from checkouts c
    join organizations o on o.id = c.organization_id
    join products p on p.id = c.product_id
    join product_prices pr on pr.id = c.product_price_id
    left join discounts d on d.id = c.discount_id`,
)

const fullSelect = fixed((sql) => sql`select ${fullCheckoutColumns(sql)} ${fullCheckoutJoins(sql)}`)

export function fullCheckoutFromRow(row: FullCheckoutRow): FullCheckout {
  const product = fullProductFromJson(row.product)
  return {
    checkout: fromRow<Checkout>(row.checkout),
    organization: organizationFromJson(row.organization),
    product,
    products: row.products?.map(fullProductFromJson) ?? [product],
    price: priceFromJson(row.price),
    discount: row.discount && discountFromJson(row.discount),
  }
}
