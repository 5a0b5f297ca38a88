import type { EventType } from './types.ts'

/** A change that others may want to know of, written in the transaction of the change. */
export interface EventDraft {
  readonly organizationId: string
  readonly type: EventType
  readonly objectType: string
  readonly objectId: string
  readonly objectVersion: number
  /** The object as the API shows it. */
  readonly data: unknown
  /** What the changed fields held before; null when the object is new, or gone. */
  readonly previousAttributes: Readonly<Record<string, unknown>> | null
  /** The request that it is told of for, where that is another than the one that writes it down. */
  readonly requestId?: string | null
}
