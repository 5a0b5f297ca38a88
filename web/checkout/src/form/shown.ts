import type { Checkout } from '../api/shapes.ts'
import { type AddressPart, invoiceParts, partsInOrder, taxedParts, type WantedPart } from './address.ts'
import type { Draft } from './draft.ts'
import { type Field, fieldsOf } from './field-names.ts'

/** Whether the form has this field now. What is wrong with a field that nobody sees has to be said elsewhere. */
export function isShown(field: Field, checkout: Checkout, draft: Draft): boolean {
  switch (field) {
    case 'amount':
      return isCustomPrice(checkout)
    case 'country':
      return asksForCountry(checkout, draft)
    case 'tax_id':
      return isForCompany(checkout, draft)
    case 'code':
      return takesCode(checkout)
    case 'number':
    case 'expiry':
    case 'cvc':
      return checkout.is_payment_form_required && !isLive(checkout)
    case 'line1':
    case 'line2':
    case 'city':
    case 'state':
    case 'postal_code':
      return asksForAddress(checkout) && addressParts(checkout, draft).some(({ part }) => part === field)
    default:
      return fieldsOf(checkout, draft.country).includes(field)
  }
}

export const isCustomPrice = ({ product_price }: Checkout): boolean => product_price.amount_type === 'custom'

/** Where nothing is due and no tax can be, nobody needs an address: neither of a person nor of a company. */
export const asksForAddress = ({ is_payment_form_required, tax_amount }: Checkout): boolean =>
  is_payment_form_required || tax_amount === null

/** A company that wants an invoice: it has a name, a whole address, and perhaps a tax number. */
export const isForCompany = (checkout: Checkout, { isBusiness }: Draft): boolean =>
  asksForAddress(checkout) && isBusiness

/**
 * Where a person lives matters where there can be tax, or to the processor of a real card. Otherwise only companies say
 * it, and whoever has said it before and may want to put it right. Where it is asked for, it is needed.
 */
export function asksForCountry(checkout: Checkout, draft: Draft): boolean {
  const { tax_amount, customer_billing_address: known, is_payment_form_required } = checkout
  const isWanted = draft.isBusiness || tax_amount !== 0 || known !== null
  return asksForAddress(checkout) && (isWanted || (is_payment_form_required && isLive(checkout)))
}

/** For a company all of it. Little for a person: what decides the tax, and what is known and may have to be put right. */
export function addressParts(checkout: Checkout, draft: Draft): readonly WantedPart[] {
  const { country, isBusiness } = draft
  if (isBusiness) return invoiceParts(country)
  const taxed = taxedParts(country)
  const isTaxed = checkout.tax_amount === null || taxed.some(({ part }) => draft[part] !== '')
  const known = knownParts(checkout, country)
  return partsInOrder(country).flatMap((part) => {
    const isRequired = isTaxed && taxed.some((wanted) => wanted.part === part)
    return isRequired || known.includes(part) ? [{ part, isRequired }] : []
  })
}

/** What the checkout knows, and not what is typed: a field stays where it is while it is cleared. */
function knownParts({ customer_billing_address: known }: Checkout, country: string): readonly AddressPart[] {
  return known?.country === country ? partsInOrder(country).filter((part) => known[part]) : []
}

export const takesCode = ({ discount, allow_discount_codes, is_discount_applicable }: Checkout): boolean =>
  discount === null && allow_discount_codes && is_discount_applicable

/** Real money: then the processor's own form takes the card, and its number never comes here. */
export const isLive = ({ payment_processor_metadata: { mode } }: Checkout): boolean => mode === 'live'
