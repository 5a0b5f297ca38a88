import type { Actor } from '../../../kernel/actor.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { noSuchCustomer } from '../errors.ts'
import type { Customer } from '../model.ts'
import type { CustomerSessionCreate } from '../schema.ts'
import { type NewCustomerSession, newCustomerSession } from '../session.ts'
import { holdCustomer, insertCustomerSession } from '../store.ts'

export async function createCustomerSession(
  tx: Tx,
  actor: Actor,
  input: CustomerSessionCreate,
): Promise<NewCustomerSession & { readonly customer: Customer }> {
  const customer = await holdCustomer(tx, actor, input.customer_id)
  if (!customer) throw noSuchCustomer(input.customer_id)
  // A token lives in real time, also where the organization's own time stands still.
  const made = newCustomerSession(
    { organizationId: customer.organizationId, customerId: customer.id, onlyCheckoutId: null },
    tx.clock.now(),
  )
  await insertCustomerSession(tx, made.session, made.tokenHash)
  return { ...made, customer }
}
