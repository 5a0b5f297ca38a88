import type { Subject } from '../../../platform/events/announce.ts'
import type { Discount } from '../model.ts'

/** A discount has a `type` of its own, so it cannot stand for itself. */
export function subjectOf({ id, organizationId, version }: Discount): Subject {
  return { type: 'discount', id, organizationId, version }
}
