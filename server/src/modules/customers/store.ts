import type { Actor, SignedInCustomer } from '../../kernel/actor.ts'
import type { Listed, Page } from '../../kernel/page.ts'
import type { SortTerm } from '../../kernel/sorting.ts'
import { contains, where } from '../../platform/postgres/list.ts'
import type { Db, Fragment, Sql } from '../../platform/postgres/pool.ts'
import { columns, fromRow } from '../../platform/postgres/rows.ts'
import { listTable } from '../../platform/postgres/table-list.ts'
import { facetsOf } from '../../platform/postgres/totals.ts'
import type { Tx } from '../../platform/postgres/transaction.ts'
import { doorOf, visibleTo } from '../access/index.ts'
import { ambiguousExternalId } from './errors.ts'
import type { Customer, CustomerRef, CustomerSession } from './model.ts'

export function findCustomer(db: Db, actor: Actor, ref: CustomerRef): Promise<Customer | undefined> {
  return oneCustomer(db, actor, ref, db.sql``)
}

export function lockCustomer(tx: Tx, actor: Actor, ref: CustomerRef): Promise<Customer | undefined> {
  return oneCustomer(tx, actor, ref, tx.sql`for no key update`)
}

/** Keeps the customer from being changed or deleted until what hangs on it is written. */
export function holdCustomer(tx: Tx, actor: Actor, ref: CustomerRef): Promise<Customer | undefined> {
  return oneCustomer(tx, actor, ref, tx.sql`for share`)
}

async function oneCustomer(db: Db, actor: Actor, ref: CustomerRef, lock: Fragment): Promise<Customer | undefined> {
  const { sql } = db
  const rows = await sql<
    Customer[]
  >`select c.* from customers c where ${customerWhere(sql, actor, ref)} limit 2 ${lock}`
  return theOne(rows, ref)
}

/** For statements that have a row of `customers` under the alias `c`, and read up to two of them: see `theOne`. */
export function customerWhere(sql: Sql, actor: Actor, ref: CustomerRef): Fragment {
  const isNamed =
    'id' in ref
      ? [sql`c.id = ${ref.id}`]
      : [
          sql`c.external_id = ${ref.externalId}`,
          ref.organizationId === undefined ? undefined : sql`c.organization_id = ${ref.organizationId}`,
        ]
  return where(sql, [...isNamed, sql`c.deleted_at is null`, visibleTo(sql, actor, sql`c.organization_id`)])
}

/** An external id can be known to several organizations; then the caller has to say which. */
export function theOne<Row>([found, another]: readonly Row[], ref: CustomerRef): Row | undefined {
  if (another !== undefined && 'externalId' in ref) throw ambiguousExternalId(ref.externalId, ref.place)
  return found
}

/** Their own row, for somebody who is signed in as this customer. */
export async function findSelf(db: Db, self: SignedInCustomer): Promise<Customer | undefined> {
  const [found] = await db.sql<Customer[]>`select * from customers where id = ${self.id} and deleted_at is null`
  return found
}

export async function lockSelf(tx: Tx, self: SignedInCustomer): Promise<Customer | undefined> {
  const [found] = await tx.sql<Customer[]>`
    select * from customers where id = ${self.id} and deleted_at is null for no key update`
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

export function listCustomers(
  db: Db,
  actor: Actor,
  filter: CustomerFilter,
  sorting: readonly SortTerm<CustomerCriterion>[],
  page: Page,
): Promise<Listed<Customer>> {
  const { sql } = db
  const { organizationId, email, query } = filter
  const texts = [sql`lower(c.email)`, sql`lower(c.name)`]
  const searched = query?.map((each) => contains(sql, texts, each))
  const list = {
    table: 'customers',
    alias: 'c',
    door: doorOf(sql, actor, organizationId),
    where: [
      email && sql`lower(c.email) = any(array(select lower(e) from unnest(${email as string[]}::text[]) e))`,
      searched && sql`(${searched.reduce((any, one) => sql`${any} or ${one}`)})`,
    ],
    part: [sql`c.deleted_at is null`],
    facets: facetsOf({ email, query }, []),
    isSearch: query !== undefined,
    sorting,
    criteria: { created_at: sql`c.created_at`, email: sql`lower(c.email)`, name: sql`lower(c.name)` },
    nullable: ['name'] as const,
    page,
  }
  return listTable(sql, list, customerFromJson)
}

export function customerFromJson(json: object): Customer {
  return fromRow<Customer>(json)
}
