import type { Links } from '../../kernel/links.ts'
import { Refusal, ResourceNotFound } from '../../kernel/refusal.ts'
import { CUSTOMER_ADDRESSES, type CustomerAddress } from '../../modules/customers/index.ts'
import { type Route, read, token } from '../../platform/http/route.ts'
import { readStanding } from './read-state.ts'
import { CustomerState } from './schema.ts'
import { stateView } from './view.ts'

export function customerStateRoutes({ links }: { readonly links: Links }): readonly Route[] {
  return CUSTOMER_ADDRESSES.map((at) => stateRoute(links, at))
}

const stateRoute = (links: Links, at: CustomerAddress): Route =>
  read(
    {
      method: 'GET',
      path: `${at.path}/state`,
      operationId: `getCustomerState${at.suffix}`,
      tag: 'Customers',
      summary: `Get a customer’s state${at.byWhat}`,
      description: 'The customer with the subscriptions that are active and the benefits that are granted right now.',
      access: token('customers:read'),
      params: at.params,
      query: at.query,
      status: 200,
      answer: CustomerState,
      refusals: [ResourceNotFound],
    },
    async ({ db, actor, params, query }) => {
      const standing = await readStanding(db, actor, at.refOf({ params, query }))
      if (!standing) throw new Refusal(ResourceNotFound)
      return stateView(standing, links)
    },
  )
