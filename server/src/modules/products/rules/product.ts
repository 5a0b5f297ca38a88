import { fieldIssue, InvalidInput } from '../../../kernel/invalid-input.ts'
import type { Product } from '../model.ts'
import type { ProductCreate, ProductUpdate } from '../schema.ts'

/** What a PATCH changes beside the prices: absent keeps, null clears. */
export function changesOf(patch: ProductUpdate): Partial<Product> {
  return {
    ...(patch.name !== undefined && { name: patch.name }),
    ...(patch.description !== undefined && { description: patch.description }),
    ...(patch.is_archived !== undefined && { isArchived: patch.is_archived }),
    ...(patch.metadata !== undefined && { metadata: patch.metadata ?? {} }),
  }
}

/** Files and custom fields cannot be made yet, so every id of one is unknown. */
export function refuseAttachments(input: Pick<ProductCreate, 'medias' | 'attached_custom_fields'>): void {
  const issues = [
    ...(input.medias ?? []).map((id, index) => fieldIssue(['medias', index], 'There is no such file', id)),
    ...(input.attached_custom_fields ?? []).map(({ custom_field_id: id }, index) =>
      fieldIssue(['attached_custom_fields', index, 'custom_field_id'], 'There is no such custom field', id),
    ),
  ]
  if (issues.length > 0) throw new InvalidInput(issues)
}
