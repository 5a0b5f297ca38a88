import type { Actor } from '../../../kernel/actor.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Links } from '../../../kernel/links.ts'
import { newSecret } from '../../../kernel/secrets.ts'
import { announceCreation } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { findOffer, type Offer, wantedOf } from '../../checkouts/index.ts'
import type { Discount } from '../../discounts/index.ts'
import type { CheckoutLink, FullCheckoutLink } from '../model.ts'
import { firstAndRest } from '../rules/selection.ts'
import type { CheckoutLinkCreate } from '../schema.ts'
import { insertCheckoutLink } from '../store.ts'
import { checkoutLinkView } from '../view.ts'
import { namedDiscount } from './named-discount.ts'
import { subjectOf } from './subject.ts'

/** Whose link it is follows from what it sells. */
export async function createCheckoutLink(
  tx: Tx,
  actor: Actor,
  input: CheckoutLinkCreate,
  links: Links,
): Promise<FullCheckoutLink> {
  const offer = await findOffer(tx, actor, wantedOf(input))
  const { organization, product, products, price } = offer
  tx.requireWriter(organization.id)
  const discount = await namedDiscount(tx, organization.id, input.discount_id)
  const link = newLink(input, offer, discount, tx.clock.now(organization.id))
  const full = { link, products: firstAndRest(product, products), price, discount }
  await insertCheckoutLink(tx, link)
  announceCreation(tx, 'checkout_link.created', subjectOf(link), checkoutLinkView(full, links))
  return full
}

function newLink(
  input: CheckoutLinkCreate,
  { organization, products, price }: Offer,
  discount: Discount | null,
  now: Date,
): CheckoutLink {
  return {
    id: newId(),
    createdAt: now,
    modifiedAt: null,
    version: 1,
    organizationId: organization.id,
    clientSecret: newSecret('checkoutLink'),
    label: input.label ?? null,
    successUrl: input.success_url ?? null,
    allowDiscountCodes: input.allow_discount_codes ?? true,
    productIds: products.map(({ id }) => id),
    productPriceId: price.id,
    discountId: discount?.id ?? null,
    metadata: input.metadata ?? {},
  }
}
