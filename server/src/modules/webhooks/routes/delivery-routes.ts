import { Type } from 'typebox'
import { pageOf } from '../../../kernel/page.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { sortingOf } from '../../../kernel/sorting.ts'
import { Uuid } from '../../../kernel/wire.ts'
import { listAnswer } from '../../../platform/http/list-answer.ts'
import { type Route, read, token, write } from '../../../platform/http/route.ts'
import { redeliverEvent } from '../operations/redeliver.ts'
import { Redelivered, WebhookDelivery, WebhookDeliveryList, WebhookDeliveryQuery } from '../schema.ts'
import { DELIVERY_CRITERIA, findDelivery, listDeliveries } from '../store/deliveries.ts'
import { deliveryView } from '../view.ts'

const tag = 'Webhooks'
const ById = Type.Object({ id: Uuid })

export const deliveryRoutes: readonly Route[] = [
  read(
    {
      method: 'GET',
      path: '/v1/webhooks/deliveries',
      operationId: 'listWebhookDeliveries',
      tag,
      summary: 'List deliveries of webhooks',
      description: 'What was sent to whom, with every attempt; the newest first.',
      access: token('webhooks:read'),
      query: WebhookDeliveryQuery,
      status: 200,
      answer: WebhookDeliveryList,
    },
    async ({ db, actor, query }) => {
      const page = pageOf(query)
      const sorting = sortingOf(query.sorting, DELIVERY_CRITERIA, ['-created_at'])
      const filter = {
        organizationId: query.organization_id,
        endpointId: query.endpoint_id,
        eventId: query.event_id,
        status: query.status,
      }
      return listAnswer(await listDeliveries(db, actor, filter, sorting, page), page, deliveryView)
    },
  ),
  read(
    {
      method: 'GET',
      path: '/v1/webhooks/deliveries/{id}',
      operationId: 'getWebhookDelivery',
      tag,
      summary: 'Get a delivery of a webhook',
      access: token('webhooks:read'),
      params: ById,
      status: 200,
      answer: WebhookDelivery,
      refusals: [ResourceNotFound],
    },
    async ({ db, actor, params }) => {
      const delivery = await findDelivery(db, actor, params.id)
      if (!delivery) throw new Refusal(ResourceNotFound)
      return deliveryView(delivery)
    },
  ),
  write(
    {
      method: 'POST',
      path: '/v1/webhooks/events/{id}/redeliver',
      operationId: 'redeliverWebhookEvent',
      tag,
      summary: 'Send an event again',
      description:
        'To every endpoint that wants such events or was sent this one before, with the same `webhook-id`. Where it is ' +
        'still under way, the next attempt is made now.',
      access: token('webhooks:write'),
      params: ById,
      status: 202,
      answer: Redelivered,
      refusals: [ResourceNotFound],
    },
    async ({ tx, actor, params }) => ({ queued: await redeliverEvent(tx, actor, params.id) }),
  ),
]
