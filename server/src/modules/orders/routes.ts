import { Type } from 'typebox'
import type { Links } from '../../kernel/links.ts'
import { pageOf } from '../../kernel/page.ts'
import { Refusal, ResourceNotFound } from '../../kernel/refusal.ts'
import { sortingOf } from '../../kernel/sorting.ts'
import { Uuid } from '../../kernel/wire.ts'
import { versioned } from '../../platform/http/answer.ts'
import { listAnswer } from '../../platform/http/list-answer.ts'
import { type Route, read, token } from '../../platform/http/route.ts'
import { listOrders, ORDER_CRITERIA } from './list.ts'
import { Order, OrderList, OrderQuery } from './schema.ts'
import { findOrder } from './store.ts'
import { orderView } from './view.ts'

const tag = 'Orders'
const path = '/v1/orders/'

export function orderRoutes({ links }: { links: Links }): readonly Route[] {
  return [
    read(
      {
        method: 'GET',
        path,
        operationId: 'listOrders',
        tag,
        summary: 'List orders',
        description: 'Newest first unless `sorting` says otherwise. The total is exact.',
        access: token('orders:read'),
        query: OrderQuery,
        status: 200,
        answer: OrderList,
      },
      async ({ db, actor, query }) => {
        const page = pageOf(query)
        const sorting = sortingOf(query.sorting, ORDER_CRITERIA, ['-created_at'])
        const filter = {
          organizationId: query.organization_id,
          priceType: query.product_price_type,
          productId: query.product_id,
          discountId: query.discount_id,
          customerId: query.customer_id,
          checkoutId: query.checkout_id,
          subscriptionId: query.subscription_id,
        }
        return listAnswer(await listOrders(db, actor, filter, sorting, page), page, (full) => orderView(full, links))
      },
    ),
    read(
      {
        method: 'GET',
        path: `${path}{id}`,
        operationId: 'getOrder',
        tag,
        summary: 'Get an order',
        access: token('orders:read'),
        params: Type.Object({ id: Uuid }),
        status: 200,
        answer: Order,
        refusals: [ResourceNotFound],
      },
      async ({ db, actor, params }) => {
        const found = await findOrder(db, actor, params.id)
        if (!found) throw new Refusal(ResourceNotFound)
        return versioned(orderView(found, links), found.order)
      },
    ),
  ]
}
