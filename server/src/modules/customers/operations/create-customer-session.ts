import type { Actor } from '../../../kernel/actor.ts'
import { InvalidInput, invalidField, missingField } from '../../../kernel/invalid-input.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { Customer, CustomerRef } from '../model.ts'
import type { CustomerSessionCreate } from '../schema.ts'
import { type NewCustomerSession, newCustomerSession } from '../session.ts'
import { holdCustomer, insertCustomerSession } from '../store.ts'

export async function createCustomerSession(
  tx: Tx,
  actor: Actor,
  input: CustomerSessionCreate,
): Promise<NewCustomerSession & { readonly customer: Customer }> {
  const { field, value, ref } = namedIn(input)
  const customer = await holdCustomer(tx, actor, ref)
  if (!customer) throw invalidField(field, 'There is no such customer', value)
  tx.requireWriter(customer.organizationId)
  // A token lives in real time, also where the organization's own time stands still.
  const made = newCustomerSession(
    { organizationId: customer.organizationId, customerId: customer.id, onlyCheckoutId: null },
    tx.clock.now(),
  )
  await insertCustomerSession(tx, made.session, made.tokenHash)
  return { ...made, customer }
}

/** Clients of different ages name the same thing differently; the first of the names that is there counts. */
function namedIn(input: CustomerSessionCreate): { field: string; value: string; ref: CustomerRef } {
  if (input.customer_id) return { field: 'customer_id', value: input.customer_id, ref: { id: input.customer_id } }
  for (const field of ['external_customer_id', 'customer_external_id'] as const) {
    const value = input[field]
    if (value) return { field, value, ref: { externalId: value, organizationId: undefined, place: ['body', field] } }
  }
  throw new InvalidInput([missingField('customer_id')])
}
