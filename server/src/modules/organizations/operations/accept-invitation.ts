import type { PersonalActor } from '../../../kernel/actor.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { revise } from '../../../kernel/revision.ts'
import { announceDeletion } from '../../../platform/events/announce.ts'
import { brokenConstraint } from '../../../platform/postgres/pool.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { createUser, fillInUser, issuePersonalAccessToken } from '../../access/index.ts'
import { alreadyMember } from '../errors.ts'
import type { Invitation, Joined } from '../model.ts'
import type { InvitationAccept } from '../schema/invitations.ts'
import { lockInvitation, saveOutcome } from '../store/invitations.ts'
import { invitationView } from '../view.ts'
import { addMember } from './add-member.ts'
import { announceMember } from './announce-member.ts'
import { findInvitation, requireOpen } from './find-invitation.ts'

/**
 * Lets the holder of the link in: as the user whose token was sent, or as a new one. The invitation's e-mail address
 * decides nothing: if it led to a user who is there already, a link could take that user over.
 */
export async function acceptInvitation(
  tx: Tx,
  actor: PersonalActor | undefined,
  input: InvitationAccept,
): Promise<Joined> {
  const { organization, invitation: seen } = await findInvitation(tx, input.token)
  const before = await lockInvitation(tx, seen.id)
  if (!before) throw new Refusal(ResourceNotFound)
  const now = new Date()
  requireOpen(before, now)
  const userId = await join(tx, before, actor, input.name ?? null)
  const invitation = revise(before, { acceptedAt: now, acceptedByUserId: userId }, now)
  await saveOutcome(tx, invitation)
  // No list shows it any more.
  announceDeletion(tx, 'invitation.accepted', { type: 'invitation', ...invitation }, invitationView(before))
  const token = actor ? null : await issuePersonalAccessToken(tx, userId, `Made when joining ${organization.name}`)
  return { organization, invitation, userId, token }
}

async function join(
  tx: Tx,
  { organizationId, email, role }: Invitation,
  actor: PersonalActor | undefined,
  name: string | null,
): Promise<string> {
  const userId = actor?.userId ?? (await createUser(tx, { email, name })).id
  if (actor) await fillInUser(tx, userId, { email, name }, announceMember)
  try {
    await addMember(tx, { organizationId, userId, role, createdAt: tx.clock.now(organizationId) })
  } catch (error) {
    if (brokenConstraint(error) === 'organization_members_pkey') throw alreadyMember()
    throw error
  }
  return userId
}
