import { type Static, Type } from 'typebox'
import {
  AnyOf,
  Extend,
  Integer,
  ListOf,
  Maybe,
  Nullable,
  named,
  OneOf,
  PageQuery,
  Timestamp,
  Uuid,
} from '../../kernel/wire.ts'
import { EventTypeName } from '../events/index.ts'
import { DELIVERY_STATUSES, ENDPOINT_STATUSES, WANTED_EVENTS } from './model.ts'

const Url = Type.String({
  minLength: 1,
  maxLength: 2048,
  description:
    'Where events are posted to. It begins with `https://`, and is neither an address nor a name of an inner network.',
  examples: ['https://shop.example.com/hooks/till'],
})
const Format = OneOf(['raw'], { description: 'There is one format.' })
const WantedEventName = named('WebhookEventType', OneOf(WANTED_EVENTS, { examples: ['order.paid'] }))
const EventTypes = Type.Array(WantedEventName, {
  minItems: 1,
  maxItems: WANTED_EVENTS.length,
  uniqueItems: true,
  description: 'What it wants to be told of. `*` is every type, also those that are yet to come.',
  examples: [['order.paid', 'license_key.created']],
})
const Secret = Type.String({
  minLength: 8,
  maxLength: 256,
  description:
    'Any text. Its bytes are the key of the signature. Where it is `whsec_` and base64 behind it, there is a second ' +
    'signature with what that encodes, as the libraries of Standard Webhooks expect. Without one, Till makes such a secret.',
  examples: ['a-secret-that-you-chose'],
})

export const WebhookEndpoint = named(
  'WebhookEndpoint',
  Type.Object({
    id: Uuid,
    created_at: Timestamp,
    modified_at: Nullable(Timestamp),
    organization_id: Uuid,
    url: Type.String({ examples: ['https://shop.example.com/hooks/till'] }),
    format: Format,
    events: Type.Array(WantedEventName, { examples: [['order.paid', 'license_key.created']] }),
    status: OneOf(ENDPOINT_STATUSES, {
      description:
        '`paused`: what happens is queued, and sent when it goes on. `disabled`: Till gave up, and queues nothing.',
    }),
    disabled_at: Nullable(Timestamp),
    disabled_reason: Nullable(
      OneOf(['gone', 'failing'], {
        description:
          '`gone`: it answered 410. `failing`: ten events in a row could not be delivered, each for three days.',
      }),
    ),
    old_secret_until: Nullable(
      Type.String({ format: 'date-time', description: 'Until then the secret before the last rotation signs too.' }),
    ),
  }),
)
export type WebhookEndpoint = Static<typeof WebhookEndpoint>

export const WebhookEndpointWithSecret = named(
  'WebhookEndpointWithSecret',
  Extend(WebhookEndpoint, {
    secret: Type.String({
      description: 'Shown here and never again.',
      examples: ['whsec_7fQ2m9ZxKcR4vTb1Ly8WnGdS3pHj6Ua0EiOq5XwN2k1'],
    }),
  }),
)

export const WebhookEndpointList = ListOf(WebhookEndpoint)

export const WebhookEndpointCreate = named(
  'WebhookEndpointCreate',
  Type.Object({
    url: Url,
    events: EventTypes,
    format: Maybe(Format),
    secret: Maybe(Secret),
    organization_id: Maybe(Uuid),
  }),
)
export type WebhookEndpointCreate = Static<typeof WebhookEndpointCreate>

export const WebhookEndpointUpdate = named(
  'WebhookEndpointUpdate',
  Type.Object({
    url: Type.Optional(Url),
    events: Type.Optional(EventTypes),
    format: Type.Optional(Format),
    status: Type.Optional(
      OneOf(['enabled', 'paused'], { description: '`enabled` also brings back one that Till has disabled.' }),
    ),
    secret: Type.Optional(
      Type.Unknown({ description: 'Refused: `POST /v1/webhooks/endpoints/{id}/rotate` gives it a new one.' }),
    ),
  }),
)
export type WebhookEndpointUpdate = Static<typeof WebhookEndpointUpdate>

export const WebhookSecretRotation = named(
  'WebhookSecretRotation',
  Type.Object({
    secret: Maybe(Secret),
    overlap_seconds: Maybe(
      Integer({
        minimum: 0,
        maximum: 604_800,
        description:
          'For how long the secret before signs too: a day when nothing is said, a week at most. 0 ends every secret before.',
        examples: [86_400],
      }),
    ),
  }),
)
export type WebhookSecretRotation = Static<typeof WebhookSecretRotation>

export const WebhookEndpointQuery = Type.Object({ ...PageQuery, organization_id: AnyOf(Uuid) })

export const WebhookDelivery = named(
  'WebhookDelivery',
  Type.Object({
    id: Uuid,
    created_at: Timestamp,
    webhook_endpoint_id: Uuid,
    webhook_event: Type.Object({
      id: Type.String({ format: 'uuid', description: 'The `webhook-id` header, in every attempt.' }),
      type: EventTypeName,
      sequence: Type.Integer(),
      object_id: Uuid,
    }),
    is_repeat: Type.Boolean({ description: 'Whether somebody asked for it to be sent again.' }),
    status: OneOf(DELIVERY_STATUSES),
    succeeded: Nullable(Type.Boolean({ description: 'Null while it is under way.' })),
    http_code: Nullable(Type.Integer({ description: 'Of the last attempt, if it was answered.', examples: [200] })),
    next_attempt_at: Nullable(
      Type.String({
        format: 'date-time',
        description:
          'Null when it is over. Of one that waits for an earlier event of the same object: when it goes on without that ' +
          'one at the latest, or null as long as that one has not failed yet.',
      }),
    ),
    finished_at: Nullable(Timestamp),
    attempts: Type.Array(
      Type.Object({
        number: Type.Integer({ examples: [1] }),
        started_at: Timestamp,
        milliseconds: Type.Integer({ examples: [84] }),
        http_code: Nullable(Type.Integer({ examples: [200] })),
        failure: Nullable(Type.String({ description: 'Why there was no answer.', examples: ['timeout'] })),
        answer: Nullable(Type.String({ description: 'The first 2 KB of the answer.', examples: ['ok'] })),
      }),
    ),
  }),
)
export type WebhookDelivery = Static<typeof WebhookDelivery>

export const WebhookDeliveryList = ListOf(WebhookDelivery)

export const WebhookDeliveryQuery = Type.Object({
  ...PageQuery,
  organization_id: AnyOf(Uuid),
  endpoint_id: AnyOf(Uuid),
  event_id: AnyOf(Uuid),
  status: AnyOf(OneOf(DELIVERY_STATUSES)),
})

export const Redelivery = named(
  'WebhookRedelivery',
  Type.Object({
    since: Type.String({
      format: 'date-time',
      description: 'Everything that happened from then on is sent again; what happened to one object, in order.',
      examples: ['2026-01-31T12:00:00Z'],
    }),
    until: Maybe(
      Type.String({ format: 'date-time', description: 'Only what happened before then. It comes after `since`.' }),
    ),
    only_failed: Maybe(
      Type.Boolean({ description: 'Leaves out what the endpoint has taken already. False when nothing is said.' }),
    ),
  }),
)

export const Redelivered = named(
  'WebhookRedelivered',
  Type.Object({ queued: Type.Integer({ description: 'How many deliveries are on their way.', examples: [12] }) }),
)
