import { Type } from 'typebox'
import type { SignedInCustomer } from '../../../kernel/actor.ts'
import type { Links } from '../../../kernel/links.ts'
import { pageOf } from '../../../kernel/page.ts'
import { NotPermitted, Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { sortingOf } from '../../../kernel/sorting.ts'
import { Uuid } from '../../../kernel/wire.ts'
import {
  AlreadyCanceledSubscription,
  type FullSubscription,
  findSubscription,
  ownedBy,
} from '../../../modules/subscriptions/index.ts'
import { versioned } from '../../../platform/http/answer.ts'
import { listAnswer } from '../../../platform/http/list-answer.ts'
import { customerSession, type Route, read, write } from '../../../platform/http/route.ts'
import type { Db } from '../../../platform/postgres/pool.ts'
import { findSeller } from '../seller.ts'
import { changeOwnSubscription } from './change.ts'
import { listOwnSubscriptions, OWN_SUBSCRIPTION_CRITERIA } from './read.ts'
import { OwnSubscription, OwnSubscriptionList, OwnSubscriptionQuery, OwnSubscriptionUpdate } from './schema.ts'
import { ownSubscriptionView } from './view.ts'

const path = '/v1/customer-portal/subscriptions/'
const shared = { tag: 'Customer portal', access: customerSession, status: 200 } as const
const one = { ...shared, path: `${path}{id}`, params: Type.Object({ id: Uuid }), answer: OwnSubscription }

export function ownSubscriptionRoutes(links: Links): readonly Route[] {
  return [listRoute(links), getRoute(links), updateRoute(links), cancelRoute(links)]
}

const listRoute = (links: Links): Route =>
  read(
    {
      ...shared,
      method: 'GET',
      path,
      operationId: 'listOwnSubscriptions',
      summary: 'List own subscriptions',
      description: 'The latest first. Also sorted by `amount`, `status` or `product` (name).',
      query: OwnSubscriptionQuery,
      answer: OwnSubscriptionList,
    },
    async ({ db, customer, query }) => {
      const page = pageOf(query)
      const sorting = sortingOf(query.sorting, OWN_SUBSCRIPTION_CRITERIA, ['-started_at'])
      const [found, seller] = await Promise.all([
        listOwnSubscriptions(db, customer, query, sorting, page),
        findSeller(db, customer),
      ])
      return listAnswer(found, page, (full) => ownSubscriptionView(full, seller, customer, links))
    },
  )

const getRoute = (links: Links): Route =>
  read(
    {
      ...one,
      method: 'GET',
      operationId: 'getOwnSubscription',
      summary: 'Get an own subscription',
      refusals: [ResourceNotFound],
    },
    async ({ db, customer, params }) => {
      const found = await findSubscription(db, params.id, ownedBy(db.sql, customer))
      if (!found) throw new Refusal(ResourceNotFound)
      return answer(db, found, customer, links)
    },
  )

const updateRoute = (links: Links): Route =>
  write(
    {
      ...one,
      method: 'PATCH',
      operationId: 'updateOwnSubscription',
      summary: 'Cancel an own subscription, or take that back',
      description:
        'Canceled, it lasts until the end of its period. Customers can always do this. Another plan is 403 where the seller does not allow customers to change theirs (`allow_customer_updates`).',
      body: OwnSubscriptionUpdate,
      bodyExample: { cancel_at_period_end: true, cancellation_reason: 'too_expensive' },
      refusals: [AlreadyCanceledSubscription, NotPermitted, ResourceNotFound],
    },
    async ({ tx, customer, params, body }) =>
      answer(tx, await changeOwnSubscription(tx, customer, params.id, body, links), customer, links),
  )

const cancelRoute = (links: Links): Route =>
  write(
    {
      ...one,
      method: 'DELETE',
      operationId: 'cancelOwnSubscription',
      summary: 'Cancel an own subscription',
      description:
        'As `cancel_at_period_end` does: it lasts until the end of its period. Customers can always do this.',
      refusals: [AlreadyCanceledSubscription, ResourceNotFound],
    },
    async ({ tx, customer, params }) => {
      const canceled = await changeOwnSubscription(tx, customer, params.id, { cancel_at_period_end: true }, links)
      return answer(tx, canceled, customer, links)
    },
  )

async function answer(db: Db, full: FullSubscription, customer: SignedInCustomer, links: Links) {
  const seller = await findSeller(db, customer)
  return versioned(ownSubscriptionView(full, seller, customer, links), full.subscription)
}
