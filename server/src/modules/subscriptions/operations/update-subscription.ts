import type { Actor, SignedInCustomer } from '../../../kernel/actor.ts'
import type { Links } from '../../../kernel/links.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { FullSubscription } from '../model.ts'
import { applyEnd, type EndAsk } from '../rules/end.ts'
import { lockSubscription, ownedBy, visibleToSeller } from '../store.ts'
import { saveEnd } from './save-end.ts'

/** What the seller wants: to cancel, uncancel or revoke. */
export async function updateSubscription(
  tx: Tx,
  actor: Actor,
  id: string,
  ask: EndAsk,
  links: Links,
): Promise<FullSubscription> {
  const before = await lockSubscription(tx, id, visibleToSeller(tx.sql, actor))
  return update(tx, before, ask, links)
}

/** What the customer wants. Only the seller can revoke: what was paid for lasts to the end of its period. */
export async function updateOwnSubscription(
  tx: Tx,
  customer: SignedInCustomer,
  id: string,
  ask: EndAsk & { readonly kind: 'cancel' | 'uncancel' | 'explain' },
  links: Links,
): Promise<FullSubscription> {
  return update(tx, await lockSubscription(tx, id, ownedBy(tx.sql, customer)), ask, links)
}

function update(tx: Tx, before: FullSubscription | undefined, ask: EndAsk, links: Links): Promise<FullSubscription> {
  if (!before) throw new Refusal(ResourceNotFound)
  const { subscription } = before
  tx.requireMatch(subscription)
  return saveEnd(tx, before, applyEnd(subscription, ask, tx.clock.now(subscription.organizationId)), links)
}
