import { type Static, Type } from 'typebox'
import { ROLES } from '../../../kernel/actor.ts'
import { ListOf, Nullable, named, OneOf, PageQuery, Timestamp, Uuid } from '../../../kernel/wire.ts'

export const RoleName = OneOf(ROLES, {
  description:
    '`owner`: everything. `admin`: everything but what concerns owners. `read_only`: reads everything and changes nothing.',
  examples: ['admin'],
})

export const OrganizationMember = named(
  'OrganizationMember',
  Type.Object({
    organization_id: Uuid,
    user_id: Uuid,
    role: RoleName,
    email: Nullable(Type.String({ description: 'As it was given. Nobody has checked it.' })),
    name: Nullable(Type.String()),
    created_at: Timestamp,
    modified_at: Nullable(Timestamp),
  }),
)
export type OrganizationMember = Static<typeof OrganizationMember>

export const OrganizationMemberList = ListOf(OrganizationMember)

export const OrganizationMemberUpdate = named(
  'OrganizationMemberUpdate',
  Type.Object({ role: Type.Optional(RoleName) }),
)
export type OrganizationMemberUpdate = Static<typeof OrganizationMemberUpdate>

export const OrganizationMemberQuery = Type.Object(PageQuery)
