import { newId } from '../../kernel/ids.ts'
import { fingerprint, newSecret } from '../../kernel/secrets.ts'
import { addMilliseconds } from '../../kernel/time.ts'
import type { CustomerSession } from './model.ts'

const HOUR = 3_600_000

type SessionReach = Pick<CustomerSession, 'organizationId' | 'customerId' | 'onlyCheckoutId'>

export interface NewCustomerSession {
  readonly session: CustomerSession
  /** To be shown once and then forgotten. */
  readonly secret: string
  readonly tokenHash: Buffer
}

/** Writes nothing, so that a purchase can store it together with everything else. */
export function newCustomerSession(
  { organizationId, customerId, onlyCheckoutId }: SessionReach,
  now: Date,
): NewCustomerSession {
  const secret = newSecret('customerSession')
  const session = {
    id: newId(),
    createdAt: now,
    modifiedAt: null,
    organizationId,
    customerId,
    onlyCheckoutId,
    expiresAt: addMilliseconds(now, HOUR),
  }
  return { session, secret, tokenHash: fingerprint(secret) }
}
