import type { Links } from '../../../kernel/links.ts'
import { announceCreation } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { Processors } from '../../payments/index.ts'
import type { FullCheckout } from '../model.ts'
import { type NewCheckout, newCheckout } from '../rules/new-checkout.ts'
import { insertCheckout } from '../store.ts'
import { checkoutView } from '../view.ts'

export interface CheckoutNeeds {
  readonly links: Links
  readonly checkoutHours: number
  readonly pageKeys: Processors['pageKeys']
}

/** The last steps of every creation, by the seller or by a buyer who opens a link: decide, save, announce. */
export async function startCheckout(
  tx: Tx,
  asked: Omit<NewCheckout, 'hours' | 'pageKeys'>,
  { links, checkoutHours: hours, pageKeys }: CheckoutNeeds,
  now: Date,
): Promise<FullCheckout> {
  const { offer, discount } = asked
  const { organization } = offer
  const checkout = newCheckout({ ...asked, hours, pageKeys: pageKeys(organization.paymentsMode) }, now)
  const full = { ...offer, checkout, discount }
  await insertCheckout(tx, checkout)
  const subject = { type: 'checkout', id: checkout.id, organizationId: organization.id, version: checkout.version }
  announceCreation(tx, 'checkout.created', subject, checkoutView(full, links, now))
  return full
}
