import type { Actor } from '../../kernel/actor.ts'
import type { Listed, Page } from '../../kernel/page.ts'
import type { SortTerm } from '../../kernel/sorting.ts'
import { isOneOf, listFew, orderBy, pageClause } from '../../platform/postgres/list.ts'
import type { Db, Fragment } from '../../platform/postgres/pool.ts'
import { columns, fromNullableRow, fromRow, toRow } from '../../platform/postgres/rows.ts'
import { listTable } from '../../platform/postgres/table-list.ts'
import { facetsOf } from '../../platform/postgres/totals.ts'
import type { Tx } from '../../platform/postgres/transaction.ts'
import { doorOf, visibleTo } from '../access/index.ts'
import { customerFromJson } from '../customers/index.ts'
import type { Activation, LicenseKey, LicenseKeyStatus, LicenseKeyWithCustomer } from './model.ts'

interface KeyRow {
  readonly licenseKey: object
  readonly customer: object
}

export function licenseKeyFromJson(json: object): LicenseKey {
  return fromRow<LicenseKey>(json)
}

function withCustomer(row: KeyRow): LicenseKeyWithCustomer {
  return { licenseKey: licenseKeyFromJson(row.licenseKey), customer: customerFromJson(row.customer) }
}

/** A key as its holder names it. */
export interface HeldKey {
  readonly organizationId: string
  readonly key: string
}

/** Everything that the public calls are judged by, in one statement. They carry no token: the key's text is the proof. */
export async function findHeldKey(
  db: Db,
  held: HeldKey,
  activationId: string | null,
): Promise<(LicenseKeyWithCustomer & { readonly activation: Activation | null }) | undefined> {
  const [row] = await db.sql<(KeyRow & { activation: object | null })[]>`
    select to_json(k) as license_key, to_json(c) as customer, to_json(a) as activation
    from license_keys k
    join customers c on c.id = k.customer_id
    left join license_key_activations a on a.license_key_id = k.id and a.id = ${activationId}
    where k.organization_id = ${held.organizationId} and k.key = ${held.key}`
  return row && { ...withCustomer(row), activation: fromNullableRow<Activation>(row.activation) }
}

export function lockHeldKey(tx: Tx, { organizationId, key }: HeldKey): Promise<LicenseKeyWithCustomer | undefined> {
  return lockKeyWhere(tx, tx.sql`k.organization_id = ${organizationId} and k.key = ${key}`)
}

export type LicenseKeyWithActivations = LicenseKeyWithCustomer & { readonly activations: readonly Activation[] }

export function findLicenseKey(db: Db, actor: Actor, id: string): Promise<LicenseKeyWithActivations | undefined> {
  const { sql } = db
  return findLicenseKeyWhere(db, sql`k.id = ${id} and ${visibleTo(sql, actor, sql`k.organization_id`)}`)
}

/** The key that a condition on `k` lets through: it has to say which it is, and whose. */
export async function findLicenseKeyWhere(db: Db, condition: Fragment): Promise<LicenseKeyWithActivations | undefined> {
  const { sql } = db
  const [row] = await sql<(KeyRow & { activations: object[] })[]>`
    select to_json(k) as license_key, to_json(c) as customer,
      (select coalesce(json_agg(a order by a.created_at, a.id), '[]')
        from license_key_activations a where a.license_key_id = k.id) as activations
    from license_keys k join customers c on c.id = k.customer_id
    where ${condition}`
  return row && { ...withCustomer(row), activations: row.activations.map((json) => fromRow<Activation>(json)) }
}

export async function findActivation(
  db: Db,
  actor: Actor,
  licenseKeyId: string,
  id: string,
): Promise<(LicenseKeyWithCustomer & { readonly activation: Activation }) | undefined> {
  const { sql } = db
  const [row] = await sql<(KeyRow & { activation: object })[]>`
    select to_json(k) as license_key, to_json(c) as customer, to_json(a) as activation
    from license_key_activations a
    join license_keys k on k.id = a.license_key_id
    join customers c on c.id = k.customer_id
    where a.id = ${id} and k.id = ${licenseKeyId} and ${visibleTo(sql, actor, sql`k.organization_id`)}`
  return row && { ...withCustomer(row), activation: fromRow<Activation>(row.activation) }
}

export function lockLicenseKey(tx: Tx, actor: Actor, id: string): Promise<LicenseKeyWithCustomer | undefined> {
  const { sql } = tx
  return lockKeyWhere(tx, sql`k.id = ${id} and ${visibleTo(sql, actor, sql`k.organization_id`)}`)
}

/**
 * Two statements: one that had to wait for the lock would still show the customer as before the wait, and whoever deletes
 * a customer holds their keys.
 */
async function lockKeyWhere({ sql }: Tx, condition: Fragment): Promise<LicenseKeyWithCustomer | undefined> {
  const [locked] = await sql<{ id: string }[]>`select k.id from license_keys k where ${condition} for no key update`
  if (!locked) return undefined
  const [row] = await sql<KeyRow[]>`
    select to_json(k) as license_key, to_json(c) as customer
    from license_keys k join customers c on c.id = k.customer_id where k.id = ${locked.id}`
  return row && withCustomer(row)
}

