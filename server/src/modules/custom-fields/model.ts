import type { MetadataValues } from '../../kernel/metadata.ts'
import type { Versioned } from '../../kernel/revision.ts'

export const CUSTOM_FIELD_TYPES = ['text', 'number', 'date', 'checkbox', 'select'] as const
export type CustomFieldType = (typeof CUSTOM_FIELD_TYPES)[number]

/** As the API shows them: what is absent stays absent. */
export interface CustomFieldProperties {
  readonly form_label?: string
  readonly form_help_text?: string
  readonly form_placeholder?: string
  /** text */
  readonly textarea?: boolean
  readonly min_length?: number
  readonly max_length?: number
  /** number, and date in seconds since 1970 */
  readonly ge?: number
  readonly le?: number
  /** select */
  readonly options?: readonly { readonly value: string; readonly label: string }[]
}

export interface CustomField extends Versioned {
  readonly id: string
  readonly organizationId: string
  readonly type: CustomFieldType
  readonly slug: string
  readonly name: string
  readonly properties: CustomFieldProperties
  readonly metadata: MetadataValues
  readonly deletedAt: Date | null
}

/** A custom field that a product asks its buyers for. */
export interface AttachedField {
  readonly field: CustomField
  /** From 0, without gaps: the place in the product's list. */
  readonly position: number
  readonly required: boolean
}

/** What a buyer answered, by slug. A date is a text such as `2026-01-31`. */
export type CustomFieldValue = string | number | boolean
export type CustomFieldData = Readonly<Record<string, CustomFieldValue>>
