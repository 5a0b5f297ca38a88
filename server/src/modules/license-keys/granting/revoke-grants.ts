import type { Links } from '../../../kernel/links.ts'
import type { Fragment } from '../../../platform/postgres/pool.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { Customer } from '../../customers/index.ts'
import { changeGrants } from './change-grants.ts'
import { withdrawAll } from './reconcile.ts'
import { findHeldGrants, lockHeldGrants } from './store.ts'

/** Under the subscription's lock: takes back everything that it entitled to. */
export function revokeGrants(
  tx: Tx,
  subscription: { readonly id: string },
  customer: Customer,
  links: Links,
): Promise<void> {
  return revokeWhere(tx, tx.sql`g.subscription_id = ${subscription.id}`, customer, links)
}

/** Takes these back, whatever they were granted for. Whoever asks holds the customer, or knows that it is deleted. */
export function revokeGrantsById(tx: Tx, ids: readonly string[], customer: Customer, links: Links): Promise<void> {
  return revokeWhere(tx, tx.sql`g.id = any(${ids as string[]}::uuid[])`, customer, links)
}

async function revokeWhere(tx: Tx, condition: Fragment, customer: Customer, links: Links): Promise<void> {
  await lockHeldGrants(tx, condition)
  const held = await findHeldGrants(tx, condition)
  const changes = withdrawAll(customer, held, tx.clock.now(customer.organizationId))
  await changeGrants(tx, { orders: [], subscriptions: [] }, changes, links)
}
