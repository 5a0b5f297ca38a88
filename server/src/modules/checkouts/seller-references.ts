import { invalidField } from '../../kernel/invalid-input.ts'
import type { Db } from '../../platform/postgres/pool.ts'
import { type Customer, customerFromJson } from '../customers/index.ts'

/** The customer that a seller names in a body: one of the same organization, or 422 at its field. */
export async function findVisibleCustomer(
  db: Db,
  organizationId: string,
  id: string | null | undefined,
): Promise<Customer | null> {
  if (id === null || id === undefined) return null
  const [row] = await db.sql<{ customer: object }[]>`
    select to_json(cu) as customer from customers cu
    where cu.id = ${id} and cu.organization_id = ${organizationId} and cu.deleted_at is null`
  if (!row) throw invalidField('customer_id', 'There is no such customer', id)
  return customerFromJson(row.customer)
}
