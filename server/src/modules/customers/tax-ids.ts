import { invalidField } from '../../kernel/invalid-input.ts'
import type { TaxId } from './model.ts'
import { EU_VAT_FORMATS, TAX_ID_FORMATS } from './tax-id-formats.ts'

/** Countries and territories whose businesses have the numbers of another country. */
const NUMBERED_BY: Readonly<Record<string, string>> = {
  ...{ AX: 'FI', GF: 'FR', GP: 'FR', MC: 'FR', MQ: 'FR', RE: 'FR', YT: 'FR', IM: 'GB' },
  ...{ AS: 'US', GU: 'US', MP: 'US', PR: 'US', VI: 'US' },
}

/** The letters in front of a VAT number, where they are not the country's own. */
const VAT_PREFIXES: Readonly<Record<string, readonly string[]>> = { GR: ['EL', 'GR'], GB: ['XI'] }

/** The number in its plain form, and its type: undefined when no number of this country looks like that. */
export function taxIdOf(country: string, text: string): TaxId | undefined {
  const number = plain(text)
  const issuer = issuerOf(country)
  const vat = euVatNumber(issuer, number)
  if (vat !== undefined) return [vat, 'eu_vat']
  const type = nationalTypes(issuer).find((candidate) => TAX_ID_FORMATS[candidate]?.test(number))
  return type === undefined ? undefined : [number, type]
}

/** Where the type is said too: undefined when no number of this type, and of this country if one is known, is so. */
export function taxIdOfType(country: string | null, [text, type]: TaxId): TaxId | undefined {
  const number = plain(text)
  if (type === 'eu_vat') {
    const issuer = country === null ? vatCountryOf(number) : issuerOf(country)
    const vat = euVatNumber(issuer, number)
    return vat === undefined ? undefined : [vat, type]
  }
  // Whoever sells into the EU from afar has the last of these.
  const isPossible = country === null || nationalTypes(issuerOf(country)).includes(type) || type === 'eu_oss_vat'
  return isPossible && TAX_ID_FORMATS[type]?.test(number) ? [number, type] : undefined
}

/** 422 at its field, unless it could be a number of this country. */
export function requireTaxId(country: string, text: string): TaxId {
  const taxId = taxIdOf(country, text)
  if (taxId) return taxId
  throw invalidField('customer_tax_id', notOf(country), text)
}

/** 422 at its field, unless it could be a number of this type, and of this country if one is known. */
export function requireTaxIdOfType(country: string | null, sent: TaxId): TaxId {
  const taxId = taxIdOfType(country, sent)
  if (taxId) return taxId
  const [, type] = sent
  // The type is wrong for the country, or else the number is wrong for the type.
  const isOfType = taxIdOfType(null, sent) !== undefined
  const msg = country !== null && isOfType ? notOf(country) : `Input should be a number of the type ${type}`
  throw invalidField('tax_id', msg, sent)
}

function notOf(country: string): string {
  const issuer = issuerOf(country)
  const isKnown = nationalTypes(issuer).length > 0 || Object.hasOwn(EU_VAT_FORMATS, prefixesOf(issuer)[0])
  return isKnown
    ? `Input should be a tax id of the billing country, ${country}`
    : `Tax ids of ${country} are not known here: leave it out`
}

/** As people write them: `DE 123.456.789`, `12-3456789`. */
function plain(text: string): string {
  return text.toUpperCase().replace(/[\s./,_‐-―-]/g, '')
}

const issuerOf = (country: string): string => NUMBERED_BY[country] ?? country

function euVatNumber(country: string, number: string): string | undefined {
  const prefixes = prefixesOf(country)
  const format = EU_VAT_FORMATS[prefixes[0]]
  if (!format) return undefined
  const prefix = prefixes.find((letters) => number.startsWith(letters))
  if (prefix !== undefined && format.test(number.slice(prefix.length))) {
    return prefixes[0] + number.slice(prefix.length)
  }
  // British numbers have the same form: only the letters tell that one is of Northern Ireland.
  const isBare = country !== 'GB' && format.test(number) && !hasPrefix(number)
  return isBare ? prefixes[0] + number : undefined
}

/** A French number may begin with two letters of its own: `DE136695976` could be one, and is not. */
function hasPrefix(number: string): boolean {
  return EU_VAT_FORMATS[number.slice(0, 2)]?.test(number.slice(2)) === true
}

/** Whose VAT number this is, by its first letters. */
function vatCountryOf(number: string): string {
  const letters = number.slice(0, 2)
  const [country] = Object.entries(VAT_PREFIXES).find(([, prefixes]) => prefixes.includes(letters)) ?? []
  return country ?? letters
}

function prefixesOf(country: string): readonly [string, ...string[]] {
  const [first = country, ...more] = VAT_PREFIXES[country] ?? []
  return [first, ...more]
}

/** Types are named after their country: `us_ein`. */
function nationalTypes(country: string): string[] {
  const start = `${country.toLowerCase()}_`
  return Object.keys(TAX_ID_FORMATS).filter((type) => type.startsWith(start))
}
