import type { Actor } from '../../kernel/actor.ts'
import type { Listed, Page } from '../../kernel/page.ts'
import type { SortTerm } from '../../kernel/sorting.ts'
import { listed, orderBy, pageClause, where } from '../../platform/postgres/list.ts'
import type { Db, Fragment, Sql } from '../../platform/postgres/pool.ts'
import { columns, fromRow } from '../../platform/postgres/rows.ts'
import type { Tx } from '../../platform/postgres/transaction.ts'
import { visibleTo } from '../access/index.ts'
import type { Customer, CustomerSession } from './model.ts'

export function findCustomer(db: Db, actor: Actor, id: string): Promise<Customer | undefined> {
  return oneCustomer(db, actor, id, db.sql``)
}

export function lockCustomer(tx: Tx, actor: Actor, id: string): Promise<Customer | undefined> {
  return oneCustomer(tx, actor, id, tx.sql`for no key update`)
}

/** Keeps the customer from being changed or deleted until what hangs on it is written. */
export function holdCustomer(tx: Tx, actor: Actor, id: string): Promise<Customer | undefined> {
  return oneCustomer(tx, actor, id, tx.sql`for share`)
}

async function oneCustomer(db: Db, actor: Actor, id: string, lock: Fragment): Promise<Customer | undefined> {
  const { sql } = db
  const [found] = await sql<Customer[]>`
    select c.* from customers c
    where c.id = ${id} and c.deleted_at is null and ${visibleTo(sql, actor, sql`c.organization_id`)} ${lock}`
  return found
}

export async function insertCustomer(tx: Tx, customer: Customer): Promise<void> {
  await tx.sql`insert into customers ${columns(tx.sql, stored(tx.sql, customer))}`
}

export async function saveCustomer(tx: Tx, customer: Customer): Promise<void> {
  const { id, createdAt, organizationId, ...changeable } = stored(tx.sql, customer)
  await tx.sql`update customers set ${columns(tx.sql, changeable)} where id = ${id}`
}

/** The tax id is a list in a JSON column, which a list alone does not say. */
function stored(sql: Sql, customer: Customer) {
  return { ...customer, taxId: customer.taxId && sql.json(customer.taxId) }
}

export async function insertCustomerSession(tx: Tx, session: CustomerSession, tokenHash: Buffer): Promise<void> {
  await tx.sql`insert into customer_sessions ${columns(tx.sql, { ...session, tokenHash })}`
}

export async function findCustomerSession(db: Db, tokenHash: Buffer): Promise<CustomerSession | undefined> {
  const [found] = await db.sql<CustomerSession[]>`
    select s.id, s.created_at, s.modified_at, s.organization_id, s.customer_id, s.only_checkout_id, s.expires_at
    from customer_sessions s join customers cu on cu.id = s.customer_id and cu.deleted_at is null
    where s.token_hash = ${tokenHash}`
  return found
}

export async function deleteCustomerSessions(tx: Tx, customerId: string): Promise<void> {
  await tx.sql`delete from customer_sessions where customer_id = ${customerId}`
}

export const CUSTOMER_CRITERIA = ['created_at', 'email', 'name'] as const
export type CustomerCriterion = (typeof CUSTOMER_CRITERIA)[number]

export interface CustomerFilter {
  readonly organizationId: readonly string[] | undefined
  readonly email: readonly string[] | undefined
  readonly query: readonly string[] | undefined
}

export async function listCustomers(
  db: Db,
  actor: Actor,
  filter: CustomerFilter,
  sorting: readonly SortTerm<CustomerCriterion>[],
  page: Page,
): Promise<Listed<Customer>> {
  const { sql } = db
  const condition = where(sql, [
    sql`c.deleted_at is null`,
    visibleTo(sql, actor, sql`c.organization_id`),
    filter.organizationId && sql`c.organization_id = any(${filter.organizationId as string[]})`,
    filter.email &&
      sql`lower(c.email) = any(array(select lower(e) from unnest(${filter.email as string[]}::text[]) e))`,
    // strpos, because % and _ are ordinary characters of an e-mail address.
    filter.query &&
      sql`exists (select from unnest(${filter.query as string[]}::text[]) q
        where strpos(lower(c.email), lower(q)) > 0 or strpos(lower(c.name), lower(q)) > 0)`,
  ])
  const criteria = { created_at: sql`c.created_at`, email: sql`lower(c.email)`, name: sql`lower(c.name)` }
  const order = orderBy(sql, sorting, criteria, sql`c.id`, ['name'])
  const rows = await sql<{ totalCount: number; item: object | null }[]>`
    select total.total_count, to_json(page) as item
    from (select count(*)::int as total_count from customers c where ${condition}) total
    left join lateral (select c.* from customers c where ${condition} order by ${order} ${pageClause(sql, page)}) page
      on true`
  return listed(rows, customerFromJson)
}

export function customerFromJson(json: object): Customer {
  return fromRow<Customer>(json)
}
