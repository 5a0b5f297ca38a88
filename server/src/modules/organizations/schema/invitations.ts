import { type Static, Type } from 'typebox'
import {
  Email,
  Extend,
  Line,
  ListOf,
  Maybe,
  Nullable,
  named,
  PageQuery,
  Timestamp,
  Uuid,
} from '../../../kernel/wire.ts'
import { RoleName } from './members.ts'

export const OrganizationInvitation = named(
  'OrganizationInvitation',
  Type.Object({
    id: Uuid,
    created_at: Timestamp,
    modified_at: Nullable(Timestamp),
    organization_id: Uuid,
    email: Email,
    role: RoleName,
    invited_by_user_id: Uuid,
    expires_at: Timestamp,
  }),
)
export type OrganizationInvitation = Static<typeof OrganizationInvitation>

export const OrganizationInvitationList = ListOf(OrganizationInvitation)

export const OrganizationInvitationCreated = named(
  'OrganizationInvitationCreated',
  Extend(OrganizationInvitation, {
    url: Type.String({
      description: 'The link for the person whom you invite. Shown this once, and mailed to the address.',
      examples: ['https://till.example.com/invitation#till_inv_...'],
    }),
  }),
)

export const OrganizationInvitationCreate = named(
  'OrganizationInvitationCreate',
  Type.Object({ email: Email, role: RoleName }),
)
export type OrganizationInvitationCreate = Static<typeof OrganizationInvitationCreate>

export const OrganizationInvitationQuery = Type.Object(PageQuery)

const InvitationToken = Type.String({
  maxLength: 256,
  description: 'What stands behind the # of the link.',
  examples: ['till_inv_...'],
})

const InvitingOrganization = Type.Object({
  id: Uuid,
  name: Type.String({ examples: ['Northwind Audio'] }),
  slug: Type.String({ examples: ['northwind-audio'] }),
})

export const InvitationPreviewAsk = named('InvitationPreviewAsk', Type.Object({ token: InvitationToken }))

export const InvitationPreview = named(
  'InvitationPreview',
  Type.Object({
    organization: InvitingOrganization,
    role: RoleName,
    email: Email,
    invited_by_name: Nullable(Type.String({ examples: ['Ada Lovelace'] })),
    expires_at: Timestamp,
  }),
)
export type InvitationPreview = Static<typeof InvitationPreview>

export const InvitationAccept = named(
  'InvitationAccept',
  Type.Object({ token: InvitationToken, name: Maybe(Line({ examples: ['Grace Hopper'] })) }),
)
export type InvitationAccept = Static<typeof InvitationAccept>

export const InvitationAccepted = named(
  'InvitationAccepted',
  Type.Object({
    organization: InvitingOrganization,
    role: RoleName,
    user_id: Uuid,
    token: Nullable(
      Type.String({
        description: "The new user's personal access token, shown this once. Null when you came with a token.",
        examples: ['till_pat_...'],
      }),
    ),
  }),
)
export type InvitationAccepted = Static<typeof InvitationAccepted>
