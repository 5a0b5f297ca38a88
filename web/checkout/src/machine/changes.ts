import type { Checkout, Patch } from '../api/shapes.ts'
import type { Editing } from './screen.ts'

/** One change after the other, as one. Another product has other prices, and another price other amounts. */
export function merged(first: Patch, second: Patch): Patch {
  const { product_price_id: _price, amount: _amount, ...others } = first
  const isOther = 'product_id' in second || 'product_price_id' in second
  return { ...(isOther ? others : first), ...second }
}

export const isSame = (one: Patch, other: Patch): boolean => JSON.stringify(one) === JSON.stringify(other)

export const isEmpty = (patch: Patch): boolean => Object.keys(patch).length === 0

/** What the buyer has changed, and the server has not answered yet. */
export const onItsWay = ({ saving, waiting }: Editing): Patch => merged(saving ?? {}, waiting ?? {})

/** The checkout as it will be, as far as the buyer decides: what is changed back on the way is a change. */
export function expectedOf(screen: Editing): Checkout {
  const { amount, customer_billing_address: address, customer_tax_id: taxId } = onItsWay(screen)
  return {
    ...screen.checkout,
    ...(amount !== undefined && { amount }),
    ...(address !== undefined && { customer_billing_address: address }),
    ...(taxId !== undefined && { customer_tax_id: taxId }),
  }
}
