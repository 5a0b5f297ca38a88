import type { Actor, SignedInCustomer } from '../../../kernel/actor.ts'
import type { Links } from '../../../kernel/links.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { revise } from '../../../kernel/revision.ts'
import { announceChange } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { takenOr } from '../errors.ts'
import type { Customer, CustomerRef } from '../model.ts'
import { changesOf } from '../rules.ts'
import type { CustomerSelfUpdate, CustomerUpdate } from '../schema.ts'
import { lockCustomer, lockSelf, saveCustomer } from '../store.ts'
import { customerView } from '../view.ts'

export async function updateCustomer(
  tx: Tx,
  actor: Actor,
  links: Links,
  ref: CustomerRef,
  patch: CustomerUpdate,
): Promise<Customer> {
  return change(tx, await lockCustomer(tx, actor, ref), patch, links)
}

/** By the customer, who cannot change what the seller knows them by. */
export async function updateSelf(
  tx: Tx,
  self: SignedInCustomer,
  links: Links,
  patch: CustomerSelfUpdate,
): Promise<Customer> {
  return change(tx, await lockSelf(tx, self), patch, links)
}

async function change(tx: Tx, before: Customer | undefined, patch: CustomerUpdate, links: Links): Promise<Customer> {
  if (!before) throw new Refusal(ResourceNotFound)
  tx.requireMatch(before)
  const after = revise(before, changesOf(before, patch), tx.clock.now(before.organizationId))
  if (after === before) return before
  try {
    await saveCustomer(tx, after)
  } catch (error) {
    throw takenOr(error, patch)
  }
  const subject = { type: 'customer', ...after }
  announceChange(tx, 'customer.updated', subject, customerView(before, links), customerView(after, links))
  return after
}
