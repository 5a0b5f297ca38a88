import { type Static, Type } from 'typebox'
import { SCOPES } from '../../../kernel/actor.ts'
import { AnyOf, Line, ListOf, Maybe, Nullable, named, OneOf, PageQuery, Timestamp, Uuid } from '../../../kernel/wire.ts'

const EXAMPLE_SCOPES = [['checkouts:write', 'products:read']]

const ScopeName = OneOf(SCOPES)

const Token = {
  id: Uuid,
  created_at: Timestamp,
  modified_at: Nullable(Timestamp),
  comment: Type.String({ examples: ['Storefront'] }),
  scopes: Type.Array(Type.String(), { examples: EXAMPLE_SCOPES }),
  expires_at: Nullable(Timestamp),
  last_used_at: Nullable(Timestamp),
}

const TokenCreate = {
  comment: Line({ examples: ['Storefront'] }),
  scopes: Type.Array(ScopeName, { minItems: 1, maxItems: 100, examples: EXAMPLE_SCOPES }),
  expires_in: Type.Optional(
    Type.Unsafe<string | number | null>({
      anyOf: [
        { type: 'string', maxLength: 64, description: 'an ISO 8601 duration such as P30D' },
        { type: 'integer', minimum: 1, maximum: 3_155_760_000 },
        { type: 'null' },
      ],
      description: 'An ISO 8601 duration such as `P30D`, or whole seconds. Left out: as long as the calling token.',
      examples: ['P30D'],
    }),
  ),
}

const shownOnce = (prefix: string) => Type.String({ description: 'Shown this once.', examples: [`${prefix}...`] })

export const OrganizationAccessToken = named(
  'OrganizationAccessToken',
  Type.Object({
    ...Token,
    organization_id: Uuid,
    created_by_user_id: Nullable(
      Type.String({ format: 'uuid', description: 'Who made it; null when another token of the organization did.' }),
    ),
  }),
)
export type OrganizationAccessToken = Static<typeof OrganizationAccessToken>

export const OrganizationAccessTokenList = ListOf(OrganizationAccessToken)

export const OrganizationAccessTokenCreate = named(
  'OrganizationAccessTokenCreate',
  Type.Object({ organization_id: Maybe(Uuid), ...TokenCreate }),
)
export type OrganizationAccessTokenCreate = Static<typeof OrganizationAccessTokenCreate>

export const OrganizationAccessTokenCreated = named(
  'OrganizationAccessTokenCreated',
  Type.Object({ organization_access_token: OrganizationAccessToken, token: shownOnce('till_oat_') }),
)

export const OrganizationAccessTokenQuery = Type.Object({
  ...PageQuery,
  organization_id: AnyOf(Uuid),
})
export type OrganizationAccessTokenQuery = Static<typeof OrganizationAccessTokenQuery>

export const PersonalAccessToken = named('PersonalAccessToken', Type.Object(Token))
export type PersonalAccessToken = Static<typeof PersonalAccessToken>

export const PersonalAccessTokenList = ListOf(PersonalAccessToken)

export const PersonalAccessTokenCreate = named('PersonalAccessTokenCreate', Type.Object(TokenCreate))
export type PersonalAccessTokenCreate = Static<typeof PersonalAccessTokenCreate>

export const PersonalAccessTokenCreated = named(
  'PersonalAccessTokenCreated',
  Type.Object({ personal_access_token: PersonalAccessToken, token: shownOnce('till_pat_') }),
)

export const PersonalAccessTokenQuery = Type.Object(PageQuery)
