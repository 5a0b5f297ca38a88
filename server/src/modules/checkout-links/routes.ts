import { Type } from 'typebox'
import type { Links } from '../../kernel/links.ts'
import { pageOf } from '../../kernel/page.ts'
import { Refusal, ResourceNotFound } from '../../kernel/refusal.ts'
import { sortingOf } from '../../kernel/sorting.ts'
import { Uuid } from '../../kernel/wire.ts'
import { versioned } from '../../platform/http/answer.ts'
import { listAnswer } from '../../platform/http/list-answer.ts'
import { type Route, read, token, write } from '../../platform/http/route.ts'
import { createCheckoutLink } from './operations/create-checkout-link.ts'
import { deleteCheckoutLink } from './operations/delete-checkout-link.ts'
import { updateCheckoutLink } from './operations/update-checkout-link.ts'
import { CheckoutLink, CheckoutLinkCreate, CheckoutLinkList, CheckoutLinkQuery, CheckoutLinkUpdate } from './schema.ts'
import { findCheckoutLink, LINK_CRITERIA, listCheckoutLinks } from './store.ts'
import { checkoutLinkView } from './view.ts'

const tag = 'Checkout links'
const path = '/v1/checkout-links/'
const ById = Type.Object({ id: Uuid })

export function checkoutLinkRoutes({ links }: { readonly links: Links }): readonly Route[] {
  return [
    read(
      {
        method: 'GET',
        path,
        operationId: 'listCheckoutLinks',
        tag,
        summary: 'List checkout links',
        description:
          `Sorted by ${LINK_CRITERIA.join(', ')}; newest first when nothing is said. ` +
          '`product_id` finds the links that offer the product.',
        access: token('checkout_links:read'),
        query: CheckoutLinkQuery,
        status: 200,
        answer: CheckoutLinkList,
      },
      async ({ db, actor, query }) => {
        const page = pageOf(query)
        const filter = { organizationId: query.organization_id, productId: query.product_id }
        const sorting = sortingOf(query.sorting, LINK_CRITERIA, ['-created_at'])
        const found = await listCheckoutLinks(db, actor, filter, sorting, page)
        return listAnswer(found, page, (full) => checkoutLinkView(full, links))
      },
    ),
    write(
      {
        method: 'POST',
        path,
        operationId: 'createCheckoutLink',
        tag,
        summary: 'Create a checkout link',
        description:
          'For a product, one of its prices, or several products of one organization, of which the first is selected. ' +
          'A price that is archived later is replaced by the one for the same interval and currency.',
        access: token('checkout_links:write'),
        body: CheckoutLinkCreate,
        bodyExample: { product_id: '0197a6f0-1c2b-7d3e-8f40-51627384a5b6', label: 'Newsletter' },
        status: 201,
        answer: CheckoutLink,
      },
      async ({ tx, actor, body }) => {
        const full = await createCheckoutLink(tx, actor, body, links)
        return versioned(checkoutLinkView(full, links), full.link)
      },
    ),
    read(
      {
        method: 'GET',
        path: `${path}{id}`,
        operationId: 'getCheckoutLink',
        tag,
        summary: 'Get a checkout link',
        access: token('checkout_links:read'),
        params: ById,
        status: 200,
        answer: CheckoutLink,
        refusals: [ResourceNotFound],
      },
      async ({ db, actor, params }) => {
        const full = await findCheckoutLink(db, actor, params.id)
        if (!full) throw new Refusal(ResourceNotFound)
        return versioned(checkoutLinkView(full, links), full.link)
      },
    ),
    write(
      {
        method: 'PATCH',
        path: `${path}{id}`,
        operationId: 'updateCheckoutLink',
        tag,
        summary: 'Update a checkout link',
        description: 'Checkouts that it has made already stay as they are.',
        access: token('checkout_links:write'),
        params: ById,
        body: CheckoutLinkUpdate,
        bodyExample: { label: 'Spring newsletter' },
        status: 200,
        answer: CheckoutLink,
        refusals: [ResourceNotFound],
      },
      async ({ tx, actor, params, body }) => {
        const full = await updateCheckoutLink(tx, actor, params.id, body, links)
        return versioned(checkoutLinkView(full, links), full.link)
      },
    ),
    write(
      {
        method: 'DELETE',
        path: `${path}{id}`,
        operationId: 'deleteCheckoutLink',
        tag,
        summary: 'Delete a checkout link',
        description: 'Nobody can open it any more. Checkouts that it has made go on.',
        access: token('checkout_links:write'),
        params: ById,
        status: 204,
        refusals: [ResourceNotFound],
      },
      async ({ tx, actor, params }) => {
        await deleteCheckoutLink(tx, actor, params.id, links)
        return undefined
      },
    ),
  ]
}
