import { newId } from '../../kernel/ids.ts'
import { mergeMetadata } from '../../kernel/metadata.ts'
import { revise } from '../../kernel/revision.ts'
import type { Checkout } from '../../modules/checkouts/index.ts'
import { type Customer, type TaxId, taxIdOf } from '../../modules/customers/index.ts'

/** The customer that a purchase belongs to, and what has to happen to its row. */
export interface Buyer {
  readonly customer: Customer
  readonly before: Customer | null
  readonly write: 'new' | 'changed' | 'same'
}

/**
 * A new customer gets the checkout's metadata, with customer_metadata over it. An existing one gets customer_metadata,
 * and what was not known of it yet: whoever merely knows an e-mail address cannot overwrite a name, an address or a tax id.
 */
export function buyerOf(checkout: Checkout, email: string, existing: Customer | null, now: Date): Buyer {
  if (existing === null) return { customer: newCustomer(checkout, email, now), before: null, write: 'new' }
  const customer = revise(
    existing,
    {
      name: existing.name ?? checkout.customerName,
      billingAddress: existing.billingAddress ?? checkout.customerBillingAddress,
      taxId: existing.taxId ?? taxIdFrom(checkout),
      metadata: mergeMetadata(existing.metadata, checkout.customerMetadata),
    },
    now,
  )
  return { customer, before: existing, write: customer === existing ? 'same' : 'changed' }
}

function newCustomer(checkout: Checkout, email: string, now: Date): Customer {
  return {
    id: newId(),
    createdAt: now,
    modifiedAt: null,
    version: 1,
    organizationId: checkout.organizationId,
    email,
    emailVerified: false,
    name: checkout.customerName,
    billingAddress: checkout.customerBillingAddress,
    taxId: taxIdFrom(checkout),
    externalId: null,
    metadata: mergeMetadata(checkout.metadata, checkout.customerMetadata),
    deletedAt: null,
  }
}

/** Which kind of number it is follows from the country; without one it stays with the checkout. */
function taxIdFrom({ customerTaxId, customerBillingAddress }: Checkout): TaxId | null {
  if (customerTaxId === null || customerBillingAddress === null) return null
  return taxIdOf(customerBillingAddress.country, customerTaxId) ?? null
}
