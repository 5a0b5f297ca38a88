import type { Links } from '../../../kernel/links.ts'
import type { Fragment } from '../../../platform/postgres/pool.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { Customer } from '../../customers/index.ts'
import { changeGrants } from './change-grants.ts'
import { withdrawAll } from './reconcile.ts'
import { findHeldGrants, findHolders, lockHeldGrants, revokedButInUse } from './store.ts'

/** Under the subscription's lock: takes back everything that it entitled to. */
export function revokeGrants(
  tx: Tx,
  subscription: { readonly id: string },
  customer: Customer,
  links: Links,
): Promise<void> {
  return revokeWhere(tx, tx.sql`g.subscription_id = ${subscription.id}`, customer, links)
}

/** Under the order's lock: the same for an order. */
export function revokeOrderGrants(
  tx: Tx,
  order: { readonly id: string },
  customer: Customer,
  links: Links,
): Promise<void> {
  return revokeWhere(tx, tx.sql`g.order_id = ${order.id}`, customer, links)
}

/** Takes these back, whatever they were granted for. Whoever asks holds the customer, or knows that it is deleted. */
export function revokeGrantsById(tx: Tx, ids: readonly string[], customer: Customer, links: Links): Promise<void> {
  return revokeWhere(tx, tx.sql`g.id = any(${ids as string[]}::uuid[])`, customer, links)
}

/**
 * For a benefit that is deleted: takes back the keys whose grants were revoked before, so that no review will look at
 * them. Sellers give keys back one by one, so there are few.
 */
export async function revokeKeysInUse(tx: Tx, benefitId: string, links: Links): Promise<void> {
  const left = tx.sql`g.benefit_id = ${benefitId} and ${revokedButInUse(tx.sql)}`
  await lockHeldGrants(tx, left)
  for (const customer of await findHolders(tx, left)) {
    await revokeWhere(tx, tx.sql`g.customer_id = ${customer.id} and ${left}`, customer, links)
  }
}

async function revokeWhere(tx: Tx, condition: Fragment, customer: Customer, links: Links): Promise<void> {
  await lockHeldGrants(tx, condition)
  const held = await findHeldGrants(tx, condition)
  const changes = withdrawAll(customer, held, tx.clock.now(customer.organizationId))
  await changeGrants(tx, { orders: [], subscriptions: [] }, changes, links)
}
