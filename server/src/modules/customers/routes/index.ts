import type { Links } from '../../../kernel/links.ts'
import type { SecretBox } from '../../../kernel/secrets.ts'
import type { Route } from '../../../platform/http/route.ts'
import { CUSTOMER_ADDRESSES } from '../address.ts'
import { requestSignInRoute, signInRoute } from '../sign-in/routes.ts'
import { createCustomerRoute, listCustomersRoute } from './all-customers.ts'
import { createSessionRoute } from './customer-sessions.ts'
import { getCustomerRoute, updateCustomerRoute } from './one-customer.ts'

export interface CustomerNeeds {
  readonly links: Links
  readonly box: SecretBox
}

export function customerRoutes({ links, box }: CustomerNeeds): readonly Route[] {
  return [
    listCustomersRoute(links),
    createCustomerRoute(links),
    ...CUSTOMER_ADDRESSES.flatMap((at) => [getCustomerRoute(links, at), updateCustomerRoute(links, at)]),
    createSessionRoute(links),
    requestSignInRoute({ links, box }),
    signInRoute({ links, box }),
  ]
}
