import type { Db } from '../../../platform/postgres/pool.ts'
import { customerUpdatesNotAllowed } from '../errors.ts'
import { allowsCustomerUpdates } from '../store.ts'

/** Whether customers may change their plan is the seller's to say. Canceling is always theirs: many laws ask for it. */
export async function requireCustomerUpdates(db: Db, organizationId: string): Promise<void> {
  if (!(await allowsCustomerUpdates(db, organizationId))) throw customerUpdatesNotAllowed()
}
