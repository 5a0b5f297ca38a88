import type { Versioned } from '../../kernel/revision.ts'
import { EVENT_TYPES, type EventType } from '../../platform/events/types.ts'

export const ENDPOINT_STATUSES = ['enabled', 'paused', 'disabled'] as const
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number]

/** A type of events, or every type, also those that are yet to come. */
export const WANTED_EVENTS = ['*', ...EVENT_TYPES] as const
export type WantedEvent = (typeof WANTED_EVENTS)[number]

/** Why Till stopped sending: the receiver said that it is gone, or too many events in a row could not be delivered. */
export type DisabledReason = 'gone' | 'failing'

export interface WebhookEndpoint extends Versioned {
  readonly id: string
  readonly organizationId: string
  readonly url: string
  readonly format: 'raw'
  readonly events: readonly WantedEvent[]
  readonly status: EndpointStatus
  readonly disabledAt: Date | null
  readonly disabledReason: DisabledReason | null
  /** Sealed. */
  readonly secret: Uint8Array
  /** The one before, which signs too until its time is over. */
  readonly oldSecret: Uint8Array | null
  readonly oldSecretUntil: Date | null
  readonly deletedAt: Date | null
}

export type ShownEndpoint = Omit<WebhookEndpoint, 'secret' | 'oldSecret'>

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

export interface WebhookAttempt {
  readonly number: number
  readonly startedAt: Date
  readonly milliseconds: number
  readonly httpCode: number | null
  readonly failure: string | null
  readonly answer: string | null
}

export interface WebhookDelivery {
  readonly id: string
  readonly createdAt: Date
  readonly endpointId: string
  readonly status: DeliveryStatus
  readonly isRepeat: boolean
  readonly nextAttemptAt: Date | null
  readonly finishedAt: Date | null
  readonly event: {
    readonly id: string
    readonly type: EventType
    readonly sequence: number
    readonly objectId: string
  }
  readonly attempts: readonly WebhookAttempt[]
}
