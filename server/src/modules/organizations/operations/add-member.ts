import { announceCreation } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { findMember, insertMember, type NewMember } from '../store/members.ts'
import { memberView } from '../view.ts'
import { memberSubject } from './member-subject.ts'

/** Somebody belongs to an organization from now on. */
export async function addMember(tx: Tx, joining: NewMember): Promise<void> {
  await insertMember(tx, joining)
  const member = await findMember(tx, joining.organizationId, joining.userId)
  if (!member) throw new Error(`the user ${joining.userId} was made a member and is none`)
  announceCreation(tx, 'member.created', memberSubject(member), memberView(member))
}
