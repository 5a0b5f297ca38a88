import { newId } from '../../kernel/ids.ts'
import { invalidField } from '../../kernel/invalid-input.ts'
import type { Benefit, BenefitType, CustomProperties, LicenseKeysProperties } from './model.ts'
import type { BenefitCreate, BenefitPropertiesInput, BenefitUpdate } from './schema.ts'

export function newBenefit(organizationId: string, input: BenefitCreate, now: Date): Benefit {
  return {
    id: newId(),
    createdAt: now,
    modifiedAt: null,
    version: 1,
    organizationId,
    type: input.type,
    description: input.description,
    selectable: true,
    deletable: true,
    properties: propertiesOf(input.type, input.properties ?? {}),
    isTaxApplicable: true,
    deletedAt: null,
  }
}

/** The properties of a type in full, with null for what was left out. */
export function propertiesOf(
  type: BenefitType,
  given: BenefitPropertiesInput,
): CustomProperties | LicenseKeysProperties {
  if (type !== 'license_keys') return { note: given.note ?? null }
  return {
    prefix: given.prefix ?? null,
    expires: given.expires ? { ttl: given.expires.ttl, timeframe: given.expires.timeframe } : null,
    activations: given.activations
      ? {
          limit: given.activations.limit,
          enable_customer_admin: given.activations.enable_customer_admin ?? false,
        }
      : null,
    limit_usage: given.limit_usage ?? null,
  }
}

/** What a PATCH changes. Properties are replaced as a whole, because an absent limit means "no limit". */
export function changesOf(benefit: Benefit, patch: BenefitUpdate): Partial<Benefit> {
  if (patch.type !== undefined && patch.type !== benefit.type) {
    throw invalidField('type', `The type of a benefit cannot change; this one is ${benefit.type}`, patch.type)
  }
  return {
    ...(patch.description !== undefined && { description: patch.description }),
    ...(patch.properties !== undefined && { properties: propertiesOf(benefit.type, patch.properties) }),
  }
}
