import type { Role } from '../../src/kernel/actor.ts'
import type { Client, Reply } from './client.ts'
import { unique } from './factories.ts'
import type { TestTill } from './till.ts'

type Body = Reply['body']

/** Somebody who was invited and came. */
export interface Person {
  readonly userId: string
  readonly email: string
  /** Their personal access token, with all scopes. */
  readonly token: string
  readonly client: Client
}

export const membersOf = (organizationId: string) => `/v1/organizations/${organizationId}/members`
export const invitationsOf = (organizationId: string) => `/v1/organizations/${organizationId}/invitations`

export const tokenIn = (url: string) => new URL(url).hash.slice(1)

export async function invite(
  till: TestTill,
  organizationId: string,
  fields: { email?: string; role?: Role } = {},
  by: Client = till.owner,
): Promise<Body & { token: string }> {
  const body = { email: `person-${unique()}@example.com`, role: 'admin', ...fields }
  const made = await by.must(by.post(invitationsOf(organizationId), body))
  return { ...made, token: tokenIn(made.url) }
}

/** A new user who belongs to this organization and to no other. */
export async function makePerson(till: TestTill, organizationId: string, role: Role = 'admin'): Promise<Person> {
  const { token, email } = await invite(till, organizationId, { role })
  const joined = await till.anonymous.must(till.anonymous.post('/v1/invitations/accept', { token }))
  return { userId: joined.user_id, email, token: joined.token, client: till.as(joined.token) }
}

/** Somebody who is here already joins another organization too. */
export async function join(till: TestTill, person: Person, organizationId: string, role: Role): Promise<void> {
  const { token } = await invite(till, organizationId, { role })
  await person.client.must(person.client.post('/v1/invitations/accept', { token }))
}
