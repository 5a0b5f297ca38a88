import type { ShownEndpoint, WebhookDelivery } from './model.ts'
import type { WebhookDelivery as DeliveryWire, WebhookEndpoint as EndpointWire } from './schema.ts'

/** Without its secret: that is shown once, to whoever made it. */
export function endpointView(endpoint: ShownEndpoint): EndpointWire {
  return {
    id: endpoint.id,
    created_at: endpoint.createdAt.toISOString(),
    modified_at: endpoint.modifiedAt?.toISOString() ?? null,
    organization_id: endpoint.organizationId,
    url: endpoint.url,
    format: endpoint.format,
    events: [...endpoint.events],
    status: endpoint.status,
    disabled_at: endpoint.disabledAt?.toISOString() ?? null,
    disabled_reason: endpoint.disabledReason,
    old_secret_until: endpoint.oldSecretUntil?.toISOString() ?? null,
  }
}

export function deliveryView(delivery: WebhookDelivery): DeliveryWire {
  const { status, event } = delivery
  return {
    id: delivery.id,
    created_at: delivery.createdAt.toISOString(),
    webhook_endpoint_id: delivery.endpointId,
    webhook_event: { id: event.id, type: event.type, sequence: event.sequence, object_id: event.objectId },
    is_repeat: delivery.isRepeat,
    status,
    succeeded: status === 'pending' ? null : status === 'succeeded',
    http_code: delivery.attempts.at(-1)?.httpCode ?? null,
    next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
    finished_at: delivery.finishedAt?.toISOString() ?? null,
    attempts: delivery.attempts.map((attempt) => ({
      number: attempt.number,
      started_at: attempt.startedAt.toISOString(),
      milliseconds: attempt.milliseconds,
      http_code: attempt.httpCode,
      failure: attempt.failure,
      answer: attempt.answer,
    })),
  }
}
