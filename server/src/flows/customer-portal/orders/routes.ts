import { Type } from 'typebox'
import type { SignedInCustomer } from '../../../kernel/actor.ts'
import type { Links } from '../../../kernel/links.ts'
import { pageOf } from '../../../kernel/page.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { sortingOf } from '../../../kernel/sorting.ts'
import { Uuid } from '../../../kernel/wire.ts'
import { checkoutDiscountView } from '../../../modules/discounts/index.ts'
import { orderView } from '../../../modules/orders/index.ts'
import { versioned } from '../../../platform/http/answer.ts'
import { listAnswer } from '../../../platform/http/list-answer.ts'
import { customerSession, type Route, read } from '../../../platform/http/route.ts'
import { asSeenBy } from '../person.ts'
import { ownProductView } from '../product.ts'
import { findOwnOrder, listOwnOrders, OWN_ORDER_CRITERIA, type OwnedOrder } from './read.ts'
import { OwnOrder, OwnOrderList, OwnOrderQuery } from './schema.ts'

const tag = 'Customer portal'
const path = '/v1/customer-portal/orders/'

export function ownOrderRoutes(links: Links): readonly Route[] {
  return [
    read(
      {
        method: 'GET',
        path,
        operationId: 'listOwnOrders',
        tag,
        summary: 'List own orders',
        description: 'Newest first. Also sorted by `amount`, `product` (name) or `subscription` (start).',
        access: customerSession,
        query: OwnOrderQuery,
        status: 200,
        answer: OwnOrderList,
      },
      async ({ db, customer, query }) => {
        const page = pageOf(query)
        const sorting = sortingOf(query.sorting, OWN_ORDER_CRITERIA, ['-created_at'])
        const found = await listOwnOrders(db, customer, query, sorting, page)
        return listAnswer(found, page, (owned) => ownOrderView(owned, customer, links))
      },
    ),
    read(
      {
        method: 'GET',
        path: `${path}{id}`,
        operationId: 'getOwnOrder',
        tag,
        summary: 'Get an own order',
        access: customerSession,
        params: Type.Object({ id: Uuid }),
        status: 200,
        answer: OwnOrder,
        refusals: [ResourceNotFound],
      },
      async ({ db, customer, params }) => {
        const owned = await findOwnOrder(db, customer, params.id)
        if (!owned) throw new Refusal(ResourceNotFound)
        return versioned(ownOrderView(owned, customer, links), owned.full.order)
      },
    ),
  ]
}

function ownOrderView({ full, product, organization }: OwnedOrder, session: SignedInCustomer, links: Links): OwnOrder {
  const subscription = full.subscription && { ...full.subscription, metadata: {} }
  return {
    ...orderView({ ...full, subscription, customer: asSeenBy(session, full.customer) }, links),
    metadata: {},
    product: ownProductView(product, organization, links),
    discount: full.discount && checkoutDiscountView(full.discount),
  }
}
