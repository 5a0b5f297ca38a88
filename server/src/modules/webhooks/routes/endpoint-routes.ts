import { Type } from 'typebox'
import { invalidField } from '../../../kernel/invalid-input.ts'
import { pageOf } from '../../../kernel/page.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { sortingOf } from '../../../kernel/sorting.ts'
import { END_OF_TIME } from '../../../kernel/time.ts'
import { Uuid } from '../../../kernel/wire.ts'
import { versioned } from '../../../platform/http/answer.ts'
import { listAnswer } from '../../../platform/http/list-answer.ts'
import { type Route, read, token, write } from '../../../platform/http/route.ts'
import { TooManyEndpoints } from '../errors.ts'
import { createEndpoint, type EndpointNeeds } from '../operations/create-endpoint.ts'
import { deleteEndpoint } from '../operations/delete-endpoint.ts'
import { redeliverSince } from '../operations/redeliver.ts'
import { rotateSecret } from '../operations/rotate-secret.ts'
import { updateEndpoint } from '../operations/update-endpoint.ts'
import {
  Redelivered,
  Redelivery,
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointList,
  WebhookEndpointQuery,
  WebhookEndpointUpdate,
  WebhookEndpointWithSecret,
  WebhookSecretRotation,
} from '../schema.ts'
import { ENDPOINT_CRITERIA, findEndpoint, listEndpoints } from '../store/endpoints.ts'
import { endpointView } from '../view.ts'

const tag = 'Webhooks'
const path = '/v1/webhooks/endpoints'
const ById = Type.Object({ id: Uuid })

export function endpointRoutes(needs: EndpointNeeds): readonly Route[] {
  return [
    read(
      {
        method: 'GET',
        path,
        operationId: 'listWebhookEndpoints',
        tag,
        summary: 'List webhook endpoints',
        access: token('webhooks:read'),
        query: WebhookEndpointQuery,
        status: 200,
        answer: WebhookEndpointList,
      },
      async ({ db, actor, query }) => {
        const page = pageOf(query)
        const sorting = sortingOf(query.sorting, ENDPOINT_CRITERIA, ['-created_at'])
        const found = await listEndpoints(db, actor, { organizationId: query.organization_id }, sorting, page)
        return listAnswer(found, page, endpointView)
      },
    ),
    write(
      {
        method: 'POST',
        path,
        operationId: 'createWebhookEndpoint',
        tag,
        summary: 'Create a webhook endpoint',
        description:
          'From now on the events that it names are posted to its URL, signed as Standard Webhooks says. The answer ' +
          'shows the secret, which is not shown again.',
        access: token('webhooks:write'),
        body: WebhookEndpointCreate,
        bodyExample: { url: 'https://shop.example.com/hooks/till', events: ['order.paid', 'license_key.created'] },
        isSensitive: ['secret'],
        status: 201,
        answer: WebhookEndpointWithSecret,
        refusals: [TooManyEndpoints],
      },
      async ({ tx, actor, body }) => {
        const { endpoint, secret } = await createEndpoint(tx, actor, body, needs)
        return versioned({ ...endpointView(endpoint), secret }, endpoint)
      },
    ),
    read(
      {
        method: 'GET',
        path: `${path}/{id}`,
        operationId: 'getWebhookEndpoint',
        tag,
        summary: 'Get a webhook endpoint',
        access: token('webhooks:read'),
        params: ById,
        status: 200,
        answer: WebhookEndpoint,
        refusals: [ResourceNotFound],
      },
      async ({ db, actor, params }) => {
        const endpoint = await findEndpoint(db, actor, params.id)
        if (!endpoint) throw new Refusal(ResourceNotFound)
        return versioned(endpointView(endpoint), endpoint)
      },
    ),
    write(
      {
        method: 'PATCH',
        path: `${path}/{id}`,
        operationId: 'updateWebhookEndpoint',
        tag,
        summary: 'Update a webhook endpoint',
        description:
          'With `status` it is paused, and goes on. What was queued goes to the new URL. An endpoint that Till has ' +
          'disabled is enabled again. Its `disabled_at` is gone then: read it before, to ask for what it has missed.',
        access: token('webhooks:write'),
        params: ById,
        body: WebhookEndpointUpdate,
        bodyExample: { status: 'paused' },
        status: 200,
        answer: WebhookEndpoint,
        refusals: [ResourceNotFound],
      },
      async ({ tx, actor, params, body }) => {
        const endpoint = await updateEndpoint(tx, actor, params.id, body, needs)
        return versioned(endpointView(endpoint), endpoint)
      },
    ),
    write(
      {
        method: 'DELETE',
        path: `${path}/{id}`,
        operationId: 'deleteWebhookEndpoint',
        tag,
        summary: 'Delete a webhook endpoint',
        description: 'What was queued for it is not sent any more.',
        access: token('webhooks:write'),
        params: ById,
        status: 204,
        refusals: [ResourceNotFound],
      },
      async ({ tx, actor, params }) => {
        await deleteEndpoint(tx, actor, params.id)
        return undefined
      },
    ),
    write(
      {
        method: 'POST',
        path: `${path}/{id}/rotate`,
        operationId: 'rotateWebhookSecret',
        tag,
        summary: 'Give a webhook endpoint a new secret',
        description:
          'Both secrets sign for a while, so that the receiver can change without missing anything. The answer shows ' +
          'the new one, which is not shown again. While a secret before still signs, the next rotation is refused, ' +
          'unless it ends both with `overlap_seconds` 0.',
        access: token('webhooks:write'),
        params: ById,
        body: WebhookSecretRotation,
        bodyExample: { overlap_seconds: 86_400 },
        isSensitive: ['secret'],
        status: 200,
        answer: WebhookEndpointWithSecret,
        refusals: [ResourceNotFound],
      },
      async ({ tx, actor, params, body }) => {
        const { endpoint, secret } = await rotateSecret(tx, actor, params.id, body, needs)
        return versioned({ ...endpointView(endpoint), secret }, endpoint)
      },
    ),
    write(
      {
        method: 'POST',
        path: `${path}/{id}/redeliver`,
        operationId: 'redeliverWebhookEvents',
        tag,
        summary: 'Send a webhook endpoint everything since a time again',
        description:
          'At the end of its queue, with the ids that they had. What happened to one object is sent in order; different ' +
          'objects do not wait for each other. What is on its way is not doubled. At most 10,000 at a time.',
        access: token('webhooks:write'),
        params: ById,
        body: Redelivery,
        status: 202,
        answer: Redelivered,
        refusals: [ResourceNotFound],
      },
      async ({ tx, actor, params, body: { since, until, only_failed } }) => {
        const span = {
          since: new Date(since),
          until: until ? new Date(until) : END_OF_TIME,
          isOnlyFailed: only_failed ?? false,
        }
        if (span.until <= span.since) throw invalidField('until', 'Input should be a time after since', until)
        return { queued: await redeliverSince(tx, actor, params.id, span) }
      },
    ),
  ]
}
