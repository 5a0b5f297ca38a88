import { invalidField } from '../../../kernel/invalid-input.ts'
import type { Db } from '../../../platform/postgres/pool.ts'
import { type Discount, findDiscountById } from '../../discounts/index.ts'

/**
 * The discount that a seller names in a body: one of the same organization, or 422 at its field. Whether it applies is
 * asked when the link is opened: it may start later, or be for one of several products.
 */
export async function namedDiscount(
  db: Db,
  organizationId: string,
  id: string | null | undefined,
): Promise<Discount | null> {
  if (id === null || id === undefined) return null
  const found = await findDiscountById(db, { organizationId, customerId: null, customerEmail: null }, id)
  if (!found) throw invalidField('discount_id', 'There is no such discount', id)
  return found.discount
}
