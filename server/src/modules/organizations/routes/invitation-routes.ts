import { Type } from 'typebox'
import type { Links } from '../../../kernel/links.ts'
import { pageOf } from '../../../kernel/page.ts'
import { NotPermitted, ResourceNotFound } from '../../../kernel/refusal.ts'
import type { SecretBox } from '../../../kernel/secrets.ts'
import { sortingOf } from '../../../kernel/sorting.ts'
import { Uuid } from '../../../kernel/wire.ts'
import { versioned } from '../../../platform/http/answer.ts'
import { listAnswer } from '../../../platform/http/list-answer.ts'
import { personalToken, type Route, read, token, write } from '../../../platform/http/route.ts'
import { inviteMember } from '../operations/invite-member.ts'
import { withdrawInvitation } from '../operations/withdraw-invitation.ts'
import {
  OrganizationInvitationCreate,
  OrganizationInvitationCreated,
  OrganizationInvitationList,
  OrganizationInvitationQuery,
} from '../schema/invitations.ts'
import { INVITATION_CRITERIA, listOpenInvitations } from '../store/invitations.ts'
import { invitationView } from '../view.ts'
import { requireVisible } from './member-routes.ts'

const tag = 'Members'
const path = '/v1/organizations/{id}/invitations'
const ByOrganization = Type.Object({ id: Uuid })

/** For those who invite. */
export interface InvitationNeeds {
  readonly links: Links
  readonly box: SecretBox
}

export function invitationRoutes({ links, box }: InvitationNeeds): readonly Route[] {
  return [
    read(
      {
        method: 'GET',
        path,
        operationId: 'listOrganizationInvitations',
        tag,
        summary: "List an organization's open invitations",
        description: 'Those that can still be accepted. Their links are not shown again.',
        access: token('organizations:read'),
        params: ByOrganization,
        query: OrganizationInvitationQuery,
        status: 200,
        answer: OrganizationInvitationList,
        refusals: [ResourceNotFound],
      },
      async ({ db, actor, params, query }) => {
        await requireVisible(db, actor, params.id)
        const sorting = sortingOf(query.sorting, INVITATION_CRITERIA, ['created_at'])
        const found = await listOpenInvitations(db, params.id, sorting, pageOf(query), new Date())
        return listAnswer(found, pageOf(query), invitationView)
      },
    ),
    write(
      {
        method: 'POST',
        path,
        operationId: 'inviteOrganizationMember',
        tag,
        summary: 'Invite somebody into an organization',
        description:
          'The link goes to the address by mail, and the answer shows it once. It works once, for seven days. Only an owner can invite an owner.',
        access: personalToken('organizations:write'),
        params: ByOrganization,
        body: OrganizationInvitationCreate,
        bodyExample: { email: 'grace@example.com', role: 'admin' },
        status: 201,
        answer: OrganizationInvitationCreated,
        refusals: [NotPermitted, ResourceNotFound],
      },
      async ({ tx, actor, params, body }) => {
        const made = await inviteMember(tx, actor, params.id, body, box)
        return versioned({ ...invitationView(made.invitation), url: links.invitation(made.token) }, made.invitation)
      },
    ),
    write(
      {
        method: 'DELETE',
        path: `${path}/{invitation_id}`,
        operationId: 'withdrawOrganizationInvitation',
        tag,
        summary: 'Withdraw an invitation',
        description: 'Its link does not work any more.',
        access: personalToken('organizations:write'),
        params: Type.Object({ id: Uuid, invitation_id: Uuid }),
        status: 204,
        refusals: [NotPermitted, ResourceNotFound],
      },
      async ({ tx, actor, params }) => {
        await withdrawInvitation(tx, actor, params.id, params.invitation_id)
        return undefined
      },
    ),
  ]
}
