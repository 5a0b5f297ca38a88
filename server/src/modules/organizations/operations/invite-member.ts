import { type PersonalActor, readOnlyMember } from '../../../kernel/actor.ts'
import { newId } from '../../../kernel/ids.ts'
import { invalidField } from '../../../kernel/invalid-input.ts'
import { fingerprint, newSecret, type SecretBox } from '../../../kernel/secrets.ts'
import { announceCreation } from '../../../platform/events/announce.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { brokenConstraint } from '../../../platform/postgres/pool.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { ownerNeeded } from '../errors.ts'
import type { Invitation, Member } from '../model.ts'
import { invitationEnd } from '../rules/invitations.ts'
import { rolesGivenBy } from '../rules/roles.ts'
import type { OrganizationInvitationCreate } from '../schema/invitations.ts'
import { insertInvitation, withdrawExpired } from '../store/invitations.ts'
import { isMemberByEmail } from '../store/members.ts'
import { invitationView } from '../view.ts'
import { announceWithdrawals } from './announce-withdrawals.ts'
import { lockTeam } from './lock-team.ts'

export async function inviteMember(
  tx: Tx,
  actor: PersonalActor,
  organizationId: string,
  input: OrganizationInvitationCreate,
  box: SecretBox,
): Promise<{ invitation: Invitation; token: string }> {
  const caller = await lockTeam(tx, actor, organizationId)
  tx.requireWriter(caller.organizationId)
  if (!rolesGivenBy(caller.role).includes(input.role)) {
    throw caller.role === 'read_only' ? readOnlyMember() : ownerNeeded()
  }
  if (await isMemberByEmail(tx, caller.organizationId, input.email)) {
    throw invalidField('email', 'Somebody with this address is a member already', input.email)
  }
  const invitation = newInvitation(caller, input, new Date())
  const token = newSecret('invitation')
  await insertOnce(tx, invitation, fingerprint(token))
  await mailLink(tx, invitation, box.seal(token))
  announceCreation(tx, 'invitation.created', { type: 'invitation', ...invitation }, invitationView(invitation))
  return { invitation, token }
}

/** Where no mail is sent, it is kept; then the inviter hands the link over. */
async function mailLink(tx: Tx, { id, organizationId, email, createdAt }: Invitation, secret: Buffer): Promise<void> {
  const mail = { id: newId(), organizationId, kind: 'invitation', objectId: id, toAddress: email, secret } as const
  await queueMail(tx, mail, createdAt)
}

/** Its link is a token, so it lives in real time. */
function newInvitation(caller: Member, input: OrganizationInvitationCreate, now: Date): Invitation {
  return {
    id: newId(),
    createdAt: now,
    modifiedAt: null,
    version: 1,
    organizationId: caller.organizationId,
    email: input.email,
    role: input.role,
    invitedByUserId: caller.userId,
    expiresAt: invitationEnd(now),
    acceptedAt: null,
    acceptedByUserId: null,
    withdrawnAt: null,
  }
}

async function insertOnce(tx: Tx, invitation: Invitation, tokenHash: Buffer): Promise<void> {
  const { organizationId, email, createdAt } = invitation
  announceWithdrawals(tx, await withdrawExpired(tx, organizationId, email, createdAt))
  try {
    await insertInvitation(tx, invitation, tokenHash)
  } catch (error) {
    if (brokenConstraint(error) !== 'organization_invitations_email_key') throw error
    throw invalidField('email', 'This address is invited already. To get a new link, withdraw that invitation', email)
  }
}
