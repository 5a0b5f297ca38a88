import { Type } from 'typebox'
import type { Links } from '../../kernel/links.ts'
import { pageOf } from '../../kernel/page.ts'
import { Refusal, ResourceNotFound } from '../../kernel/refusal.ts'
import { sortingOf } from '../../kernel/sorting.ts'
import { Uuid } from '../../kernel/wire.ts'
import { versioned } from '../../platform/http/answer.ts'
import { listAnswer } from '../../platform/http/list-answer.ts'
import { type Route, read, token } from '../../platform/http/route.ts'
import { Subscription, SubscriptionList, SubscriptionQuery } from './schema.ts'
import { findSubscription, listSubscriptions, SUBSCRIPTION_CRITERIA } from './store.ts'
import { subscriptionView } from './view.ts'

const tag = 'Subscriptions'
const path = '/v1/subscriptions/'

export function subscriptionRoutes({ links }: { links: Links }): readonly Route[] {
  return [
    read(
      {
        method: 'GET',
        path,
        operationId: 'listSubscriptions',
        tag,
        summary: 'List subscriptions',
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
        const found = await listSubscriptions(db, actor, filter, sorting, page)
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
        params: Type.Object({ id: Uuid }),
        status: 200,
        answer: Subscription,
        refusals: [ResourceNotFound],
      },
      async ({ db, actor, params }) => {
        const found = await findSubscription(db, actor, params.id)
        if (!found) throw new Refusal(ResourceNotFound)
        return versioned(subscriptionView(found, links), found.subscription)
      },
    ),
  ]
}
