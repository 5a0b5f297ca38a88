import type { Actor } from '../../../kernel/actor.ts'
import type { Db, Fragment, Sql } from '../../../platform/postgres/pool.ts'
import { toRow } from '../../../platform/postgres/rows.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { visibleTo } from '../../access/index.ts'
import { benefitFromJson, grantFromJson } from '../../benefits/index.ts'
import { type Customer, customerFromJson } from '../../customers/index.ts'
import { Stale } from '../operations/again-when-stale.ts'
import { licenseKeyFromJson } from '../store.ts'
import type { GrantChange, HeldGrant } from './model.ts'

/** All grants that a condition on `g` lets through, as one JSON value, for any statement. */
export function heldGrantsJson(sql: Sql, condition: Fragment): Fragment {
  return sql`array_to_json(array(
    select json_build_object('grant', to_json(g), 'benefit', to_json(b), 'licenseKey', to_json(k))
    from benefit_grants g join benefits b on b.id = g.benefit_id left join license_keys k on k.grant_id = g.id
    where ${condition} order by g.id))`
}

export function heldGrantFromJson(json: object): HeldGrant {
  const { grant, benefit, licenseKey } = json as { grant: object; benefit: object; licenseKey: object | null }
  return {
    grant: grantFromJson(grant),
    benefit: benefitFromJson(benefit),
    licenseKey: licenseKey && licenseKeyFromJson(licenseKey),
  }
}

/** Those that a condition on `g` lets through. Grants first and keys second, by id, as everybody locks them. */
export async function lockHeldGrants(tx: Tx, condition: Fragment): Promise<void> {
  await tx.sql`select from benefit_grants g where ${condition} order by g.id for no key update`
  await lockKeysOf(tx, condition)
}

async function lockKeysOf(tx: Tx, condition: Fragment): Promise<void> {
  await tx.sql`
    select from license_keys k
    where k.grant_id in (select g.id from benefit_grants g where ${condition})
    order by k.id for no key update`
}

export async function findHeldGrants(db: Db, condition: Fragment): Promise<HeldGrant[]> {
  const { sql } = db
  const [row] = await sql<{ held: object[] }[]>`select ${heldGrantsJson(sql, condition)} as held`
  return (row?.held ?? []).map(heldGrantFromJson)
}

/** Those that were revoked while the seller has given their keys back by hand. */
export function revokedButInUse(sql: Sql): Fragment {
  return sql`not g.is_granted and exists (select from license_keys u where u.grant_id = g.id and u.status <> 'revoked')`
}

/** Who holds the grants that a condition on `g` lets through. */
export async function findHolders(db: Db, condition: Fragment): Promise<Customer[]> {
  const { sql } = db
  const rows = await sql<{ customer: object }[]>`
    select to_json(c) as customer from customers c
    where c.id in (select g.customer_id from benefit_grants g where ${condition})`
  return rows.map(({ customer }) => customerFromJson(customer))
}

/**
 * Whoever changes a key together with its grant locks the grant first. Two statements: one that had to wait for the lock
 * would still show a benefit that was deleted meanwhile. The key is left out: it is read under its own lock.
 */
export async function lockGrantOfKey(tx: Tx, actor: Actor, licenseKeyId: string): Promise<HeldGrant | undefined> {
  const { sql } = tx
  const [locked] = await sql<{ id: string }[]>`
    select g.id from license_keys k join benefit_grants g on g.id = k.grant_id
    where k.id = ${licenseKeyId} and ${visibleTo(sql, actor, sql`k.organization_id`)}
    for no key update of g`
  const [held] = locked ? await findHeldGrants(tx, sql`g.id = ${locked.id}`) : []
  return held && { ...held, licenseKey: null }
}

/**
 * How long the keys of a subscription are good for. No answer shows it, so it is no change of the key: it raises no
 * version, and nobody is told.
 */
export async function entitleKeys(tx: Tx, subscriptionId: string, until: Date | null): Promise<void> {
  await lockKeysOf(tx, tx.sql`g.subscription_id = ${subscriptionId}`)
  await tx.sql`
    update license_keys k set entitled_until = ${until}
    from benefit_grants g where g.id = k.grant_id and g.subscription_id = ${subscriptionId}`
}

/** A row that the decision rests on: it must still have this version when the decision is written. */
export interface Seen {
  readonly id: string
  readonly version: number
}

export interface GrantGuards {
  /** For whoever grants the benefits of a product: from here to the commit nobody changes which they are. */
  readonly product_id?: string
  readonly benefit_ids?: readonly string[]
  /** For whoever does not hold the customer: one who is deleted meanwhile must not be written about. */
  readonly customers?: readonly Seen[]
  readonly orders: readonly Seen[]
  readonly subscriptions: readonly Seen[]
}

/** One call. Throws `Stale` when something that was read has changed since. */
export async function writeGrants(tx: Tx, guards: GrantGuards, changes: readonly GrantChange[]): Promise<void> {
  if (changes.length === 0) return
  const rows = JSON.stringify(grantRows(changes))
  try {
    await tx.sql`select write_grants_1(${JSON.stringify(guards)}::text::jsonb, ${rows}::text::jsonb)`
  } catch (error) {
    throw isStale(error) ? new Stale() : error
  }
}

/** What `write_grants_1` takes, also for SQL functions that call it as a part of something larger. */
export function grantRows(changes: readonly GrantChange[]) {
  const made = changes.filter((change) => change.before === null).map(({ after }) => after)
  const changed = changes.flatMap(({ before, after }) => (before ? [{ before, after }] : []))
  return {
    new_grants: made.map(({ grant }) => toRow(grant)),
    new_keys: made.flatMap(({ licenseKey }) => (licenseKey ? [toRow(licenseKey)] : [])),
    changed_grants: changed.flatMap(({ before, after }) => rowOfChange(before.grant, after.grant)),
    changed_keys: changed.flatMap(({ before, after }) => rowOfChange(before.licenseKey, after.licenseKey)),
  }
}

function rowOfChange(before: object | null, after: object | null): object[] {
  return after === null || after === before ? [] : [toRow(after)]
}

function isStale(error: unknown): boolean {
  return typeof error === 'object' && error !== null && (error as { code?: string }).code === 'TL001'
}
