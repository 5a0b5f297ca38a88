import type { EventType } from '../../platform/events/types.ts'

/** Something that has happened to an object of an organization, with its number. It never changes. */
export interface NumberedEvent {
  readonly eventId: string
  readonly organizationId: string
  readonly sequence: number
  readonly type: EventType
  readonly objectType: string
  readonly objectId: string
  readonly objectVersion: number
  readonly data: Record<string, unknown>
  readonly previousAttributes: Record<string, unknown> | null
  readonly requestId: string | null
  readonly createdAt: Date
}

/** Which events are wanted: those of one organization, of these types, about this object. */
export interface EventFilter {
  readonly organizationId: string
  readonly types?: readonly EventType[] | undefined
  readonly objectId?: string | undefined
}

/** A part of the log. Of everything up to `lastSequence`, what is not in `events` and not `hasMore` was not asked for. */
export interface EventStretch {
  readonly events: readonly NumberedEvent[]
  readonly hasMore: boolean
  /** The organization's newest number when this was read. */
  readonly lastSequence: number
  /** Everything up to here was forgotten; 0 when nothing was. */
  readonly forgottenSequence: number
}
