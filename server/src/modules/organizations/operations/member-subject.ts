import type { Subject } from '../../../platform/events/announce.ts'
import type { Member } from '../model.ts'

/** A member has no id of its own: within an organization it is the user's. */
export function memberSubject({ userId, organizationId, version }: Member): Subject {
  return { type: 'member', id: userId, organizationId, version }
}
