import { newId } from '../../../kernel/ids.ts'
import { invalidField } from '../../../kernel/invalid-input.ts'
import type { CustomField } from '../model.ts'
import type { CustomFieldCreate, CustomFieldUpdate } from '../schema.ts'
import { propertiesOf } from './properties.ts'

export function newCustomField(organizationId: string, input: CustomFieldCreate, now: Date): CustomField {
  return {
    id: newId(),
    createdAt: now,
    modifiedAt: null,
    version: 1,
    organizationId,
    type: input.type,
    slug: input.slug,
    name: input.name,
    properties: propertiesOf(input.type, input.properties ?? {}),
    metadata: input.metadata ?? {},
    deletedAt: null,
  }
}

/** What a PATCH changes. Properties are replaced as a whole, because an absent limit means "no limit". */
export function changesOf(field: CustomField, patch: CustomFieldUpdate): Partial<CustomField> {
  if (patch.type !== undefined && patch.type !== field.type) {
    throw invalidField('type', `The type of a custom field cannot change; this one is ${field.type}`, patch.type)
  }
  return {
    ...(patch.slug !== undefined && { slug: patch.slug }),
    ...(patch.name !== undefined && { name: patch.name }),
    ...(patch.properties !== undefined && { properties: propertiesOf(field.type, patch.properties) }),
    ...(patch.metadata !== undefined && { metadata: patch.metadata ?? {} }),
  }
}
