import { parseMoney } from '@till/money'
import type { Address, Checkout } from '../api/shapes.ts'
import { type Card, parseExpiry } from './card.ts'
import { customFieldData } from './custom-fields.ts'
import type { Draft } from './draft.ts'
import { addressParts, asksForAddress, asksForCountry, isCustomPrice } from './shown.ts'

export function cardOf(draft: Draft): Card {
  const { month, year } = parseExpiry(draft.expiry) ?? { month: 0, year: 0 }
  return { number: draft.number, exp_month: month, exp_year: year, cvc: draft.cvc.trim() }
}

/** What confirm is sent, but for the card's token. */
export function confirmBody(draft: Draft, checkout: Checkout): Record<string, unknown> {
  const name = draft.name.trim()
  const custom_field_data = customFieldData(draft.custom, checkout)
  return {
    ...shownOf(checkout),
    ...(checkout.customer_id === null && { customer_email: draft.email.trim() }),
    ...(name !== '' && { customer_name: name }),
    ...addressPatch(draft, checkout),
    ...(isCustomPrice(checkout) && { amount: parseMoney(draft.amount, checkout.currency) }),
    ...(Object.keys(custom_field_data).length > 0 && { custom_field_data }),
  }
}

/** What the buyer has seen. If it has changed meanwhile, in another tab or by the seller, the server pays nothing. */
function shownOf({ product, products, product_price, total_amount }: Checkout): object {
  return {
    ...(products.length > 1 && { product_id: product.id }),
    product_price_id: product_price.id,
    expected_total_amount: total_amount,
  }
}

/** Where the buyer lives, and for a company its tax number: what the tax depends on. Only what is new. */
export function addressPatch(draft: Draft, checkout: Checkout): Record<string, unknown> {
  const isAsked = asksForCountry(checkout, draft)
  if (!asksForAddress(checkout) || (isAsked && draft.country === '')) return {}
  const known = checkout.customer_billing_address && inOrder(checkout.customer_billing_address)
  const address = isAsked ? addressOf(draft, checkout) : known
  const taxId = draft.isBusiness ? draft.tax_id.trim() || null : null
  return {
    ...(JSON.stringify(address) !== JSON.stringify(known) && { customer_billing_address: address }),
    ...(taxId !== checkout.customer_tax_id && { customer_tax_id: taxId }),
  }
}

/** Of an address that is known in the same country, what the form does not ask for stays. */
function addressOf(draft: Draft, checkout: Checkout): Address {
  const known = checkout.customer_billing_address
  const asked = addressParts(checkout, draft).map(({ part }) => [part, draft[part].trim() || null])
  const kept = known?.country === draft.country ? known : EMPTY
  return inOrder({ ...kept, ...Object.fromEntries(asked), country: draft.country })
}

const EMPTY = { line1: null, line2: null, postal_code: null, city: null, state: null }

function inOrder({ country, line1, line2, postal_code, city, state }: Address): Address {
  return { country, line1, line2, postal_code, city, state: state?.replace(/^[A-Z]{2}-/, '') ?? null }
}
