import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { fingerprint, isWellFormed } from '../../../kernel/secrets.ts'
import type { Db } from '../../../platform/postgres/pool.ts'
import { notOpenInvitation } from '../errors.ts'
import type { Invitation } from '../model.ts'
import { stateOf } from '../rules/invitations.ts'
import { findInvitationByHash, type InvitationInFull } from '../store/invitations.ts'

/** The invitation behind a link's token. One with a typing error needs no look-up. */
export async function findInvitation(db: Db, token: string): Promise<InvitationInFull> {
  const found = isWellFormed('invitation', token) && (await findInvitationByHash(db, fingerprint(token)))
  if (!found) throw new Refusal(ResourceNotFound)
  return found
}

export function requireOpen(invitation: Invitation, now: Date): void {
  const state = stateOf(invitation, now)
  if (state !== 'open') throw notOpenInvitation(state)
}
