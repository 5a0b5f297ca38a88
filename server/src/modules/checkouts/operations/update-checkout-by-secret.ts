import { invalidField } from '../../../kernel/invalid-input.ts'
import type { Links } from '../../../kernel/links.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import type { Db } from '../../../platform/postgres/pool.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { findDiscountByCode } from '../../discounts/index.ts'
import type { FullCheckout } from '../model.ts'
import type { DiscountChoice } from '../rules/discount.ts'
import { edit } from '../rules/edit.ts'
import { requireNotExpired, requireOpen } from '../rules/status.ts'
import type { CheckoutUpdatePublic } from '../schema.ts'
import { lockCheckoutBySecret } from '../store.ts'
import { saveEdit } from './save-edit.ts'

/** By the buyer. */
export async function updateCheckoutBySecret(
  tx: Tx,
  clientSecret: string,
  patch: CheckoutUpdatePublic,
  links: Links,
): Promise<FullCheckout> {
  const before = await lockCheckoutBySecret(tx, clientSecret)
  if (!before) throw new Refusal(ResourceNotFound)
  const now = tx.clock.now(before.organization.id)
  requireNotExpired(before, now)
  requireOpen(before.checkout, now)
  tx.requireMatch(before.checkout)
  const after = edit(before, patch, await buyersChoice(tx, before, patch), now)
  return saveEdit(tx, before, after, links, now)
}

/**
 * A code is ignored where codes are off; a discount that the seller fixed can be neither replaced nor removed. Any other
 * can always be removed: one that stands in the way would leave the buyer nothing to do.
 */
export async function buyersChoice(
  db: Db,
  { checkout }: FullCheckout,
  patch: Pick<CheckoutUpdatePublic, 'discount_code' | 'customer_email'>,
): Promise<DiscountChoice | undefined> {
  const { discount_code: code, customer_email: email } = patch
  const { allowDiscountCodes, discountIsFixed } = checkout
  if (code === undefined || (code !== null && !allowDiscountCodes)) return undefined
  if (code === null) {
    return discountIsFixed ? undefined : { chosen: null, isFixed: false, field: 'discount_code', input: null }
  }
  if (discountIsFixed) throw invalidField('discount_code', 'The seller has fixed the discount of this checkout', code)
  // An e-mail address that comes along with the code says whose limit counts.
  const chosen = await findDiscountByCode(db, { ...checkout, customerEmail: email ?? checkout.customerEmail }, code)
  if (!chosen) throw invalidField('discount_code', 'There is no such discount code', code)
  return { chosen, isFixed: false, field: 'discount_code', input: code }
}
