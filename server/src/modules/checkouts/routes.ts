import { Type } from 'typebox'
import { pageOf } from '../../kernel/page.ts'
import { Refusal, ResourceNotFound } from '../../kernel/refusal.ts'
import { sortingOf } from '../../kernel/sorting.ts'
import { Uuid } from '../../kernel/wire.ts'
import { versioned } from '../../platform/http/answer.ts'
import { listAnswer } from '../../platform/http/list-answer.ts'
import { publicAccess, type Route, read, stream, token, write } from '../../platform/http/route.ts'
import { checkoutScope, requireWellFormed } from './client-secret.ts'
import { ExpiredCheckout, NoLongerSold, NotOpenCheckout } from './errors.ts'
import { createCheckout } from './operations/create-checkout.ts'
import { restartCheckout } from './operations/restart-checkout.ts'
import type { CheckoutNeeds } from './operations/start-checkout.ts'
import { streamCheckout } from './operations/stream-checkout.ts'
import { updateCheckout } from './operations/update-checkout.ts'
import { updateCheckoutBySecret } from './operations/update-checkout-by-secret.ts'
import type { CheckoutWatch } from './operations/watch-checkouts.ts'
import { requireNotExpired, statusAt } from './rules/status.ts'
import {
  ByClientSecret,
  Checkout,
  CheckoutCreate,
  CheckoutList,
  CheckoutPublic,
  CheckoutQuery,
  CheckoutUpdate,
  CheckoutUpdatePublic,
} from './schema.ts'
import { CHECKOUT_CRITERIA, findCheckout, findCheckoutBySecret, listCheckouts } from './store.ts'
import { checkoutPublicView, checkoutView } from './view.ts'

const tag = 'Checkouts'
const path = '/v1/checkouts/custom/'
const byId = `${path}{id}`
const bySecret = `${path}client/{client_secret}`
const ById = Type.Object({ id: Uuid })

export interface CheckoutRoutesNeeds extends CheckoutNeeds {
  readonly watch: CheckoutWatch
}

export function checkoutRoutes(needs: CheckoutRoutesNeeds): readonly Route[] {
  return [...sellersRoutes(needs), ...buyersRoutes(needs)]
}

function sellersRoutes(needs: CheckoutRoutesNeeds): Route[] {
  const { links } = needs
  return [
    read(
      {
        method: 'GET',
        path,
        operationId: 'listCheckouts',
        tag,
        summary: 'List checkout sessions',
        access: token('checkouts:read'),
        query: CheckoutQuery,
        status: 200,
        answer: CheckoutList,
      },
      async ({ db, actor, query }) => {
        const page = pageOf(query)
        const sorting = sortingOf(query.sorting, CHECKOUT_CRITERIA, ['-created_at'])
        const filter = {
          organizationId: query.organization_id,
          productId: query.product_id,
          customerId: query.customer_id,
          status: query.status,
        }
        const found = await listCheckouts(db, actor, filter, sorting, page)
        return listAnswer(found, page, (full) => checkoutView(full, links, db.clock.now(full.organization.id)))
      },
    ),
    write(
      {
        method: 'POST',
        path,
        operationId: 'createCheckout',
        tag,
        summary: 'Create a checkout session',
        description: 'For a product, one of its prices, or several products of which the first is selected.',
        access: token('checkouts:write'),
        body: CheckoutCreate,
        bodyExample: { product_id: '0197a6f0-1c2b-7d3e-8f40-51627384a5b6', customer_email: 'ada@example.com' },
        status: 201,
        answer: Checkout,
      },
      async ({ tx, actor, body }) => {
        const full = await createCheckout(tx, actor, body, needs)
        return versioned(checkoutView(full, links, tx.clock.now(full.organization.id)), full.checkout)
      },
    ),
    read(
      {
        method: 'GET',
        path: byId,
        operationId: 'getCheckout',
        tag,
        summary: 'Get a checkout session',
        access: token('checkouts:read'),
        params: ById,
        status: 200,
        answer: Checkout,
        refusals: [ResourceNotFound],
      },
      async ({ db, actor, params }) => {
        const full = await findCheckout(db, actor, params.id)
        if (!full) throw new Refusal(ResourceNotFound)
        return versioned(checkoutView(full, links, db.clock.now(full.organization.id)), full.checkout)
      },
    ),
    write(
      {
        method: 'PATCH',
        path: byId,
        operationId: 'updateCheckout',
        tag,
        summary: 'Update a checkout session',
        description:
          'A discount set here is applied and the customer cannot change it. Metadata is copied to a customer that the checkout creates.',
        access: token('checkouts:write'),
        params: ById,
        body: CheckoutUpdate,
        bodyExample: { metadata: { campaign: 'spring' } },
        status: 200,
        answer: Checkout,
        refusals: [ResourceNotFound, NotOpenCheckout],
      },
      async ({ tx, actor, params, body }) => {
        const full = await updateCheckout(tx, actor, params.id, body, links)
        return versioned(checkoutView(full, links, tx.clock.now(full.organization.id)), full.checkout)
      },
    ),
  ]
}

