import { invalidField } from '../../../kernel/invalid-input.ts'
import { type FullProduct, type Price, priceNow } from '../../products/index.ts'
import type { FullCheckoutLink, OneOrMore } from '../model.ts'

/** A product that a link sells, for one of its prices. */
export interface LinkOffer {
  readonly product: FullProduct
  readonly price: Price
}

type Offering = Pick<FullCheckoutLink, 'products' | 'price'>

/** What a link sells now, in its order, each product at the price that it begins with. */
export function offersOf({ products, price }: Offering): LinkOffer[] {
  return products.flatMap((product) => {
    const first = product.isArchived ? undefined : priceNow(product, price)
    return first ? [{ product, price: first }] : []
  })
}

/** What its answers show: what will be selected; when nothing is for sale any more, what was. */
export function shownOffer(full: Offering): LinkOffer {
  const [offer = { product: full.products[0], price: full.price }] = offersOf(full)
  return offer
}

export interface Wish {
  readonly product_id?: string
  readonly product_price_id?: string
}

/** What a buyer wants of it; the first of all when they want nothing that it offers. Undefined: nothing is for sale. */
export function selectOffer(offers: readonly LinkOffer[], wish: Wish): LinkOffer | undefined {
  const priceId = wish.product_price_id?.toLowerCase()
  const productId = wish.product_id?.toLowerCase()
  const priced = offers.flatMap(({ product }) =>
    product.prices.flatMap((price) => (price.id === priceId ? [{ product, price }] : [])),
  )
  return priced[0] ?? offers.find(({ product }) => product.id === productId) ?? offers[0]
}

/** Another price of the first product; null is for the one that it has first. */
export function priceAfter({ products, price }: Offering, id: string | null | undefined): Price {
  const [product] = products
  if (id === undefined || id?.toLowerCase() === price.id) return price
  if (id === null) return product.prices[0] ?? price
  const found = product.prices.find((candidate) => candidate.id === id.toLowerCase())
  if (!found) throw invalidField('product_price_id', 'The first product of this link has no such price', id)
  return found
}

/** The selected product stands first. */
export function firstAndRest(first: FullProduct, all: readonly FullProduct[]): OneOrMore<FullProduct> {
  return [first, ...all.filter(({ id }) => id !== first.id)]
}
