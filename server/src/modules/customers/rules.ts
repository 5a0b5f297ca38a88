import { fullAddress } from '../../kernel/address.ts'
import { newId } from '../../kernel/ids.ts'
import { invalidField } from '../../kernel/invalid-input.ts'
import type { Customer, TaxId } from './model.ts'
import type { CustomerCreate, CustomerUpdate } from './schema.ts'
import { requireTaxIdOfType, taxIdOfType } from './tax-ids.ts'

export function newCustomer(organizationId: string, input: CustomerCreate, now: Date): Customer {
  return {
    id: newId(),
    createdAt: now,
    modifiedAt: null,
    version: 1,
    organizationId,
    email: input.email,
    emailVerified: false,
    name: input.name ?? null,
    billingAddress: input.billing_address ? fullAddress(input.billing_address) : null,
    taxId: input.tax_id ? requireTaxIdOfType(input.billing_address?.country ?? null, input.tax_id) : null,
    externalId: input.external_id ?? null,
    metadata: input.metadata ?? {},
    deletedAt: null,
  }
}

/** What a PATCH changes: absent keeps, null clears. Another e-mail address has yet to be verified. */
export function changesOf(customer: Customer, patch: CustomerUpdate): Partial<Customer> {
  return {
    ...(patch.email !== undefined && {
      email: patch.email,
      emailVerified: customer.emailVerified && sameMailbox(patch.email, customer.email),
    }),
    ...(patch.name !== undefined && { name: patch.name }),
    ...(patch.billing_address !== undefined && {
      billingAddress: patch.billing_address && fullAddress(patch.billing_address),
    }),
    taxId: taxIdAfter(customer, patch),
    ...(patch.external_id !== undefined && { externalId: externalIdOf(customer, patch.external_id) }),
    ...(patch.metadata !== undefined && { metadata: patch.metadata ?? {} }),
  }
}

/** As in a checkout: what is sent has to be of the billing country, and what was there goes when the country leaves it. */
function taxIdAfter(
  { taxId, billingAddress }: Customer,
  { tax_id: sent, billing_address }: CustomerUpdate,
): TaxId | null {
  const address = billing_address === undefined ? billingAddress : billing_address
  const country = address?.country ?? null
  if (sent === null) return null
  if (sent !== undefined) return requireTaxIdOfType(country, sent)
  if (taxId === null || country === null || country === billingAddress?.country) return taxId
  return taxIdOfType(country, taxId) ?? null
}

const sameMailbox = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** The seller's system finds the customer by it, so what was set once stays. */
function externalIdOf(customer: Customer, wanted: string | null): string | null {
  if (customer.externalId === null || customer.externalId === wanted) return wanted
  throw invalidField('external_id', 'An external id cannot change once it is set', wanted)
}

/** What stays of a deleted customer: a row that orders can point to, and nothing that says who it was. */
export function anonymized(customer: Customer, now: Date): Partial<Customer> {
  return {
    email: noEmail(customer.id),
    emailVerified: false,
    name: null,
    billingAddress: null,
    taxId: null,
    externalId: null,
    metadata: {},
    deletedAt: now,
  }
}

/** The top-level domain `invalid` is reserved (RFC 2606): mail to it never arrives anywhere. */
export const noEmail = (customerId: string): string => `deleted-${customerId}@till.invalid`
