import type { SignedInCustomer } from '../../kernel/actor.ts'
import { addressAlone, type Customer, withoutNotes } from '../../modules/customers/index.ts'

/** A customer as the portal shows them. A session that came from a purchase shows nothing of who they are. */
export function asSeenBy(session: SignedInCustomer, customer: Customer): Customer {
  return session.onlyCheckoutId === null ? withoutNotes(customer) : addressAlone(customer)
}
