import { type PersonalActor, readOnlyMember } from '../../../kernel/actor.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { revise } from '../../../kernel/revision.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { lockOpenInvitation, saveOutcome } from '../store/invitations.ts'
import { announceWithdrawals } from './announce-withdrawals.ts'
import { lockTeam } from './lock-team.ts'

/** An admin may take back an owner's invitation too: nobody gets more rights by it. */
export async function withdrawInvitation(
  tx: Tx,
  actor: PersonalActor,
  organizationId: string,
  id: string,
): Promise<void> {
  const caller = await lockTeam(tx, actor, organizationId)
  const now = new Date()
  const invitation = await lockOpenInvitation(tx, caller.organizationId, id, now)
  if (!invitation) throw new Refusal(ResourceNotFound)
  tx.requireMatch(invitation)
  if (caller.role === 'read_only') throw readOnlyMember()
  const withdrawn = revise(invitation, { withdrawnAt: now }, now)
  await saveOutcome(tx, withdrawn)
  announceWithdrawals(tx, [withdrawn])
}
