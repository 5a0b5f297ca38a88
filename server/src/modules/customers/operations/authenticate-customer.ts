import type { SignedInCustomer } from '../../../kernel/actor.ts'
import { fingerprint, isWellFormed, kindOf } from '../../../kernel/secrets.ts'
import type { Db } from '../../../platform/postgres/pool.ts'
import { bearerToken, invalidToken } from '../../access/index.ts'
import { findCustomerSession } from '../store.ts'

/** Which customer sends this header. A seller's token is as good as none: it acts for somebody else. */
export async function authenticateCustomer(db: Db, authorization: string | undefined): Promise<SignedInCustomer> {
  const text = bearerToken(authorization, 'customer session')
  if (!isWellFormed('customerSession', text)) throw invalidToken('customer session')
  const session = await findCustomerSession(db, fingerprint(text))
  // In real time, as it was made: an organization's own time may stand still.
  if (!session || session.expiresAt <= db.clock.now()) throw invalidToken('customer session')
  const { id, organizationId, customerId, onlyCheckoutId } = session
  return { id: customerId, organizationId, sessionId: id, onlyCheckoutId }
}

/** Whether a header carries a customer's token rather than a seller's, by its prefix alone. */
export function isCustomerSession(authorization: string): boolean {
  return kindOf(bearerToken(authorization, 'access token')) === 'customerSession'
}
