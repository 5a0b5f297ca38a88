import { announceDeletion } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { Invitation } from '../model.ts'
import { invitationView } from '../view.ts'

/** Of invitations as they are now: nothing that is shown of one changes when it is withdrawn, but the time of change. */
export function announceWithdrawals(tx: Tx, withdrawn: readonly Invitation[]): void {
  for (const invitation of withdrawn) {
    announceDeletion(tx, 'invitation.deleted', { type: 'invitation', ...invitation }, invitationView(invitation))
  }
}
