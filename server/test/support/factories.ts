import type { Reply } from './client.ts'
import type { TestTill } from './till.ts'

let counter = 0
/** A number that no other call in this process got. */
export const unique = () => ++counter

type Body = Reply['body']

export async function makeOrganization(till: TestTill, fields: object = {}): Promise<Body> {
  const n = unique()
  return till.owner.must(
    till.owner.post('/v1/organizations/', {
      name: `Shop ${n}`,
      slug: `shop-${n}`,
      ...fields,
    }),
  )
}

/** An organization's own token, with all scopes unless told otherwise. */
export async function makeToken(till: TestTill, organizationId: string, scopes?: readonly string[]): Promise<string> {
  const { SCOPES } = await import('../../src/kernel/actor.ts')
  const made = await till.owner.must(
    till.owner.post('/v1/organization-access-tokens/', {
      organization_id: organizationId,
      comment: 'tests',
      scopes: scopes ?? SCOPES,
    }),
  )
  return made.token
}
