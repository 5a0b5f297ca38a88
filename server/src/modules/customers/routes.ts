import { Type } from 'typebox'
import type { Links } from '../../kernel/links.ts'
import { pageOf } from '../../kernel/page.ts'
import { Refusal, ResourceNotFound } from '../../kernel/refusal.ts'
import { sortingOf } from '../../kernel/sorting.ts'
import { Uuid } from '../../kernel/wire.ts'
import { versioned } from '../../platform/http/answer.ts'
import { listAnswer } from '../../platform/http/list-answer.ts'
import { type Route, read, token, write } from '../../platform/http/route.ts'
import { createCustomer } from './operations/create-customer.ts'
import { createCustomerSession } from './operations/create-customer-session.ts'
import { deleteCustomer } from './operations/delete-customer.ts'
import { updateCustomer } from './operations/update-customer.ts'
import {
  Customer,
  CustomerCreate,
  CustomerList,
  CustomerQuery,
  CustomerSession,
  CustomerSessionCreate,
  CustomerUpdate,
} from './schema.ts'
import { CUSTOMER_CRITERIA, findCustomer, listCustomers } from './store.ts'
import { customerSessionView, customerView } from './view.ts'

const tag = 'Customers'
const path = '/v1/customers/'
const ById = Type.Object({ id: Uuid })

export function customerRoutes({ links }: { readonly links: Links }): readonly Route[] {
  return [list(links), create(links), get(links), update(links), remove(links), createSession(links)]
}

const list = (links: Links) =>
  read(
    {
      method: 'GET',
      path,
      operationId: 'listCustomers',
      tag,
      summary: 'List customers',
      description: 'Sorted by `created_at`, `email` or `name`; the newest come first unless told otherwise.',
      access: token('customers:read'),
      query: CustomerQuery,
      status: 200,
      answer: CustomerList,
    },
    async ({ db, actor, query }) => {
      const page = pageOf(query)
      const sorting = sortingOf(query.sorting, CUSTOMER_CRITERIA, ['-created_at'])
      const filter = { organizationId: query.organization_id, email: query.email, query: query.query }
      const found = await listCustomers(db, actor, filter, sorting, page)
      return listAnswer(found, page, (customer) => customerView(customer, links))
    },
  )

const create = (links: Links) =>
  write(
    {
      method: 'POST',
      path,
      operationId: 'createCustomer',
      tag,
      summary: 'Create a customer',
      description: 'An e-mail address belongs to one customer of an organization, whatever its case.',
      access: token('customers:write'),
      body: CustomerCreate,
      bodyExample: { email: 'ada@example.com', name: 'Ada Lovelace', billing_address: { country: 'GB' } },
      status: 201,
      answer: Customer,
    },
    async ({ tx, actor, body }) => {
      const customer = await createCustomer(tx, actor, links, body)
      return versioned(customerView(customer, links), customer)
    },
  )

const get = (links: Links) =>
  read(
    {
      method: 'GET',
      path: `${path}{id}`,
      operationId: 'getCustomer',
      tag,
      summary: 'Get a customer',
      access: token('customers:read'),
      params: ById,
      status: 200,
      answer: Customer,
      refusals: [ResourceNotFound],
    },
    async ({ db, actor, params }) => {
      const customer = await findCustomer(db, actor, params.id)
      if (!customer) throw new Refusal(ResourceNotFound)
      return versioned(customerView(customer, links), customer)
    },
  )

const update = (links: Links) =>
  write(
    {
      method: 'PATCH',
      path: `${path}{id}`,
      operationId: 'updateCustomer',
      tag,
      summary: 'Update a customer',
      description: 'What is left out stays, null clears. Metadata and the address are replaced as a whole.',
      access: token('customers:write'),
      params: ById,
      body: CustomerUpdate,
      bodyExample: { name: 'Ada King', tax_id: ['GB123456789', 'gb_vat'] },
      status: 200,
      answer: Customer,
      refusals: [ResourceNotFound],
    },
    async ({ tx, actor, params, body }) => {
      const customer = await updateCustomer(tx, actor, links, params.id, body)
      return versioned(customerView(customer, links), customer)
    },
  )

const remove = (links: Links) =>
  write(
    {
      method: 'DELETE',
      path: `${path}{id}`,
      operationId: 'deleteCustomer',
      tag,
      summary: 'Delete a customer',
      description:
        'Removes the personal data from the customer and frees the e-mail address. Orders and checkouts stay as they are.',
      access: token('customers:write'),
      params: ById,
      status: 204,
      refusals: [ResourceNotFound],
    },
    async ({ tx, actor, params }) => {
      await deleteCustomer(tx, actor, links, params.id)
      return undefined
    },
  )

const createSession = (links: Links) =>
  write(
    {
      method: 'POST',
      path: '/v1/customer-sessions/',
      operationId: 'createCustomerSession',
      tag,
      summary: 'Create a customer session',
      description: 'Makes a token with which one customer can see what is theirs, for an hour.',
      access: token('customer_sessions:write'),
      body: CustomerSessionCreate,
      status: 201,
      answer: CustomerSession,
    },
    async ({ tx, actor, body }) => customerSessionView(await createCustomerSession(tx, actor, body), links),
  )
