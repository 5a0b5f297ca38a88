import { type Static, Type } from 'typebox'
import { AnyObject, AnyOf, Integer, Nullable, named, OneOf, PageQuery, Timestamp, Uuid } from '../../kernel/wire.ts'
import { EVENT_TYPES } from '../../platform/events/types.ts'

export const EventTypeName = named('EventType', OneOf(EVENT_TYPES, { examples: ['order.paid'] }))

export const EventEnvelope = named(
  'Event',
  Type.Object({
    id: Uuid,
    type: EventTypeName,
    timestamp: Timestamp,
    data: Type.Unsafe<Record<string, unknown>>({
      ...AnyObject,
      description: 'The object as the API showed it right after the change; of one that was deleted, right before.',
      examples: [{ id: '0197a6f0-1c2b-7d3e-8f40-51627384a5b6', status: 'paid' }],
    }),
    organization_id: Uuid,
    object_type: Type.String({ examples: ['order'] }),
    object_id: Uuid,
    object_version: Type.Integer({
      description:
        'Grows with the changes of the object. Several events can tell of the same one, and numbers may be skipped: what was ' +
        'only reserved while a payment processor was asked is not told by itself.',
      examples: [1],
    }),
    sequence: Type.Integer({
      description: 'The number of the event among those of its organization: from 1, without a gap.',
      examples: [42],
    }),
    previous_attributes: Nullable(
      Type.Unsafe<Record<string, unknown>>({
        ...AnyObject,
        description: 'What the changed fields held before. Null when the object is new, or gone.',
      }),
    ),
    request_id: Nullable(
      Type.String({
        description: 'The `X-Request-Id` of the request that caused it; null when time or a payment processor did.',
        examples: ['0197a6f0-1c2b-7d3e-8f40-51627384a5b6'],
      }),
    ),
  }),
)
export type EventEnvelope = Static<typeof EventEnvelope>

export const EventList = named(
  'EventList',
  Type.Object({
    items: Type.Array(EventEnvelope),
    has_more: Type.Boolean({ description: 'Whether more of them follow, in the direction of the list.' }),
    last_sequence: Type.Integer({
      description: 'The newest number of this organization. Without `has_more`, go on with it as `after`.',
      examples: [42],
    }),
  }),
)

const organization_id = Type.Optional(
  Type.String({ ...Uuid, description: 'May be left out by who sees one organization only.' }),
)

export const EventQuery = Type.Object({
  organization_id,
  after: Type.Optional(
    Integer({ minimum: 0, description: 'Only events with a greater number. Not beyond `last_sequence`.' }),
  ),
  before: Type.Optional(Integer({ minimum: 1, description: 'Only events with a smaller number.' })),
  type: AnyOf(EventTypeName),
  object_id: Type.Optional(Uuid),
  limit: PageQuery.limit,
  sorting: PageQuery.sorting,
})

export const EventStreamQuery = Type.Object({
  organization_id,
  after: Type.Optional(
    Integer({ minimum: 0, description: 'Begins after this number. Without it, with what happens next.' }),
  ),
  type: AnyOf(EventTypeName),
})
