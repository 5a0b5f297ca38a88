import type { Links } from '../../../kernel/links.ts'
import type { Route } from '../../../platform/http/route.ts'
import { CUSTOMER_ADDRESSES } from '../address.ts'
import { createCustomerRoute, listCustomersRoute } from './all-customers.ts'
import { createSessionRoute } from './customer-sessions.ts'
import { getCustomerRoute, updateCustomerRoute } from './one-customer.ts'

export function customerRoutes({ links }: { readonly links: Links }): readonly Route[] {
  return [
    listCustomersRoute(links),
    createCustomerRoute(links),
    ...CUSTOMER_ADDRESSES.flatMap((at) => [getCustomerRoute(links, at), updateCustomerRoute(links, at)]),
    createSessionRoute(links),
  ]
}
