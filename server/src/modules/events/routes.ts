import { Type } from 'typebox'
import { pageOf } from '../../kernel/page.ts'
import { Refusal, ResourceNotFound } from '../../kernel/refusal.ts'
import { sortingOf } from '../../kernel/sorting.ts'
import { Uuid } from '../../kernel/wire.ts'
import { type Route, read, stream, token } from '../../platform/http/route.ts'
import { EventsForgotten } from './errors.ts'
import { askedOrganization } from './operations/asked-organization.ts'
import { listEvents } from './operations/list-events.ts'
import { streamEvents } from './operations/stream-events.ts'
import type { EventWatch } from './operations/watch-events.ts'
import { resumeAfter } from './rules.ts'
import { EventEnvelope, EventList, EventQuery, EventStreamQuery } from './schema.ts'
import { findEvent } from './store.ts'
import { showEvent } from './view.ts'

const tag = 'Events'
const path = '/v1/events/'

export function eventRoutes({ watch }: { readonly watch: EventWatch }): readonly Route[] {
  return [
    read(
      {
        method: 'GET',
        path,
        operationId: 'listEvents',
        tag,
        summary: 'List events',
        description:
          'The log of one organization, oldest first, or newest first with `sorting=-sequence`. Events are numbered ' +
          'after their commit, without a gap, and show up with their number only: whoever asks again and again with ' +
          'the last number as `after` misses nothing and sees nothing twice. When what comes after that number was ' +
          'forgotten, the answer is 410; when no event has that number yet, 422.',
        access: token('events:read'),
        query: EventQuery,
        status: 200,
        answer: EventList,
        refusals: [EventsForgotten],
      },
      async ({ db, actor, query }) => {
        const [order] = sortingOf(query.sorting, ['sequence'], ['sequence'])
        const organizationId = await askedOrganization(db, actor, query.organization_id)
        const { events, hasMore, lastSequence } = await listEvents(
          db,
          { organizationId, types: query.type, objectId: query.object_id },
          { after: query.after, before: query.before, isBackward: order?.descending ?? false, ...limitOf(query) },
        )
        return { items: events.map(showEvent), has_more: hasMore, last_sequence: lastSequence }
      },
    ),
    stream(
      {
        method: 'GET',
        path: `${path}stream`,
        operationId: 'streamEvents',
        tag,
        summary: 'Follow events',
        description:
          'Server-sent events: `id` is the number, `event` the type, `data` the event. It begins after `after`, or ' +
          'without it with what happens next, and does not end by itself. Whoever comes back with `Last-Event-ID` ' +
          'goes on from there: nothing is skipped and nothing comes twice. After a number that no event has yet, 422.',
        access: token('events:read'),
        query: EventStreamQuery,
        status: 200,
        answer: EventEnvelope,
        refusals: [EventsForgotten],
      },
      async ({ db, actor, query, lastEventId }) => {
        const begin = resumeAfter(lastEventId, query.after)
        const organizationId = await askedOrganization(db, actor, query.organization_id)
        return streamEvents(db, watch, actor, { organizationId, types: query.type }, begin)
      },
    ),
    read(
      {
        method: 'GET',
        path: `${path}{id}`,
        operationId: 'getEvent',
        tag,
        summary: 'Get an event',
        access: token('events:read'),
        params: Type.Object({ id: Uuid }),
        status: 200,
        answer: EventEnvelope,
        refusals: [ResourceNotFound],
      },
      async ({ db, actor, params }) => {
        const event = await findEvent(db, actor, params.id)
        if (!event) throw new Refusal(ResourceNotFound)
        return showEvent(event)
      },
    ),
  ]
}

function limitOf(query: { limit?: number }): { limit: number } {
  return { limit: pageOf(query).limit }
}
