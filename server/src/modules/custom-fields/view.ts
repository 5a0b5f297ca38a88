import type { AttachedField, CustomField } from './model.ts'
import type { AttachedCustomField, CustomField as CustomFieldWire } from './schema.ts'

export function customFieldView(field: CustomField): CustomFieldWire {
  return {
    id: field.id,
    created_at: field.createdAt.toISOString(),
    modified_at: field.modifiedAt?.toISOString() ?? null,
    metadata: field.metadata,
    type: field.type,
    slug: field.slug,
    name: field.name,
    organization_id: field.organizationId,
    properties: field.properties as CustomFieldWire['properties'],
  }
}

export function attachedFieldView(attached: AttachedField): AttachedCustomField {
  return {
    custom_field_id: attached.field.id,
    custom_field: customFieldView(attached.field),
    order: attached.position,
    required: attached.required,
  }
}
