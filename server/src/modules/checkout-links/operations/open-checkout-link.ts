import { mergeMetadata } from '../../../kernel/metadata.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { isWellFormed } from '../../../kernel/secrets.ts'
import type { Db } from '../../../platform/postgres/pool.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import {
  type CheckoutCreate,
  type CheckoutNeeds,
  type FullCheckout,
  NoLongerSold,
  type Offer,
  reasonAgainst,
  startCheckout,
  whyAmountUnfit,
} from '../../checkouts/index.ts'
import { answersFromTexts } from '../../custom-fields/index.ts'
import { type Discount, type DiscountInUse, findDiscountByCode, findDiscountById } from '../../discounts/index.ts'
import type { CheckoutLink } from '../model.ts'
import { type LinkQuery, type Prefill, prefillOf } from '../rules/prefill.ts'
import { type LinkOffer, offersOf, selectOffer, type Wish } from '../rules/selection.ts'
import { findLinkBySecret } from '../store.ts'

/** By a buyer: a checkout session of their own, with what the link and its address say. */
export async function openCheckoutLink(
  tx: Tx,
  clientSecret: string,
  query: LinkQuery,
  needs: CheckoutNeeds,
): Promise<FullCheckout> {
  const prefill = prefillOf(query)
  const { link, offer } = await findOpenLink(tx, clientSecret, prefill.fields)
  const now = tx.clock.now(link.organizationId)
  const input = inputOf(link, offer, prefill)
  const discount = await chooseDiscount(tx, link, offer, prefill, now)
  // An offer to everybody, and not a word to this buyer: whoever has used it as often as they can goes on without it.
  return startCheckout(tx, { input, offer, customer: null, discount, discountIsFixed: false }, needs, now)
}

/** What stands behind a link, for whoever may open it; or why there is nothing. */
export async function findOpenLink(
  db: Db,
  clientSecret: string,
  wish: Wish = {},
): Promise<{ readonly link: CheckoutLink; readonly offer: Offer }> {
  const found = isWellFormed('checkoutLink', clientSecret) ? await findLinkBySecret(db, clientSecret) : undefined
  if (!found) throw new Refusal(ResourceNotFound)
  const offers = offersOf(found)
  const selected = selectOffer(offers, wish)
  if (!selected) throw new Refusal(NoLongerSold)
  const products = offers.map(({ product }) => product)
  return { link: found.link, offer: { organization: found.organization, ...selected, products } }
}

function inputOf(link: CheckoutLink, { product, price }: LinkOffer, prefill: Prefill): CheckoutCreate {
  const { customer_email, customer_name, embed_origin, amount = null } = prefill.fields
  return {
    success_url: link.successUrl,
    allow_discount_codes: link.allowDiscountCodes,
    // What the seller has said about the link is not for others to change.
    metadata: mergeMetadata(prefill.sources, link.metadata),
    amount: amount !== null && whyAmountUnfit(price, amount) === null ? amount : null,
    customer_email: customer_email ?? null,
    customer_name: customer_name ?? null,
    customer_billing_address: prefill.address,
    embed_origin: embed_origin ?? null,
    custom_field_data: answersFromTexts(product.attachedFields, prefill.answers),
  }
}

/** The seller's own goes first. What does not apply now is ignored. */
async function chooseDiscount(
  tx: Tx,
  link: CheckoutLink,
  offer: Offer,
  { fields: { customer_email, discount_code } }: Prefill,
  now: Date,
): Promise<Discount | null> {
  const { organizationId, discountId } = link
  const redeemer = { organizationId, customerId: null, customerEmail: customer_email ?? null }
  const applicable = (found: DiscountInUse | undefined) =>
    found && reasonAgainst(found, offer.organization, offer, now) === null ? found.discount : null
  const sellers = discountId === null ? null : applicable(await findDiscountById(tx, redeemer, discountId))
  if (sellers) return sellers
  const code = link.allowDiscountCodes ? discount_code : undefined
  return code === undefined ? null : applicable(await findDiscountByCode(tx, redeemer, code))
}
