import { addDays } from '../../../kernel/time.ts'
import type { Invitation } from '../model.ts'

const INVITATION_DAYS = 7

export function invitationEnd(now: Date): Date {
  return addDays(now, INVITATION_DAYS)
}

export type InvitationState = 'open' | 'accepted' | 'withdrawn' | 'expired'

type Dates = Pick<Invitation, 'acceptedAt' | 'withdrawnAt' | 'expiresAt'>

/** What became of it counts more than that its time is over. */
export function stateOf({ acceptedAt, withdrawnAt, expiresAt }: Dates, now: Date): InvitationState {
  if (acceptedAt !== null) return 'accepted'
  if (withdrawnAt !== null) return 'withdrawn'
  return expiresAt <= now ? 'expired' : 'open'
}
