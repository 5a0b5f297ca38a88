import type { Links } from '../../../kernel/links.ts'
import { type Route, token, write } from '../../../platform/http/route.ts'
import { createCustomerSession } from '../operations/create-customer-session.ts'
import { CustomerSession, CustomerSessionCreate } from '../schema.ts'
import { customerSessionView } from '../view.ts'

export const createSessionRoute = (links: Links): Route =>
  write(
    {
      method: 'POST',
      path: '/v1/customer-sessions/',
      operationId: 'createCustomerSession',
      tag: 'Customers',
      summary: 'Create a customer session',
      description: 'Makes a token with which one customer can see what is theirs, for an hour.',
      access: token('customer_sessions:write'),
      body: CustomerSessionCreate,
      bodyExample: { customer_id: '0197a6f0-1c2b-7d3e-8f40-51627384a5b6' },
      status: 201,
      answer: CustomerSession,
    },
    async ({ tx, actor, body }) => customerSessionView(await createCustomerSession(tx, actor, body), links),
  )
