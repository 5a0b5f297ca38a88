import type { Actor } from '../../kernel/actor.ts'
import type { Links } from '../../kernel/links.ts'
import { Refusal, ResourceNotFound } from '../../kernel/refusal.ts'
import type { SecretBox } from '../../kernel/secrets.ts'
import {
  anonymizeCustomer,
  type Customer,
  type CustomerRef,
  findCustomer,
  forgetSignIns,
  lockCustomer,
  signInScope,
} from '../../modules/customers/index.ts'
import { revokedButInUse } from '../../modules/license-keys/index.ts'
import { forgetPaymentMethods } from '../../modules/payments/index.ts'
import { revokeSubscriptionsOf } from '../../modules/subscriptions/index.ts'
import type { Fragment } from '../../platform/postgres/pool.ts'
import type { Tx } from '../../platform/postgres/transaction.ts'
import { insertErasure, newErasure } from './erasure.ts'
import { Scrubber } from './scrub.ts'
import {
  forgetCodeMails,
  scrubActivations,
  scrubCheckouts,
  scrubMails,
  scrubOrders,
  scrubRefunds,
  scrubSubscriptions,
} from './scrub-rows.ts'
import { scrubPaymentWork } from './scrub-work.ts'

export interface ForgetNeeds {
  readonly links: Links
  readonly box: SecretBox
}

/** More than any ordinary customer has. What goes beyond is emptied in the background, with all events. */
const AT_ONCE = 1000

/**
 * Subscriptions end and benefits are revoked after the customer has lost their face, so that the events of it show none.
 * Then rows are emptied. Those are taken without waiting for anybody, because a purchase locks them before the customer;
 * what somebody else holds is left to the work in the background.
 */
export async function forgetCustomer(
  tx: Tx,
  actor: Actor,
  ref: CustomerRef,
  { links, box }: ForgetNeeds,
): Promise<void> {
  await holdWhatComesFirst(tx, actor, ref)
  const before = await lockCustomer(tx, actor, ref)
  if (!before) throw new Refusal(ResourceNotFound)
  tx.requireMatch(before)
  const addresses = await addressesOf(tx, before)
  const scopes = [...(await sessionScopes(tx, before.id)), ...signInScopes(box, before, addresses)]
  const nobody = await anonymizeCustomer(tx, before, links)
  await revokeSubscriptionsOf(tx, nobody, await firstGrants(tx, before.id), links)
  await forgetPaymentMethods(tx, before.id)
  await scrubMails(tx.sql, before.id, new Date())
  await forgetCodeMails(tx.sql, before.organizationId, addresses)
  await emptyRows(tx, before, addresses, new Scrubber(before.id, links))
  // Last, when a request of theirs that held a subscription is answered. Nobody can ask for these answers again.
  await tx.sql`delete from idempotency_records where scope = any(${scopes})`
  // In real time, as all work in the background.
  await insertErasure(tx, newErasure(before.id, before.organizationId, new Date()))
}

async function firstGrants({ sql }: Tx, customerId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select g.id from benefit_grants g
    where g.customer_id = ${customerId} and (g.is_granted or ${revokedButInUse(sql)})
    order by g.id limit ${AT_ONCE}`
  return rows.map(({ id }) => id)
}

/** Under which the answers are kept that the customer's own sessions got. */
async function sessionScopes({ sql }: Tx, customerId: string): Promise<string[]> {
  const rows = await sql<{ scope: string }[]>`
    select 'session:' || id as scope from customer_sessions where customer_id = ${customerId}`
  return rows.map(({ scope }) => scope)
}

/** Under which the answers are kept to whoever asked for a code or signed in. */
function signInScopes(box: SecretBox, { organizationId }: Customer, addresses: readonly string[]): string[] {
  return addresses.map((email) => signInScope(box, { organizationId, email }))
}

/**
 * Before the customer, as purchases do. They belong to nobody, so one that was passed over because somebody held it at
 * this moment would not be found again once the address is forgotten.
 * Codes go here too: whoever signs in locks the code before the customer.
 */
async function holdWhatComesFirst(tx: Tx, actor: Actor, ref: CustomerRef): Promise<void> {
  const customer = await findCustomer(tx, actor, ref)
  if (!customer) return
  const addresses = await addressesOf(tx, customer)
  await forgetSignIns(tx, customer.organizationId, addresses)
  const typed = typedWith(tx, customer, addresses)
  await tx.sql`select from checkouts where ${typed} order by id limit ${AT_ONCE} for no key update`
}

/** Checkouts that were given up after one of the addresses was typed. */
function typedWith({ sql }: Tx, { organizationId }: Customer, addresses: readonly string[]): Fragment {
  return sql`
    organization_id = ${organizationId} and customer_id is null and customer_email is not null
    and lower(customer_email) = any(array(select lower(a) from unnest(${addresses as string[]}::text[]) a))`
}

async function emptyRows(tx: Tx, customer: Customer, addresses: readonly string[], scrubber: Scrubber): Promise<void> {
  const { sql } = tx
  const { id, organizationId } = customer
  const theirs = sql`customer_id = ${id}`
  const now = tx.clock.now(organizationId)
  const checkoutIds = await freeIds(tx, 'checkouts', theirs)
  await scrubCheckouts(sql, checkoutIds, id, now)
  await scrubPaymentWork(sql, checkoutIds, id, scrubber)
  await scrubOrders(sql, await freeIds(tx, 'orders', theirs))
  await scrubRefunds(sql, await freeIds(tx, 'refunds', theirs))
  await scrubSubscriptions(sql, await freeIds(tx, 'subscriptions', theirs))
  await scrubActivations(sql, await freeIds(tx, 'license_keys', theirs))
  // From here on these are this customer's too.
  const typed = typedWith(tx, customer, addresses)
  for (let taken = AT_ONCE; taken === AT_ONCE; ) {
    const ids = await freeIds(tx, 'checkouts', typed)
    await scrubCheckouts(sql, ids, id, now)
    taken = ids.length
  }
}

/** The address and those from before, as far as they are nobody else's by now. */
async function addressesOf({ sql }: Tx, { id, organizationId, email }: Customer): Promise<string[]> {
  const rows = await sql<{ address: string }[]>`
    select distinct e.previous_attributes ->> 'email' as address from events e
    where e.object_id = ${id} and e.previous_attributes ->> 'email' is not null and not exists (
      select from customers other
      where other.organization_id = ${organizationId} and other.deleted_at is null and other.id <> ${id}
        and lower(other.email) = lower(e.previous_attributes ->> 'email'))`
  return [email, ...rows.map(({ address }) => address)]
}

async function freeIds({ sql }: Tx, table: string, condition: Fragment): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from ${sql(table)} where ${condition} limit ${AT_ONCE} for no key update skip locked`
  return rows.map(({ id }) => id)
}
