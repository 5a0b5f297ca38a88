import { type TSchema, Type } from 'typebox'
import { Uuid } from '../../kernel/wire.ts'
import type { CustomerRef } from './model.ts'

/** One of the two ways to name a customer in a path. Every route on one customer exists for both. */
export interface CustomerAddress {
  readonly path: string
  /** Ends the names of the operations: `getCustomer`, `getCustomerByExternalId`. */
  readonly suffix: string
  /** Ends the summaries: "Get a customer by external id". */
  readonly byWhat: string
  readonly params: TSchema
  readonly query: TSchema
  refOf(asked: { readonly params: unknown; readonly query: unknown }): CustomerRef
}

const byId: CustomerAddress = {
  path: '/v1/customers/{id}',
  suffix: '',
  byWhat: '',
  params: Type.Object({ id: Uuid }),
  query: Type.Object({}),
  refOf: ({ params }) => params as { id: string },
}

const byExternalId: CustomerAddress = {
  path: '/v1/customers/external/{external_id}',
  suffix: 'ByExternalId',
  byWhat: ' by external id',
  params: Type.Object({
    external_id: Type.String({
      minLength: 1,
      maxLength: 256,
      pattern: '^[^\\u0000\\r\\n]*$',
      patternMeans: 'a text of one line',
      description: "The customer's id in the seller's own system.",
      examples: ['user-4711'],
    }),
  }),
  query: Type.Object({
    organization_id: Type.Optional(
      Type.String({ ...Uuid, description: 'Needed where several of your organizations know this external id.' }),
    ),
  }),
  refOf({ params, query }) {
    const { external_id } = params as { external_id: string }
    const { organization_id } = query as { organization_id?: string }
    return { externalId: external_id, organizationId: organization_id, place: ['query', 'organization_id'] }
  },
}

export const CUSTOMER_ADDRESSES: readonly CustomerAddress[] = [byId, byExternalId]
