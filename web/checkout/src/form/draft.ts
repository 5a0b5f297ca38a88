import { plainMoney } from '@till/money'
import type { Checkout } from '../api/shapes.ts'
import { ADDRESS_PARTS, type AddressPart } from './address.ts'
import { type CustomValues, knownValue } from './custom-fields.ts'
import { customField, type Field } from './field-names.ts'

/** What stands in the fields, as it was typed. */
export interface Draft extends Readonly<Record<AddressPart, string>> {
  readonly amount: string
  readonly email: string
  readonly name: string
  readonly country: string
  readonly isBusiness: boolean
  readonly tax_id: string
  /** What was typed for other countries, for whoever comes back to one of them. */
  readonly elsewhere: Readonly<Record<string, OfCountry>>
  readonly code: string
  readonly number: string
  readonly expiry: string
  readonly cvc: string
  readonly custom: CustomValues
}

/** What means nothing in another country. */
type OfCountry = Readonly<Record<'state' | 'tax_id', string>>

/** What the checkout knows already. `region` is where the buyer's device says that it is at home. */
export function firstDraft(checkout: Checkout, region: string, locale: string): Draft {
  const address = checkout.customer_billing_address
  const custom = checkout.attached_custom_fields.map((attached): [string, string] => [
    attached.custom_field.slug,
    knownValue(attached, checkout),
  ])
  return {
    amount: plainMoney(checkout.amount, checkout.currency, locale),
    email: checkout.customer_email ?? '',
    name: checkout.customer_name ?? '',
    country: address?.country ?? region,
    ...partsOf(checkout),
    isBusiness: checkout.customer_tax_id !== null,
    tax_id: checkout.customer_tax_id ?? '',
    elsewhere: {},
    code: '',
    number: '',
    expiry: '',
    cvc: '',
    custom: Object.fromEntries(custom),
  }
}

export function withTyped(draft: Draft, field: Field, text: string): Draft {
  if (field === 'country') return movedTo(draft, text)
  if (!field.startsWith('custom.')) return { ...draft, [field]: text }
  return { ...draft, custom: { ...draft.custom, [field.slice('custom.'.length)]: text } }
}

/** State and tax number wait in their country. So no number is sent for a country that it does not fit. */
function movedTo(draft: Draft, country: string): Draft {
  if (country === draft.country) return draft
  const { country: before, state, tax_id } = draft
  const elsewhere = { ...draft.elsewhere, [before]: { state, tax_id } }
  const there = Object.hasOwn(elsewhere, country) ? elsewhere[country] : undefined
  const isCarried = before === '' || namesCountry(tax_id, country)
  return {
    ...draft,
    country,
    elsewhere,
    state: there?.state ?? '',
    tax_id: there?.tax_id || (isCarried ? tax_id : ''),
  }
}

/** `ATU12345678` is Austrian, whatever was chosen when it was typed. Greek numbers begin with EL. */
function namesCountry(taxId: string, country: string): boolean {
  const letters = taxId.trim().slice(0, 2).toUpperCase()
  return letters === country || (letters === 'EL' && country === 'GR')
}

/** Parts of the address that another tab or the seller has given meanwhile, where nobody has typed anything here. */
export function withNews(draft: Draft, before: Checkout, now: Checkout): Draft {
  const [old, known] = [partsOf(before), partsOf(now)]
  const news = ADDRESS_PARTS.filter((part) => draft[part] === old[part] && known[part] !== '')
  return news.length > 0 ? { ...draft, ...Object.fromEntries(news.map((part) => [part, known[part]])) } : draft
}

function partsOf({ customer_billing_address: address }: Checkout): Record<AddressPart, string> {
  return {
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    postal_code: address?.postal_code ?? '',
    city: address?.city ?? '',
    state: (address?.state ?? '').replace(/^[A-Z]{2}-/, ''),
  }
}

export function typedIn(draft: Draft, field: Field): string {
  const custom = Object.keys(draft.custom).find((slug) => customField(slug) === field)
  return custom === undefined ? String(draft[field as keyof Draft] ?? '') : (draft.custom[custom] ?? '')
}

/** Never the card. */
type Kept = Omit<Draft, 'number' | 'expiry' | 'cvc'>

/** What a reload of the page brings back. */
export function keptOf({ number: _number, expiry: _expiry, cvc: _cvc, ...kept }: Draft): Kept {
  return kept
}

/** What was typed here before, over what the checkout knows. */
export function withKept(draft: Draft, kept: Partial<Kept> | null): Draft {
  if (kept === null) return draft
  const custom = Object.entries(kept.custom ?? {}).filter(([slug]) => Object.hasOwn(draft.custom, slug))
  return { ...draft, ...kept, amount: draft.amount, custom: { ...draft.custom, ...Object.fromEntries(custom) } }
}
