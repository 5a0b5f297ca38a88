import { Type } from 'typebox'
import type { SignedInCustomer } from '../../../kernel/actor.ts'
import type { Links } from '../../../kernel/links.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { Uuid } from '../../../kernel/wire.ts'
import { CustomerSelfUpdate, findSelf, updateSelf } from '../../../modules/customers/index.ts'
import { versioned } from '../../../platform/http/answer.ts'
import { customerSession, type Route, read, write } from '../../../platform/http/route.ts'
import type { Db } from '../../../platform/postgres/pool.ts'
import { OwnProfile } from './schema.ts'
import { profileView } from './view.ts'

const tag = 'Customer portal'
/** A session that a confirm answered with belongs to whoever typed an e-mail address, not to its owner. */
const WHOSE =
  'Works with a session from `POST /v1/customer-sessions/`. A session that came from confirming a checkout works only ' +
  'if the seller had set `customer_id` on that checkout. Otherwise it is 404, because the buyer only typed the e-mail ' +
  'address, and nobody has checked that it is theirs.'
const path = '/v1/customer-portal/customers/'

export function ownProfileRoutes(links: Links): readonly Route[] {
  return [getSelf(links), updateSelfRoute(links), getById(links)]
}

const getSelf = (links: Links): Route =>
  read(
    {
      method: 'GET',
      path: `${path}me`,
      operationId: 'getOwnProfile',
      tag,
      summary: 'Get the own profile',
      description: `The signed-in customer's own name, e-mail address, billing address and tax id. ${WHOSE}`,
      access: customerSession,
      status: 200,
      answer: OwnProfile,
      refusals: [ResourceNotFound],
    },
    ({ db, customer }) => ownProfile(db, customer, links),
  )

const updateSelfRoute = (links: Links): Route =>
  write(
    {
      method: 'PATCH',
      path: `${path}me`,
      operationId: 'updateOwnProfile',
      tag,
      summary: 'Update the own profile',
      description: `What is left out stays, null clears. The billing address is replaced as a whole. ${WHOSE}`,
      access: customerSession,
      body: CustomerSelfUpdate,
      bodyExample: { name: 'Ada King', billing_address: { country: 'GB', city: 'London' } },
      status: 200,
      answer: OwnProfile,
      refusals: [ResourceNotFound],
    },
    async ({ tx, customer, body }) => {
      requireWholeReach(customer)
      const updated = await updateSelf(tx, customer, links, body)
      return versioned(profileView(updated, links), updated)
    },
  )

const getById = (links: Links): Route =>
  read(
    {
      method: 'GET',
      path: `${path}{id}`,
      operationId: 'getOwnProfileById',
      tag,
      summary: 'Get the own profile by id',
      description: `The same as \`/me\`, for clients that send the id. Any other id than the customer's own is 404. ${WHOSE}`,
      access: customerSession,
      params: Type.Object({ id: Uuid }),
      status: 200,
      answer: OwnProfile,
      refusals: [ResourceNotFound],
    },
    ({ db, customer, params }) => {
      if (params.id.toLowerCase() !== customer.id) throw new Refusal(ResourceNotFound)
      return ownProfile(db, customer, links)
    },
  )

async function ownProfile(db: Db, customer: SignedInCustomer, links: Links) {
  requireWholeReach(customer)
  const found = await findSelf(db, customer)
  if (!found) throw new Refusal(ResourceNotFound)
  return versioned(profileView(found, links), found)
}

/** A session that came from a purchase reaches the purchase. The profile is no part of it. */
function requireWholeReach({ onlyCheckoutId }: SignedInCustomer): void {
  if (onlyCheckoutId !== null) throw new Refusal(ResourceNotFound)
}
