import { fieldIssue, InvalidInput } from '../../../kernel/invalid-input.ts'
import type { Db } from '../../../platform/postgres/pool.ts'
import type { Product } from '../../products/index.ts'
import { findProducts } from '../store.ts'

/** The products that a body names, or a complaint at each id that is not one of the organization's. */
export async function namedProducts(
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<{ products: Product[]; productIds: string[] }> {
  const products = await findProducts(db, organizationId, ids)
  const known = new Set(products.map((product) => product.id))
  const issues = ids.flatMap((id, index) =>
    known.has(id.toLowerCase()) ? [] : [fieldIssue(['products', index], 'There is no such product', id)],
  )
  if (issues.length > 0) throw new InvalidInput(issues)
  return { products, productIds: [...known].sort() }
}
