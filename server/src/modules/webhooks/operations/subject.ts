import type { Subject } from '../../../platform/events/announce.ts'
import type { WebhookEndpoint } from '../model.ts'

export function subjectOf({ id, organizationId, version }: WebhookEndpoint): Subject {
  return { type: 'webhook_endpoint', id, organizationId, version }
}
