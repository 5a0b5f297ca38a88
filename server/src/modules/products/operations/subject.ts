import type { Subject } from '../../../platform/events/announce.ts'
import type { Product } from '../model.ts'

export function subjectOf(product: Product): Subject {
  return { type: 'product', id: product.id, organizationId: product.organizationId, version: product.version }
}
