import { type Static, Type } from 'typebox'
import {
  AnyOf,
  Integer,
  Line,
  ListOf,
  Maybe,
  Metadata,
  MetadataOut,
  Nullable,
  named,
  OneOf,
  PageQuery,
  Text,
  Timestamp,
  Uuid,
} from '../../kernel/wire.ts'
import { CUSTOM_FIELD_TYPES } from './model.ts'

const Option = Type.Object({
  value: Line({ description: 'What is stored.', examples: ['m'] }),
  label: Line({ description: 'What buyers read.', examples: ['Medium'] }),
})

/** The same words where it is sent and where it is shown. */
const BOUNDS = {
  ge: '`number`: the least that is accepted. `date`: the first day that is accepted, as Unix seconds (UTC, since 1970).',
  le: '`number`: the most that is accepted. `date`: the last day that is accepted, as Unix seconds (UTC, since 1970).',
}

const CustomFieldProperties = named(
  'CustomFieldProperties',
  Type.Object(
    {
      form_label: Type.Optional(Type.String()),
      form_help_text: Type.Optional(Type.String()),
      form_placeholder: Type.Optional(Type.String()),
      textarea: Type.Optional(Type.Boolean()),
      min_length: Type.Optional(Type.Integer()),
      max_length: Type.Optional(Type.Integer()),
      ge: Type.Optional(Type.Integer({ description: BOUNDS.ge })),
      le: Type.Optional(Type.Integer({ description: BOUNDS.le })),
      options: Type.Optional(Type.Array(Option)),
    },
    {
      description: 'They depend on the type. One that was not given is not there.',
      examples: [{ form_label: 'Your T-shirt size', options: [{ value: 'm', label: 'Medium' }] }],
    },
  ),
)

export const CustomField = named(
  'CustomField',
  Type.Object({
    id: Uuid,
    created_at: Timestamp,
    modified_at: Nullable(Timestamp),
    metadata: MetadataOut,
    type: OneOf(CUSTOM_FIELD_TYPES, { examples: ['select'] }),
    slug: Type.String({ examples: ['shirt-size'] }),
    name: Type.String({ examples: ['T-shirt size'] }),
    organization_id: Uuid,
    properties: CustomFieldProperties,
  }),
)
export type CustomField = Static<typeof CustomField>

export const CustomFieldList = ListOf(CustomField)

/** As it stands inside a product and a checkout. */
export const AttachedCustomField = named(
  'AttachedCustomField',
  Type.Object({
    custom_field_id: Uuid,
    custom_field: CustomField,
    order: Type.Integer({ description: 'The place in the list, from 0.', examples: [0] }),
    required: Type.Boolean({ description: 'Whether a checkout needs it to be confirmed.' }),
  }),
)
export type AttachedCustomField = Static<typeof AttachedCustomField>

/** Texts of buyers have at most this many characters, also where the seller sets no limit. */
export const LONGEST_TEXT = 10_000

/**
 * The properties of all types side by side, so that a wrong value is reported at its own place and not as "none of
 * these forms". A field takes those of its type and ignores the others.
 */
const CustomFieldPropertiesInput = named(
  'CustomFieldPropertiesInput',
  Type.Object({
    form_label: Maybe(Text({ minLength: 1, description: 'Shown instead of the name.' })),
    form_help_text: Maybe(Text({ minLength: 1 })),
    form_placeholder: Maybe(Text({ minLength: 1 })),
    textarea: Maybe(Type.Boolean({ description: '`text`: whether it has several lines.' })),
    min_length: Maybe(Integer({ minimum: 0, maximum: LONGEST_TEXT, description: '`text`', examples: [2] })),
    max_length: Maybe(Integer({ minimum: 1, maximum: LONGEST_TEXT, description: '`text`', examples: [40] })),
    ge: Maybe(Integer({ description: BOUNDS.ge })),
    le: Maybe(Integer({ description: BOUNDS.le })),
    options: Maybe(
      Type.Array(Option, { minItems: 1, maxItems: 500, description: '`select`: the choice. Values are unique.' }),
    ),
  }),
)
export type CustomFieldPropertiesInput = Static<typeof CustomFieldPropertiesInput>

const Slug = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[A-Za-z0-9][A-Za-z0-9_-]*$',
  patternMeans: 'letters, digits, hyphens and underscores only, with a letter or a digit first',
  description:
    'The key of the value in `custom_field_data`. Letters, digits, hyphens and underscores, with a letter or a digit ' +
    'first. Unique in the organization, whatever its case.',
  examples: ['shirt-size'],
})
const Name = Line({ examples: ['T-shirt size'] })

export const CustomFieldCreate = named(
  'CustomFieldCreate',
  Type.Object({
    organization_id: Maybe(Uuid),
    type: OneOf(CUSTOM_FIELD_TYPES),
    slug: Slug,
    name: Name,
    properties: Maybe(CustomFieldPropertiesInput),
    metadata: Maybe(Metadata),
  }),
)
export type CustomFieldCreate = Static<typeof CustomFieldCreate>

export const CustomFieldUpdate = named(
  'CustomFieldUpdate',
  Type.Object({
    type: Type.Optional(OneOf(CUSTOM_FIELD_TYPES, { description: 'Cannot change; if sent, it has to be the same.' })),
    slug: Type.Optional(Slug),
    name: Type.Optional(Name),
    properties: Type.Optional(CustomFieldPropertiesInput),
    metadata: Maybe(Metadata),
  }),
)
export type CustomFieldUpdate = Static<typeof CustomFieldUpdate>

export const CustomFieldQuery = Type.Object({
  ...PageQuery,
  organization_id: AnyOf(Uuid),
  query: Type.Optional(
    Type.String({ maxLength: 256, description: 'A part of the name or of the slug, whatever its case.' }),
  ),
  type: AnyOf(OneOf(CUSTOM_FIELD_TYPES)),
})
