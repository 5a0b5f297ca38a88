import type { Links } from '../../../kernel/links.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { versioned } from '../../../platform/http/answer.ts'
import { type Route, read, token, write } from '../../../platform/http/route.ts'
import type { CustomerAddress } from '../address.ts'
import { updateCustomer } from '../operations/update-customer.ts'
import { Customer, CustomerUpdate } from '../schema.ts'
import { findCustomer } from '../store.ts'
import { customerView } from '../view.ts'

const tag = 'Customers'

export const getCustomerRoute = (links: Links, at: CustomerAddress): Route =>
  read(
    {
      method: 'GET',
      path: at.path,
      operationId: `getCustomer${at.suffix}`,
      tag,
      summary: `Get a customer${at.byWhat}`,
      access: token('customers:read'),
      params: at.params,
      query: at.query,
      status: 200,
      answer: Customer,
      refusals: [ResourceNotFound],
    },
    async ({ db, actor, params, query }) => {
      const customer = await findCustomer(db, actor, at.refOf({ params, query }))
      if (!customer) throw new Refusal(ResourceNotFound)
      return versioned(customerView(customer, links), customer)
    },
  )

export const updateCustomerRoute = (links: Links, at: CustomerAddress): Route =>
  write(
    {
      method: 'PATCH',
      path: at.path,
      operationId: `updateCustomer${at.suffix}`,
      tag,
      summary: `Update a customer${at.byWhat}`,
      description: 'What is left out stays, null clears. Metadata and the address are replaced as a whole.',
      access: token('customers:write'),
      params: at.params,
      query: at.query,
      body: CustomerUpdate,
      bodyExample: { name: 'Ada King', billing_address: { country: 'GB' }, tax_id: ['GB123456789', 'gb_vat'] },
      status: 200,
      answer: Customer,
      refusals: [ResourceNotFound],
    },
    async ({ tx, actor, params, query, body }) => {
      const customer = await updateCustomer(tx, actor, links, at.refOf({ params, query }), body)
      return versioned(customerView(customer, links), customer)
    },
  )
