import type { Actor } from '../../../kernel/actor.ts'
import { invalidField } from '../../../kernel/invalid-input.ts'
import type { Links } from '../../../kernel/links.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { revise } from '../../../kernel/revision.ts'
import { announceChange } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { findOffer } from '../../checkouts/index.ts'
import type { CheckoutLink, FullCheckoutLink } from '../model.ts'
import { changesOf } from '../rules/changes.ts'
import { firstAndRest, priceAfter } from '../rules/selection.ts'
import type { CheckoutLinkUpdate } from '../schema.ts'
import { lockCheckoutLink, saveCheckoutLink } from '../store.ts'
import { checkoutLinkView } from '../view.ts'
import { namedDiscount } from './named-discount.ts'
import { subjectOf } from './subject.ts'

export async function updateCheckoutLink(
  tx: Tx,
  actor: Actor,
  id: string,
  patch: CheckoutLinkUpdate,
  links: Links,
): Promise<FullCheckoutLink> {
  const before = await lockCheckoutLink(tx, actor, id)
  if (!before) throw new Refusal(ResourceNotFound)
  tx.requireMatch(before.link)
  const { organizationId } = before.link
  const { products, price } = await offeringAfter(tx, actor, before, patch)
  const discount =
    patch.discount_id === undefined ? before.discount : await namedDiscount(tx, organizationId, patch.discount_id)
  const changes: Partial<CheckoutLink> = {
    ...changesOf(patch),
    productIds: products.map((product) => product.id),
    productPriceId: price.id,
    ...(patch.discount_id !== undefined && { discountId: discount?.id ?? null }),
  }
  const link = revise(before.link, changes, tx.clock.now(organizationId))
  if (link === before.link) return before
  const after = { link, products, price, discount }
  await saveCheckoutLink(tx, link)
  announceChange(
    tx,
    'checkout_link.updated',
    subjectOf(link),
    checkoutLinkView(before, links),
    checkoutLinkView(after, links),
  )
  return after
}

/** A first product that stays the first keeps its price, unless another one is named. */
async function offeringAfter(
  tx: Tx,
  actor: Actor,
  before: FullCheckoutLink,
  { products: productIds, product_price_id: named }: CheckoutLinkUpdate,
): Promise<Pick<FullCheckoutLink, 'products' | 'price'>> {
  const { link, products, price } = before
  if (productIds === undefined) return { products, price: priceAfter(before, named) }
  const offer = await findOffer(tx, actor, { field: 'products', productIds, priceId: named ?? undefined })
  if (offer.organization.id !== link.organizationId) {
    throw invalidField(['products', 0], 'This product is of another organization than the link', productIds[0])
  }
  const isKept = named === undefined && offer.product.id === price.productId
  return { products: firstAndRest(offer.product, offer.products), price: isKept ? price : offer.price }
}
