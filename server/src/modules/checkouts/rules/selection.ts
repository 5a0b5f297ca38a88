import { invalidField } from '../../../kernel/invalid-input.ts'
import type { FullProduct, Price } from '../../products/index.ts'
import type { FullCheckout } from '../model.ts'
import { requireUpgradePrice } from './upgrade.ts'

/** What a checkout sells: one of the products that it offers, for one of that product's prices. */
export interface Selection {
  readonly product: FullProduct
  readonly price: Price
}

export interface SelectionPatch {
  readonly product_id?: string
  readonly product_price_id?: string
}

/** Another product starts with its first price. */
export function select(full: FullCheckout, patch: SelectionPatch): Selection {
  const product = chooseProduct(full, patch.product_id)
  const price = choosePrice(full, product, patch)
  if (full.checkout.subscriptionId !== null && price.id !== full.price.id) {
    const field = patch.product_price_id === undefined ? 'product_id' : 'product_price_id'
    requireUpgradePrice(price, field, patch[field])
  }
  return { product, price }
}

function chooseProduct(full: FullCheckout, id: string | undefined): FullProduct {
  if (id === undefined || id.toLowerCase() === full.product.id) return full.product
  const product = full.products.find((offered) => offered.id === id.toLowerCase() && !offered.isArchived)
  if (!product) throw invalidField('product_id', 'This checkout does not offer such a product', id)
  return product
}

function choosePrice(full: FullCheckout, product: FullProduct, patch: SelectionPatch): Price {
  const { product_id, product_price_id: id } = patch
  if (id === undefined) return product.id === full.product.id ? full.price : firstPrice(product, product_id)
  // The price that was selected stays for sale here, also when the seller has archived it since.
  if (id.toLowerCase() === full.price.id && product.id === full.product.id) return full.price
  const price = product.prices.find((candidate) => candidate.id === id.toLowerCase())
  if (!price) throw invalidField('product_price_id', 'The product has no such price', id)
  return price
}

function firstPrice({ prices }: FullProduct, id: string | undefined): Price {
  const [price] = prices
  if (!price) throw invalidField('product_id', 'The product has no price', id)
  return price
}
