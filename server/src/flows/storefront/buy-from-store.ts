import { Refusal, ResourceNotFound } from '../../kernel/refusal.ts'
import { type CheckoutNeeds, type FullCheckout, NoLongerSold, startCheckout } from '../../modules/checkouts/index.ts'
import type { Tx } from '../../platform/postgres/transaction.ts'
import { NotInThisStore } from './errors.ts'
import { findStoreProduct } from './store.ts'
import { isSlug } from './visit.ts'

/** By a visitor: a checkout of their own, with the product's first price. Its page lets them choose another. */
export async function buyFromStore(
  tx: Tx,
  slug: string,
  productId: string | null,
  needs: CheckoutNeeds,
): Promise<FullCheckout> {
  const found = isSlug(slug) ? await findStoreProduct(tx, slug, uuidOf(productId)) : undefined
  if (!found) throw new Refusal(ResourceNotFound)
  const { organization, product } = found
  if (!product) throw new Refusal(NotInThisStore)
  const [price] = product.prices
  if (product.isArchived || !price) throw new Refusal(NoLongerSold)
  const asked = {
    input: { allow_discount_codes: true },
    offer: { organization, product, products: [product], price },
    customer: null,
    discount: null,
    discountIsFixed: false,
  }
  return startCheckout(tx, asked, needs, tx.clock.now(organization.id))
}

function uuidOf(text: string | null): string | null {
  return text !== null && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text : null
}
