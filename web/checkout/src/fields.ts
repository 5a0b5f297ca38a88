import type { Checkout } from './shapes.ts'

/** In the order of the page. */
export const FIELDS = ['amount', 'email', 'name', 'country', 'code', 'number', 'expiry', 'cvc'] as const
export type Field = (typeof FIELDS)[number]

/** Whether the form has this field now. What is wrong with a field that nobody sees has to be said elsewhere. */
export function isShown(field: Field, checkout: Checkout): boolean {
  switch (field) {
    case 'amount':
      return isCustomPrice(checkout)
    case 'code':
      return checkout.discount === null && checkout.allow_discount_codes && checkout.is_discount_applicable
    case 'number':
    case 'expiry':
    case 'cvc':
      return checkout.is_payment_form_required
    default:
      return true
  }
}

export function isCustomPrice({ product_price }: Checkout): boolean {
  return product_price.amount_type === 'custom'
}
