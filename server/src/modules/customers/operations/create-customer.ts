import type { Actor } from '../../../kernel/actor.ts'
import type { Links } from '../../../kernel/links.ts'
import { announceCreation } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { owningOrganization } from '../../access/index.ts'
import { takenOr } from '../errors.ts'
import type { Customer } from '../model.ts'
import { newCustomer } from '../rules.ts'
import type { CustomerCreate } from '../schema.ts'
import { insertCustomer } from '../store.ts'
import { customerView } from '../view.ts'

export async function createCustomer(tx: Tx, actor: Actor, links: Links, input: CustomerCreate): Promise<Customer> {
  const organizationId = await owningOrganization(tx, actor, input.organization_id)
  const customer = newCustomer(organizationId, input, tx.clock.now(organizationId))
  try {
    await insertCustomer(tx, customer)
  } catch (error) {
    throw takenOr(error, input)
  }
  announceCreation(tx, 'customer.created', { type: 'customer', ...customer }, customerView(customer, links))
  return customer
}
