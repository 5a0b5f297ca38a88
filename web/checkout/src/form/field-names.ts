import type { Checkout } from '../api/shapes.ts'
import { type AddressPart, partsInOrder } from './address.ts'

const BEFORE = ['amount', 'code', 'email', 'name', 'country'] as const
const CARD = ['number', 'expiry', 'cvc'] as const

/** A field of the seller's own, by its slug. */
type CustomField = `custom.${string}`
export type Field = (typeof BEFORE)[number] | AddressPart | 'tax_id' | CustomField | (typeof CARD)[number]

export const customField = (slug: string): CustomField => `custom.${slug}`

/** Every field that this checkout's form can have, in the order of the page for somebody of that country. */
export function fieldsOf({ attached_custom_fields }: Checkout, country: string): readonly Field[] {
  const custom = attached_custom_fields.map(({ custom_field }) => customField(custom_field.slug))
  return [...BEFORE, ...partsInOrder(country), 'tax_id', ...custom, ...CARD]
}
