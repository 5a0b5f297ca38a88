import type { Links } from '../../../kernel/links.ts'
import { pageOf } from '../../../kernel/page.ts'
import { sortingOf } from '../../../kernel/sorting.ts'
import { versioned } from '../../../platform/http/answer.ts'
import { listAnswer } from '../../../platform/http/list-answer.ts'
import { type Route, read, token, write } from '../../../platform/http/route.ts'
import { createCustomer } from '../operations/create-customer.ts'
import { Customer, CustomerCreate, CustomerList, CustomerQuery } from '../schema.ts'
import { CUSTOMER_CRITERIA, listCustomers } from '../store.ts'
import { customerView } from '../view.ts'

const tag = 'Customers'
const path = '/v1/customers/'

export const listCustomersRoute = (links: Links): Route =>
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

export const createCustomerRoute = (links: Links): Route =>
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
