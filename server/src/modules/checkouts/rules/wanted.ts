import { InvalidInput, invalidField, missingField } from '../../../kernel/invalid-input.ts'
import type { Wanted } from '../offer.ts'
import type { CheckoutCreate } from '../schema.ts'

type WantedInput = Pick<CheckoutCreate, 'product_id' | 'product_price_id' | 'products'>

/** What a checkout is to be opened for. It can be said in more than one way, as long as all of them say the same. */
export function wantedOf({ product_id: id, product_price_id: price, products }: WantedInput): Wanted {
  const priceId = price ?? undefined
  if (products) {
    if (id && id.toLowerCase() !== products[0]?.toLowerCase()) {
      throw invalidField('product_id', 'The first of products is selected, and this is another one', id)
    }
    return { field: 'products', productIds: products, priceId }
  }
  if (id) return { field: 'product_id', productIds: [id], priceId }
  if (priceId) return { field: 'product_price_id', priceId }
  throw new InvalidInput([missingField('product_id')])
}