function buyersRoutes(needs: CheckoutRoutesNeeds): Route[] {
  const { links, watch } = needs
  return [
    read(
      {
        method: 'GET',
        path: bySecret,
        operationId: 'getCheckoutFromClient',
        tag,
        summary: 'Get a checkout session from the client',
        access: publicAccess,
        params: ByClientSecret,
        status: 200,
        answer: CheckoutPublic,
        refusals: [ResourceNotFound, ExpiredCheckout],
      },
      async ({ db, params }) => {
        requireWellFormed(params.client_secret)
        const full = await findCheckoutBySecret(db, params.client_secret)
        if (!full) throw new Refusal(ResourceNotFound)
        const now = db.clock.now(full.organization.id)
        requireNotExpired(full, now)
        return versioned(checkoutPublicView(full, links, statusAt(full.checkout, now)), full.checkout)
      },
    ),
    stream(
      {
        method: 'GET',
        path: `${bySecret}/stream`,
        operationId: 'streamCheckoutFromClient',
        tag,
        summary: 'Follow a checkout session from the client',
        description:
          'Server-sent events: the checkout session as it is, then again after every change. ' +
          'The stream ends when the session has succeeded, failed or expired. ' +
          'Whoever comes back with `Last-Event-ID` gets what is newer, or 204 when nothing more will come.',
        access: publicAccess,
        params: ByClientSecret,
        status: 200,
        answer: CheckoutPublic,
        refusals: [ResourceNotFound, ExpiredCheckout],
      },
      async ({ db, params, lastEventId }) => {
        requireWellFormed(params.client_secret)
        return streamCheckout(db, watch, params.client_secret, lastEventId)
      },
    ),
    write(
      {
        method: 'PATCH',
        path: bySecret,
        operationId: 'updateCheckoutFromClient',
        tag,
        summary: 'Update a checkout session from the client',
        access: publicAccess,
        params: ByClientSecret,
        body: CheckoutUpdatePublic,
        bodyExample: { customer_email: 'ada@example.com' },
        status: 200,
        answer: CheckoutPublic,
        refusals: [ResourceNotFound, NotOpenCheckout, ExpiredCheckout],
        idempotencyScope: checkoutScope,
      },
      async ({ tx, params, body }) => {
        requireWellFormed(params.client_secret)
        const full = await updateCheckoutBySecret(tx, params.client_secret, body, links)
        return versioned(checkoutPublicView(full, links, full.checkout.status), full.checkout)
      },
    ),
    write(
      {
        method: 'POST',
        path: `${bySecret}/restart`,
        operationId: 'restartCheckoutFromClient',
        tag,
        summary: 'Start an expired or failed checkout session again',
        description:
          'For a buyer who comes back too late, or whose payment has failed: the same purchase in a fresh session, with what the seller has said, as far as it still holds, and until seven days after the end of the old one with what the buyer has said. Whoever asks again, also with what came of an earlier restart, gets the same one. A session that is still open is answered as it is.',
        access: publicAccess,
        params: ByClientSecret,
        status: 201,
        answer: CheckoutPublic,
        refusals: [ResourceNotFound, NotOpenCheckout, NoLongerSold],
        idempotencyScope: checkoutScope,
      },
      async ({ tx, params }) => {
        requireWellFormed(params.client_secret)
        const full = await restartCheckout(tx, params.client_secret, needs)
        const status = statusAt(full.checkout, tx.clock.now(full.organization.id))
        return versioned(checkoutPublicView(full, links, status), full.checkout)
      },
    ),
  ]
}
