import type { NumberedEvent } from './model.ts'
import type { EventEnvelope } from './schema.ts'

/** The same in the list, in the stream and in webhooks. */
export function showEvent(event: NumberedEvent): EventEnvelope {
  return {
    id: event.eventId,
    type: event.type,
    timestamp: event.createdAt.toISOString(),
    data: event.data,
    organization_id: event.organizationId,
    object_type: event.objectType,
    object_id: event.objectId,
    object_version: event.objectVersion,
    sequence: event.sequence,
    previous_attributes: event.previousAttributes,
    request_id: event.requestId,
  }
}
