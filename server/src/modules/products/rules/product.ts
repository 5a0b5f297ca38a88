import type { Product } from '../model.ts'
import type { ProductUpdate } from '../schema.ts'

/** What a PATCH changes beside prices and attachments: absent keeps, null clears. */
export function changesOf(patch: ProductUpdate): Partial<Product> {
  return {
    ...(patch.name !== undefined && { name: patch.name }),
    ...(patch.description !== undefined && { description: patch.description }),
    ...(patch.is_archived !== undefined && { isArchived: patch.is_archived }),
    ...(patch.metadata !== undefined && { metadata: patch.metadata ?? {} }),
  }
}
