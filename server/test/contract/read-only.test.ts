import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRoutes } from '../../src/entry/compose.ts'
import { SecretBox } from '../../src/kernel/secrets.ts'
import type { Route } from '../../src/platform/http/route.ts'
import type { Client } from '../support/client.ts'
import { join, makePerson, type Person } from '../support/member-factories.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { type GuardedShop, idsOf, openGuardedShop, rowsNaming, settled } from '../support/two-shops.ts'
import { bodyFor, pathOf, queryFor } from './isolation-map.ts'

/** Every route that is mounted is asked here; a new one needs a line in the isolation map, and none here. */
const routes = allRoutes({ baseUrl: 'http://till.example.com', checkoutHours: 24, box: new SecretBox('for a list') })
const withToken = routes.filter(({ spec }) => spec.access.kind === 'token')

/** What people write that is theirs alone, and no organization's. */
const OWN = ['createOrganization', 'createPersonalAccessToken', 'deletePersonalAccessToken', 'updateMe']
const isOwn = ({ spec }: Route) => OWN.includes(spec.operationId)

/** What shows links that let people in, so that not even an admin may read it. */
const OWNERS = ['getMail', 'previewMail']
const isOwners = ({ spec }: Route) => OWNERS.includes(spec.operationId)

const titled = (chosen: readonly Route[]) =>
  chosen.map((route) => [`${route.spec.method} ${route.spec.path}`, route] as const)
const writes = withToken.filter((route) => !['read', 'stream'].includes(route.mode) && !isOwn(route))
const reads = withToken.filter((route) => route.mode === 'read')

let till: TestTill
/** Where the caller may only read, and where they are an owner. */
let theirs: GuardedShop
let ours: GuardedShop
let person: Person
let before: Record<string, string>

beforeAll(async () => {
  till = await startTill()
  theirs = await openGuardedShop(till)
  ours = await openGuardedShop(till)
  person = await makePerson(till, theirs.organization.id, 'read_only')
  await join(till, person, ours.organization.id, 'owner')
  await settled(till)
  before = await rowsNaming(till, idsOf(theirs))
})
afterAll(() => till.stop())

function ask(client: Client, route: Route, shop: GuardedShop) {
  const address = pathOf(route, shop) + queryFor(route, shop)
  return client.send(route.spec.method, address, route.spec.body && bodyFor(route, shop))
}

describe('a read-only member', () => {
  it.each(titled(writes))('%s: 403, and nothing changes', async (_, route) => {
    const { status, body } = await ask(person.client, route, theirs)
    expect([status, body]).toEqual([403, expect.objectContaining({ error: 'NotPermitted', code: 'read_only_member' })])
    await settled(till)
    expect(await rowsNaming(till, idsOf(theirs))).toEqual(before)
  })

  it.each(titled(reads.filter(isOwners)))('%s: 403, for it is the owners’', async (_, route) => {
    const { status, body } = await ask(person.client, route, theirs)
    expect([status, body.code]).toEqual([403, 'owner_needed'])
  })

  const shared = reads.filter((route) => !isOwn(route) && !isOwners(route))
  it.each(titled(shared.filter(({ spec }) => !spec.path.startsWith('/v1/personal'))))(
    '%s: reads it like everybody else',
    async (_, route) => {
      expect((await ask(person.client, route, theirs)).status).toBe(route.spec.status)
    },
  )
})

/** Without these, a body that is wrong for another reason would look like a role that is respected. */
describe('the same person as owner of another organization', () => {
  const harm = ({ spec }: Route) => ['GET', 'PATCH', 'POST', 'DELETE'].indexOf(spec.method)
  const byHarm = [...writes].sort((a, b) => harm(a) - harm(b))

  it.each(titled(byHarm))('%s works', async (_, route) => {
    const { status, body } = await ask(person.client, route, ours)
    expect([status, body]).toEqual([route.spec.status, body])
  })

  it('leaves traces that the comparison of rows notices', async () => {
    const untouched = await rowsNaming(till, idsOf(theirs))
    await till.owner.must(till.owner.patch(`/v1/organizations/${theirs.organization.id}`, { bio: 'Changed' }))
    expect(await rowsNaming(till, idsOf(theirs))).not.toEqual(untouched)
  })
})

describe('the list of what is one’s own', () => {
  it('has only routes for people', () => {
    const own = routes.filter(isOwn)
    expect(own.map(({ spec }) => spec.operationId).sort()).toEqual([...OWN].sort())
    expect(own.every(({ spec }) => 'isPersonal' in spec.access)).toBe(true)
  })
})
