import type { Customer } from './model.ts'

/** To the customers themselves. The seller's notes are the seller's. */
export function withoutNotes(customer: Customer): Customer {
  return { ...customer, metadata: {}, externalId: null }
}

/**
 * To whoever has not shown that they are the customer: with a key, or after a purchase, for which they may have typed
 * somebody else's address. Of what is known of them, that address alone.
 */
export function addressAlone(customer: Customer): Customer {
  return { ...withoutNotes(customer), name: null, billingAddress: null, taxId: null }
}
