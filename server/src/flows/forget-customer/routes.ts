import { ResourceNotFound } from '../../kernel/refusal.ts'
import { CUSTOMER_ADDRESSES, type CustomerAddress } from '../../modules/customers/index.ts'
import { type Route, token, write } from '../../platform/http/route.ts'
import { type ForgetNeeds, forgetCustomer } from './forget-customer.ts'

export function forgetCustomerRoutes(needs: ForgetNeeds): readonly Route[] {
  return CUSTOMER_ADDRESSES.map((at) => deleteCustomerRoute(needs, at))
}

const deleteCustomerRoute = (needs: ForgetNeeds, at: CustomerAddress): Route =>
  write(
    {
      method: 'DELETE',
      path: at.path,
      operationId: `deleteCustomer${at.suffix}`,
      tag: 'Customers',
      summary: `Delete a customer${at.byWhat}`,
      description:
        'Ends their subscriptions, revokes their benefits and license keys, and frees the e-mail address, all at once. Orders stay with amounts, product and country. Name, addresses, tax id, custom fields and metadata are removed from the customer, checkouts, orders and subscriptions; events follow within seconds. Saved cards are detached at the payment processor. There is no way back.',
      access: token('customers:write'),
      params: at.params,
      query: at.query,
      status: 204,
      refusals: [ResourceNotFound],
    },
    async ({ tx, actor, params, query }) => {
      await forgetCustomer(tx, actor, at.refOf({ params, query }), needs)
      return undefined
    },
  )
