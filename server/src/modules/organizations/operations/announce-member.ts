import { revise } from '../../../kernel/revision.ts'
import { change } from '../../../platform/events/announce.ts'
import type { UserChanged } from '../../access/index.ts'
import { lockMemberships, saveMemberships } from '../store/members.ts'
import { memberView } from '../view.ts'
import { memberSubject } from './member-subject.ts'

/**
 * Somebody has another name or address from now on. Each organization that they belong to shows it, so each is told. It is
 * their own to do, also where they may only read.
 */
export const announceMember: UserChanged = async (tx, { id, email, name }) => {
  const changes = (await lockMemberships(tx, id)).map((before) => {
    const after = revise(before, { email, name }, tx.clock.now(before.organizationId))
    return { before, after }
  })
  await saveMemberships(
    tx,
    changes.map(({ after }) => after),
  )
  for (const { before, after } of changes) {
    tx.emit(change('member.updated', memberSubject(after), memberView(before), memberView(after)), 'own')
  }
}
