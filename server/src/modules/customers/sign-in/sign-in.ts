import { timingSafeEqual } from 'node:crypto'
import type { Links } from '../../../kernel/links.ts'
import { revise } from '../../../kernel/revision.ts'
import type { SecretBox } from '../../../kernel/secrets.ts'
import { announceChange } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { Customer } from '../model.ts'
import { type NewCustomerSession, newCustomerSession } from '../session.ts'
import { insertCustomerSession, saveCustomer } from '../store.ts'
import { customerView } from '../view.ts'
import type { SignInAsk } from './model.ts'
import { MOST_TRIES, markOf } from './rules.ts'
import { countTry, endCode, lockCustomerByEmail } from './store.ts'

export type SignedIn = NewCustomerSession & { readonly customer: Customer }

/**
 * Null when the code is not the one: that has to be committed too, because it counts. The code is locked before the
 * customer, and of any number who have the right one at once, one gets in.
 */
export async function signIn(
  tx: Tx,
  { box, links }: { readonly box: SecretBox; readonly links: Links },
  ask: SignInAsk,
  code: string,
): Promise<SignedIn | null> {
  const now = new Date()
  const known = await countTry(tx, ask, MOST_TRIES, now)
  if (!known || !timingSafeEqual(known.codeHash, markOf(box, ask, code))) return null
  await endCode(tx, ask, MOST_TRIES)
  const customer = await lockCustomerByEmail(tx, ask)
  if (!customer) return null
  const made = newCustomerSession(
    { organizationId: customer.organizationId, customerId: customer.id, onlyCheckoutId: null },
    now,
  )
  await insertCustomerSession(tx, made.session, made.tokenHash)
  return { ...made, customer: await verifyEmail(tx, customer, links) }
}

/** Whoever reads the mail has shown that the address is theirs. */
async function verifyEmail(tx: Tx, before: Customer, links: Links): Promise<Customer> {
  const after = revise(before, { emailVerified: true }, tx.clock.now(before.organizationId))
  if (after === before) return before
  await saveCustomer(tx, after)
  const subject = { type: 'customer', ...after }
  announceChange(tx, 'customer.updated', subject, customerView(before, links), customerView(after, links))
  return after
}
