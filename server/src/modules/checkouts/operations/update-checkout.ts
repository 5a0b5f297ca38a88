import type { Actor } from '../../../kernel/actor.ts'
import { invalidField } from '../../../kernel/invalid-input.ts'
import type { Links } from '../../../kernel/links.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { findDiscountById } from '../../discounts/index.ts'
import type { FullCheckout } from '../model.ts'
import type { DiscountChoice } from '../rules/discount.ts'
import { edit, sellerChangesOf } from '../rules/edit.ts'
import { requireOpen } from '../rules/status.ts'
import type { CheckoutUpdate } from '../schema.ts'
import { lockCheckout } from '../store.ts'
import { saveEdit } from './save-edit.ts'

/** By the seller. A discount that the seller sets is fixed: the buyer cannot change it. */
export async function updateCheckout(
  tx: Tx,
  actor: Actor,
  id: string,
  patch: CheckoutUpdate,
  links: Links,
): Promise<FullCheckout> {
  const before = await lockCheckout(tx, actor, id)
  if (!before) throw new Refusal(ResourceNotFound)
  tx.requireMatch(before.checkout)
  const now = tx.clock.now(before.organization.id)
  requireOpen(before.checkout, now)
  const choice = await sellersChoice(tx, before, patch)
  const after = edit(before, patch, choice, now, sellerChangesOf(before.checkout, patch))
  return saveEdit(tx, before, after, links, now)
}

async function sellersChoice(
  tx: Tx,
  { checkout }: FullCheckout,
  { discount_id: id, customer_email: email }: CheckoutUpdate,
): Promise<DiscountChoice | undefined> {
  if (id === undefined) return undefined
  if (id === null) return { chosen: null, isFixed: false, field: 'discount_id', input: null }
  const chosen = await findDiscountById(tx, { ...checkout, customerEmail: email ?? checkout.customerEmail }, id)
  if (!chosen) throw invalidField('discount_id', 'There is no such discount', id)
  return { chosen, isFixed: true, field: 'discount_id', input: id }
}
