import type { Checkout } from './shapes.ts'

const BEFORE = ['amount', 'email', 'name', 'country'] as const
const AFTER = ['code', 'number', 'expiry', 'cvc'] as const

/** A field of the seller's own, by its slug. */
type CustomField = `custom.${string}`
export type Field = (typeof BEFORE)[number] | (typeof AFTER)[number] | CustomField

export const customField = (slug: string): CustomField => `custom.${slug}`

/** Every field that this checkout's form can have, in the order of the page. */
export function fieldsOf({ attached_custom_fields }: Checkout): readonly Field[] {
  return [...BEFORE, ...attached_custom_fields.map(({ custom_field }) => customField(custom_field.slug)), ...AFTER]
}

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
      return fieldsOf(checkout).includes(field)
  }
}

export function isCustomPrice({ product_price }: Checkout): boolean {
  return product_price.amount_type === 'custom'
}
