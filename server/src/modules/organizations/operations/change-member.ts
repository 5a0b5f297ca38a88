import type { PersonalActor, Role } from '../../../kernel/actor.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { revise } from '../../../kernel/revision.ts'
import { announceChange, deletion } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { requireAllowed } from '../errors.ts'
import type { Member } from '../model.ts'
import { judgeRoleChange, rolesGivenBy } from '../rules/roles.ts'
import type { OrganizationMemberUpdate } from '../schema/members.ts'
import { withdrawInvitationsBy } from '../store/invitations.ts'
import { countOwners, deleteMember, lockMember, saveRole } from '../store/members.ts'
import { memberView } from '../view.ts'
import { announceWithdrawals } from './announce-withdrawals.ts'
import { lockTeam } from './lock-team.ts'
import { memberSubject } from './member-subject.ts'

export interface MemberRef {
  readonly organizationId: string
  readonly userId: string
}

export async function updateMember(
  tx: Tx,
  actor: PersonalActor,
  ref: MemberRef,
  patch: OrganizationMemberUpdate,
): Promise<Member> {
  const before = await requireMember(tx, actor, ref, (member) => patch.role ?? member.role)
  const after = revise(before, patch, tx.clock.now(before.organizationId))
  if (after === before) return before
  await saveRole(tx, after)
  announceChange(tx, 'member.updated', memberSubject(after), memberView(before), memberView(after))
  announceWithdrawals(tx, await withdrawInvitationsBy(tx, after, rolesGivenBy(after.role), new Date()))
  return after
}

/** Acts on the very next request, because every request asks anew. What they made for the organization stays. */
export async function removeMember(tx: Tx, actor: PersonalActor, ref: MemberRef): Promise<void> {
  const member = await requireMember(tx, actor, ref, () => null)
  announceWithdrawals(tx, await withdrawInvitationsBy(tx, member, [], new Date()))
  await deleteMember(tx, member)
  const after = { ...member, version: member.version + 1 }
  const event = deletion('member.deleted', memberSubject(after), memberView(member))
  tx.emit(event, ref.userId === actor.userId ? 'own' : undefined)
}

/** `nextRole` is what becomes of the member's role: null when they go. */
async function requireMember(
  tx: Tx,
  actor: PersonalActor,
  ref: MemberRef,
  nextRole: (member: Member) => Role | null,
): Promise<Member> {
  const caller = await lockTeam(tx, actor, ref.organizationId)
  const target = await lockMember(tx, caller.organizationId, ref.userId)
  if (!target) throw new Refusal(ResourceNotFound)
  const next = nextRole(target)
  const isSelf = target.userId === caller.userId
  // To leave is nobody's business but one's own.
  tx.requireMatch(isSelf && next === null ? { ...target, organizationId: null } : target)
  const owners = await countOwners(tx, caller.organizationId)
  requireAllowed(judgeRoleChange({ caller: caller.role, target: target.role, next, isSelf, owners }))
  return target
}
