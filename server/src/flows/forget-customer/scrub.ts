import type { Links } from '../../kernel/links.ts'
import { initialOf } from '../../kernel/links.ts'
import { noEmail } from '../../modules/customers/index.ts'

/**
 * Takes a customer out of what the API once showed: the data of an event, or an answer that is kept for repetition. The
 * shapes are our own, so the names of their fields say what is personal, wherever in the object they stand.
 */
export class Scrubber {
  readonly #person: Readonly<Record<string, unknown>>

  constructor(customerId: string, links: Links) {
    const email = noEmail(customerId)
    this.#person = {
      email,
      email_verified: false,
      name: null,
      public_name: initialOf(email),
      avatar_url: links.avatar(email),
      billing_address: null,
      tax_id: null,
      external_id: null,
      metadata: {},
    }
  }

  /** `isPerson`: it is the customer, or a part of one, such as what a changed customer was before. */
  scrub(value: unknown, isPerson = false): unknown {
    if (Array.isArray(value)) return value.map((item) => this.scrub(item))
    if (!isObject(value)) return value
    if (isPerson || looksLikePerson(value)) return this.#withoutFace(value)
    const isActivation = Object.hasOwn(value, 'license_key_id')
    const isRefund = Object.hasOwn(value, 'revoke_benefits')
    return mapValues(value, (key, field) => {
      if (SELLERS_OWN.has(key)) return field
      if (key === 'customer' || key === 'user') return this.scrub(field, true)
      if (key === 'billing_address') return countryOf(field)
      if (Object.hasOwn(GONE, key)) return GONE[key]
      if (isActivation && Object.hasOwn(ACTIVATION, key)) return ACTIVATION[key]
      if (isRefund && key === 'comment') return null
      return this.scrub(field)
    })
  }

  #withoutFace(person: object): object {
    return mapValues(person, (key, field) => (Object.hasOwn(this.#person, key) ? this.#person[key] : field))
  }
}

/** What the seller made, for everybody: nothing in it is about one customer. */
const SELLERS_OWN: ReadonlySet<string> = new Set([
  'product',
  'products',
  'product_price',
  'price',
  'discount',
  'organization',
  'benefit',
  'attached_custom_fields',
])

/** Metadata is the seller's note on a purchase, and sellers note who bought. */
const GONE: Readonly<Record<string, unknown>> = {
  customer_name: null,
  customer_email: null,
  customer_ip_address: null,
  customer_billing_address: null,
  customer_tax_id: null,
  customer_metadata: {},
  customer_cancellation_comment: null,
  custom_field_data: {},
  metadata: {},
}

/** People name their machines after themselves. */
export const FORGOTTEN_LABEL = 'deleted'
const ACTIVATION: Readonly<Record<string, unknown>> = { label: FORGOTTEN_LABEL, meta: {}, conditions: {} }

function looksLikePerson(value: object): boolean {
  return Object.hasOwn(value, 'email_verified') || Object.hasOwn(value, 'public_name')
}

/** The books need to know where something was sold, not to whom. */
function countryOf(address: unknown): unknown {
  if (!isObject(address)) return address
  return mapValues(address, (key, field) => (key === 'country' ? field : null))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function mapValues(object: object, change: (key: string, field: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, field]) => [key, change(key, field)]))
}
