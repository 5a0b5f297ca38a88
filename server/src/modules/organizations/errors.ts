import { readOnlyMember } from '../../kernel/actor.ts'
import { NotPermitted, Refusal, type RefusalKind } from '../../kernel/refusal.ts'
import type { InvitationState } from './rules/invitations.ts'
import type { RoleVerdict } from './rules/roles.ts'

export const NotOpenInvitation: RefusalKind = {
  error: 'NotOpenInvitation',
  status: 403,
  code: 'invitation_not_open',
  detail: 'This invitation cannot be accepted any more.',
}

const WHY_NOT_OPEN: Readonly<Record<Exclude<InvitationState, 'open'>, string>> = {
  accepted: 'This invitation was accepted already. Each link works once.',
  withdrawn: 'This invitation was withdrawn. Ask for a new one.',
  expired: 'This invitation has expired. Ask for a new one.',
}

export const notOpenInvitation = (state: Exclude<InvitationState, 'open'>) =>
  new Refusal(NotOpenInvitation, { code: `invitation_${state}`, detail: WHY_NOT_OPEN[state] })

export const alreadyMember = () =>
  new Refusal(NotPermitted, { code: 'already_member', detail: 'You are a member of this organization already.' })

export const ownerNeeded = (detail = 'Only an owner of the organization can make, change or remove an owner.') =>
  new Refusal(NotPermitted, { code: 'owner_needed', detail })

const lastOwner = () =>
  new Refusal(NotPermitted, {
    code: 'last_owner',
    detail: 'An organization always has an owner. Make somebody else an owner first.',
  })

const REFUSALS = { read_only_member: readOnlyMember, owner_needed: ownerNeeded, last_owner: lastOwner }

export function requireAllowed(verdict: RoleVerdict): void {
  if (verdict !== 'allowed') throw REFUSALS[verdict]()
}
