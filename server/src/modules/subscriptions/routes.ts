import { Type } from 'typebox'
import type { Links } from '../../kernel/links.ts'
import { pageOf } from '../../kernel/page.ts'
import { Refusal, ResourceNotFound } from '../../kernel/refusal.ts'
import { sortingOf } from '../../kernel/sorting.ts'
import { Uuid } from '../../kernel/wire.ts'
import { versioned } from '../../platform/http/answer.ts'
import { listAnswer } from '../../platform/http/list-answer.ts'
import { type Route, read, token, write } from '../../platform/http/route.ts'
import { AlreadyCanceledSubscription } from './errors.ts'
import { listSellerSubscriptions, SUBSCRIPTION_CRITERIA } from './list.ts'
import type { FullSubscription } from './model.ts'
import { updateSubscription } from './operations/update-subscription.ts'
import { endAskOf } from './rules/end.ts'
import { Subscription, SubscriptionList, SubscriptionQuery, SubscriptionUpdate } from './schema.ts'
import { findSubscription, visibleToSeller } from './store.ts'
import { subscriptionView } from './view.ts'

const tag = 'Subscriptions'
const path = '/v1/subscriptions/'
const ById = Type.Object({ id: Uuid })

export function subscriptionRoutes({ links }: { links: Links }): readonly Route[] {
  const answer = (full: FullSubscription) => versioned(subscriptionView(full, links), full.subscription)
  return [
    read(
      {
        method: 'GET',
        path,
        operationId: 'listSubscriptions',
        tag,
        summary: 'List subscriptions',
        description: `Sorted by ${SUBSCRIPTION_CRITERIA.map((name) => `\`${name}\``).join(', ')}; the latest first if nothing is said.`,
        access: token('subscriptions:read'),
        query: SubscriptionQuery,
        status: 200,
        answer: SubscriptionList,
      },
      async ({ db, actor, query }) => {
        const page = pageOf(query)
        const sorting = sortingOf(query.sorting, SUBSCRIPTION_CRITERIA, ['-started_at'])
        const filter = {
          organizationId: query.organization_id,
          productId: query.product_id,
          customerId: query.customer_id,
          discountId: query.discount_id,
          active: query.active,
        }
        const found = await listSellerSubscriptions(db, actor, filter, sorting, page)
        return listAnswer(found, page, (full) => subscriptionView(full, links))
      },
    ),
    read(
      {
        method: 'GET',
        path: `${path}{id}`,
        operationId: 'getSubscription',
        tag,
        summary: 'Get a subscription',
        access: token('subscriptions:read'),
        params: ById,
        status: 200,
        answer: Subscription,
        refusals: [ResourceNotFound],
      },
      async ({ db, actor, params }) => {
        const found = await findSubscription(db, params.id, visibleToSeller(db.sql, actor))
        if (!found) throw new Refusal(ResourceNotFound)
        return answer(found)
      },
    ),
    write(
      {
        method: 'PATCH',
        path: `${path}{id}`,
        operationId: 'updateSubscription',
        tag,
        summary: 'Cancel or revoke a subscription',
        description:
          'Canceled, it lasts until the end of its period, and that can be taken back. Revoked, it ends now, and what it entitled to is taken back at once.',
        access: token('subscriptions:write'),
        params: ById,
        body: SubscriptionUpdate,
        bodyExample: { cancel_at_period_end: true, customer_cancellation_reason: 'too_expensive' },
        status: 200,
        answer: Subscription,
        refusals: [AlreadyCanceledSubscription, ResourceNotFound],
      },
      async ({ tx, actor, params, body }) =>
        answer(await updateSubscription(tx, actor, params.id, endAskOf(body), links)),
    ),
    write(
      {
        method: 'DELETE',
        path: `${path}{id}`,
        operationId: 'revokeSubscription',
        tag,
        summary: 'Revoke a subscription',
        description: 'Ends it now, as `revoke` does. Its grants and license keys are revoked with it.',
        access: token('subscriptions:write'),
        params: ById,
        status: 200,
        answer: Subscription,
        refusals: [AlreadyCanceledSubscription, ResourceNotFound],
      },
      async ({ tx, actor, params }) =>
        answer(await updateSubscription(tx, actor, params.id, endAskOf({ revoke: true }), links)),
    ),
  ]
}
