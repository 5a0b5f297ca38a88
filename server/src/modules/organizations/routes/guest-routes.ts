import { NotPermitted, ResourceNotFound } from '../../../kernel/refusal.ts'
import { fingerprint } from '../../../kernel/secrets.ts'
import { optionalPersonalToken, publicAccess, type Route, read, write } from '../../../platform/http/route.ts'
import { NotOpenInvitation } from '../errors.ts'
import { acceptInvitation } from '../operations/accept-invitation.ts'
import { findInvitation, requireOpen } from '../operations/find-invitation.ts'
import { InvitationAccept, InvitationAccepted, InvitationPreview, InvitationPreviewAsk } from '../schema/invitations.ts'
import { invitationPreview, joinedView } from '../view.ts'

const tag = 'Members'

/** For those who were invited. The token travels in bodies only: addresses end up in histories and logs. */
export const guestRoutes: readonly Route[] = [
  read(
    {
      method: 'POST',
      path: '/v1/invitations/preview',
      operationId: 'previewInvitation',
      tag,
      summary: 'See what an invitation is for',
      description: 'Changes nothing. It is no GET, so that the token stands in no address.',
      access: publicAccess,
      body: InvitationPreviewAsk,
      status: 200,
      answer: InvitationPreview,
      refusals: [NotOpenInvitation, ResourceNotFound],
      isSensitive: true,
    },
    async ({ db, body }) => {
      const found = await findInvitation(db, body.token)
      requireOpen(found.invitation, new Date())
      return invitationPreview(found)
    },
  ),
  write(
    {
      method: 'POST',
      path: '/v1/invitations/accept',
      operationId: 'acceptInvitation',
      tag,
      summary: 'Accept an invitation',
      description:
        'With a personal access token its user joins. Without one a new user does, whose personal access token the answer shows once.',
      access: optionalPersonalToken('organizations:write'),
      body: InvitationAccept,
      status: 200,
      answer: InvitationAccepted,
      refusals: [NotPermitted, NotOpenInvitation, ResourceNotFound],
      isSensitive: true,
      idempotencyScope: ({ body }) => `invitation:${fingerprint(body.token).toString('hex')}`,
    },
    async ({ tx, actor, body }) => joinedView(await acceptInvitation(tx, actor, body)),
  ),
]
