import { type Static, Type } from 'typebox'
import { SCOPES } from '../../kernel/actor.ts'
import { AnyOf, Line, ListOf, Maybe, Nullable, named, OneOf, PageQuery, Timestamp, Uuid } from '../../kernel/wire.ts'

const ScopeName = OneOf(SCOPES)

export const OrganizationAccessToken = named(
  'OrganizationAccessToken',
  Type.Object({
    id: Uuid,
    created_at: Timestamp,
    modified_at: Nullable(Timestamp),
    organization_id: Uuid,
    comment: Type.String({ examples: ['Storefront'] }),
    scopes: Type.Array(Type.String(), {
      examples: [['checkouts:write', 'products:read']],
    }),
    expires_at: Nullable(Timestamp),
    last_used_at: Nullable(Timestamp),
  }),
)
export type OrganizationAccessToken = Static<typeof OrganizationAccessToken>

export const OrganizationAccessTokenList = ListOf(OrganizationAccessToken)

export const OrganizationAccessTokenCreate = named(
  'OrganizationAccessTokenCreate',
  Type.Object({
    organization_id: Maybe(Uuid),
    comment: Line({ examples: ['Storefront'] }),
    scopes: Type.Array(ScopeName, {
      minItems: 1,
      maxItems: 100,
      examples: [['checkouts:write', 'products:read']],
    }),
    expires_in: Type.Optional(
      Type.Unsafe<string | number | null>({
        anyOf: [
          { type: 'string', maxLength: 64 },
          { type: 'integer', minimum: 1, maximum: 3_155_760_000 },
          { type: 'null' },
        ],
        description: 'An ISO 8601 duration such as `P30D`, or whole seconds. Left out: it does not expire.',
        examples: ['P30D'],
      }),
    ),
  }),
)
export type OrganizationAccessTokenCreate = Static<typeof OrganizationAccessTokenCreate>

export const OrganizationAccessTokenCreated = named(
  'OrganizationAccessTokenCreated',
  Type.Object({
    organization_access_token: OrganizationAccessToken,
    token: Type.String({
      description: 'Shown this once.',
      examples: ['till_oat_...'],
    }),
  }),
)

export const OrganizationAccessTokenQuery = Type.Object({
  ...PageQuery,
  organization_id: AnyOf(Uuid),
})
export type OrganizationAccessTokenQuery = Static<typeof OrganizationAccessTokenQuery>
