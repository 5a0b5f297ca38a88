import type { Subject } from '../../../platform/events/announce.ts'
import type { CheckoutLink } from '../model.ts'

export function subjectOf({ id, organizationId, version }: CheckoutLink): Subject {
  return { type: 'checkout_link', id, organizationId, version }
}