/** Under the row's lock. Validations are left to the statement that counts them. */
export async function saveLicenseKey(tx: Tx, licenseKey: LicenseKey): Promise<void> {
  const { key, displayKey, status, returningStatus, limitActivations, limitUsage, expiresAt } = licenseKey
  const { usage, modifiedAt, version } = licenseKey
  const judged = { key, displayKey, status, returningStatus, limitActivations, limitUsage, expiresAt }
  const changeable = { ...judged, usage, modifiedAt, version }
  await tx.sql`update license_keys set ${columns(tx.sql, changeable)} where id = ${licenseKey.id}`
}

/** The activation that is gone now; undefined when it was not there. */
export async function deleteActivation(tx: Tx, licenseKeyId: string, id: string): Promise<Activation | undefined> {
  const [deleted] = await tx.sql<Activation[]>`
    delete from license_key_activations where id = ${id} and license_key_id = ${licenseKeyId} returning *`
  return deleted
}

export type ActivationOutcome = 'stored' | 'stale' | 'activation_limit_reached'

/** One call that locks, counts, inserts and writes the events. */
export async function storeActivation(
  db: Db,
  licenseKey: LicenseKey,
  activation: Activation,
  events: readonly object[],
): Promise<ActivationOutcome> {
  const guards = { license_key_id: licenseKey.id, version: licenseKey.version }
  try {
    await db.sql`
      select activate_license_key_1(${JSON.stringify(guards)}::text::jsonb,
        ${JSON.stringify(toRow(activation))}::text::jsonb, ${JSON.stringify(events)}::text::jsonb)`
    return 'stored'
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'TL001') return 'stale'
    if (code === 'TL002') return 'activation_limit_reached'
    throw error
  }
}

/** A validation that was judged and is to be counted. */
export interface CountAsk {
  readonly licenseKeyId: string
  /** The version that was judged. */
  readonly version: number
  readonly activationId: string | null
  readonly spend: number
  readonly validatedAt: Date
}

/** The counters after one validation. */
export interface Counted {
  readonly usage: number
  readonly validations: number
}

/** One outcome for each ask, in the same order; undefined where what was judged no longer holds. */
export async function countValidations(db: Db, asks: readonly CountAsk[]): Promise<(Counted | undefined)[]> {
  const given = JSON.stringify(asks.map((ask, index) => ({ ...toRow(ask), ask: index })))
  const rows = await db.sql<(Counted & { ask: number })[]>`select * from count_validations_1(${given}::text::jsonb)`
  const outcomes: (Counted | undefined)[] = asks.map(() => undefined)
  for (const { ask, usage, validations } of rows) outcomes[ask] = { usage, validations }
  return outcomes
}

export const LICENSE_KEY_CRITERIA = ['created_at'] as const
export type LicenseKeyCriterion = (typeof LICENSE_KEY_CRITERIA)[number]

export interface LicenseKeyFilter {
  readonly organizationId: readonly string[] | undefined
  readonly benefitId: readonly string[] | undefined
  readonly customerId: readonly string[] | undefined
  readonly status: readonly LicenseKeyStatus[] | undefined
}

/** Filters by which totals are kept. */
const KEPT = ['status', 'benefit_id']

export function listLicenseKeys(
  db: Db,
  actor: Actor,
  filter: LicenseKeyFilter,
  sorting: readonly SortTerm<LicenseKeyCriterion>[],
  page: Page,
): Promise<Listed<LicenseKeyWithCustomer>> {
  const { sql } = db
  const { organizationId, benefitId, customerId, status } = filter
  const list = {
    table: 'license_keys',
    alias: 'k',
    door: doorOf(sql, actor, organizationId),
    where: [
      benefitId && isOneOf(sql, sql`k.benefit_id`, benefitId),
      customerId && isOneOf(sql, sql`k.customer_id`, customerId),
      status?.includes('granted') ? isOneOf(sql, sql`k.status`, status) : undefined,
    ],
    // Most are granted. The others have an index of their own, which has to be told that none of the first is wanted.
    part: [
      status && !status.includes('granted')
        ? sql`k.status <> 'granted' and ${isOneOf(sql, sql`k.status`, status)}`
        : undefined,
    ],
    facets: facetsOf({ status, benefit_id: benefitId, customer_id: customerId }, KEPT),
    pin: benefitId && !customerId ? { column: sql`k.benefit_id`, values: benefitId, table: 'benefits' } : undefined,
    pinned: LICENSE_KEY_CRITERIA,
    sorting,
    criteria: { created_at: sql`k.created_at` },
    page,
    item: sql`
      select json_build_object('licenseKey', to_json(k), 'customer', to_json(c)) as item
      from license_keys k join customers c on c.id = k.customer_id where k.id = chosen.listed_id`,
  }
  return listTable(sql, list, (item) => withCustomer(item as KeyRow))
}

/** The keys that a condition on `k` lets through: it has to say whose they are. */
export function listLicenseKeysWhere(
  db: Db,
  condition: Fragment,
  sorting: readonly SortTerm<LicenseKeyCriterion>[],
  page: Page,
): Promise<Listed<LicenseKeyWithCustomer>> {
  const { sql } = db
  const order = orderBy(sql, sorting, { created_at: sql`k.created_at` }, sql`k.id`)
  const all = sql`from license_keys k where ${condition}`
  const shown = sql`
    select to_json(k) as "licenseKey", to_json(c) as customer
    from (select k.* ${all} order by ${order} ${pageClause(sql, page)}) k
    join customers c on c.id = k.customer_id
    order by ${order}`
  return listFew(sql, all, shown, (item) => withCustomer(item as KeyRow))
}
