import type { Links } from '../../../kernel/links.ts'
import { announceChange } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { FullCheckout } from '../model.ts'
import { saveCheckout } from '../store.ts'
import { checkoutView } from '../view.ts'

/** The last steps of every update: save, announce; nothing of both when nothing changed. */
export async function saveEdit(
  tx: Tx,
  before: FullCheckout,
  after: FullCheckout,
  links: Links,
  now: Date,
): Promise<FullCheckout> {
  if (after.checkout === before.checkout) return before
  await saveCheckout(tx, after.checkout)
  const { id, organizationId, version } = after.checkout
  const subject = { type: 'checkout', id, organizationId, version }
  announceChange(tx, 'checkout.updated', subject, checkoutView(before, links, now), checkoutView(after, links, now))
  return after
}
