import type { SignedInCustomer } from '../../kernel/actor.ts'
import type { Customer } from '../../modules/customers/index.ts'

/**
 * A customer as the portal shows them. The seller's notes are the seller's. A session that came from a purchase shows
 * nothing of who they are either: whoever bought may have typed somebody else's address.
 */
export function asSeenBy(session: SignedInCustomer, customer: Customer): Customer {
  const known = { ...customer, metadata: {}, externalId: null }
  if (session.onlyCheckoutId === null) return known
  return { ...known, name: null, billingAddress: null, taxId: null }
}
