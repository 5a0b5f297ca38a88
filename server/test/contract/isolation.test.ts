import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRoutes } from '../../src/entry/compose.ts'
import { SecretBox } from '../../src/kernel/secrets.ts'
import type { Route } from '../../src/platform/http/route.ts'
import type { Client } from '../support/client.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { type GuardedShop, idsOf, openGuardedShop, personalTokenOf, rowsNaming, settled } from '../support/two-shops.ts'
import { BODY_IDS, bodyFor, CHOOSING, FILTERS, FOR_ANYBODY, NO_REFERENCE, pathOf } from './isolation-map.ts'
import { idsIn, nameOfPlace, type Place, withValueAt } from './references.ts'

const routes = allRoutes({ baseUrl: 'http://till.example.com', checkoutHours: 24, box: new SecretBox('for a list') })
const titled = (chosen: readonly Route[]) =>
  chosen.map((route) => [`${route.spec.method} ${route.spec.path}`, route] as const)

const isPersonal = ({ spec }: Route) => 'isPersonal' in spec.access
const isGuarded = ({ spec }: Route) => spec.access.kind === 'token' || spec.access.kind === 'customer_session'
const guarded = routes.filter(isGuarded)
const addressed = guarded.filter(({ spec }) => spec.path.includes('{'))
const isList = ({ spec }: Route) => spec.method === 'GET' && Object.hasOwn(queryOf(spec), 'page')
const lists = guarded.filter((route) => isList(route) && !route.spec.path.includes('{'))
const naming = routes.filter(({ spec }) => !FOR_ANYBODY.includes(spec.operationId))
const referring = naming.flatMap((route) =>
  idsIn(route.spec.body)
    .filter((place) => !NO_REFERENCE.includes(nameOfPlace(place)))
    .map((place) => [`${route.spec.method} ${route.spec.path}`, nameOfPlace(place), route, place] as const),
)

function queryOf(spec: Route['spec']): object {
  return (spec.query as { properties?: object } | undefined)?.properties ?? {}
}

let till: TestTill
/** Whose things must stay unseen and untouched. */
let theirs: GuardedShop
/** Whose tokens are used. */
let ours: GuardedShop
let before: Record<string, string>
const tokens: Record<string, string> = {}

beforeAll(async () => {
  till = await startTill()
  theirs = await openGuardedShop(till)
  ours = await openGuardedShop(till)
  tokens['an organization’s token'] = ours.token
  tokens['another user’s token'] = await personalTokenOf(till, ours.organization.id)
  await settled(till)
  before = await rowsNaming(till, idsOf(theirs))
})
afterAll(() => till.stop())

function callerOf({ spec }: Route, shop: GuardedShop, token: string): Client {
  if (spec.access.kind === 'customer_session') return till.as(shop.sessionToken)
  return spec.access.kind === 'token' ? till.as(token) : till.anonymous
}

async function expectUntouched(): Promise<void> {
  await settled(till)
  expect(await rowsNaming(till, idsOf(theirs))).toEqual(before)
}

const isTheirs = (text: string) => idsOf(theirs).filter((id) => text.includes(id))

describe.each(['an organization’s token', 'another user’s token'])('with %s', (kind) => {
  it.each(titled(addressed))('%s answers 404 for what is another organization’s', async (_, route) => {
    const caller = callerOf(route, ours, tokens[kind] ?? '')
    const body = route.spec.body && bodyFor(route, ours)
    const reply = await caller.send(route.spec.method, pathOf(route, theirs), body)
    const refusal = isRefused(route, kind) ? FOR_PEOPLE : { status: 404, body: { error: 'ResourceNotFound' } }
    expect(reply).toMatchObject(refusal)
    expect(isTheirs(JSON.stringify(reply.body))).toEqual([])
    await expectUntouched()
  })

  it.each(titled(lists))('%s shows nothing of another organization', async (_, route) => {
    const { spec } = route
    const caller = callerOf(route, ours, tokens[kind] ?? '')
    if (isRefused(route, kind)) {
      expect(await caller.get(spec.path)).toMatchObject(FOR_PEOPLE)
      return
    }
    const { items, pagination } = await caller.must(caller.get(`${spec.path}?limit=100`))
    expect(isTheirs(JSON.stringify(items))).toEqual([])
    expect(pagination.total_count).toBe(items.length)
    for (const name of Object.keys(queryOf(spec)).filter((query) => !CHOOSING.includes(query))) {
      const termOf = FILTERS[name]
      if (!termOf) throw new Error(`Say in FILTERS or CHOOSING what the query ${name} of ${spec.path} stands for.`)
      const found = await caller.must(caller.get(`${spec.path}?${name}=${encodeURIComponent(termOf(theirs))}`))
      expect(found).toEqual({ items: [], pagination: { total_count: 0, max_page: 0 } })
    }
  })

  it.each(referring)('%s refuses another organization’s id in %s', async (_, name, route, place) => {
    const reply = await refer(route, place, name, tokens[kind] ?? '')
    if (isRefused(route, kind)) {
      expect(reply).toMatchObject(FOR_PEOPLE)
    } else if (route.spec.path.startsWith('/v1/customer-portal/license-keys/')) {
      // Whoever holds a key names everything by ids; what does not belong to it is not there.
      expect(reply).toMatchObject({ status: 404, body: { error: 'ResourceNotFound' } })
    } else {
      expect(reply.status).toBe(422)
      expect(reply.body.detail).toEqual([expect.objectContaining({ loc: ['body', ...place] })])
    }
    await expectUntouched()
  })

  it.each(referring.filter(([, , , place]) => place.at(-1) === 0))(
    '%s refuses another organization’s id beside one’s own in %s',
    async (_, name, route, place) => {
      const list = place.slice(0, -1)
      const idOf = BODY_IDS[name] as (shop: GuardedShop) => string
      for (const [at, shops] of [
        [theirs, ours],
        [ours, theirs],
      ].entries()) {
        const body = withValueAt(bodyFor(route, ours, name), list, shops.map(idOf))
        const caller = callerOf(route, ours, tokens[kind] ?? '')
        const reply = await caller.send(route.spec.method, pathOf(route, ours), body)
        expect(reply.status).toBe(422)
        expect(reply.body.detail).toEqual([expect.objectContaining({ loc: ['body', ...list, at] })])
      }
      await expectUntouched()
    },
  )
})

const FOR_PEOPLE = { status: 403, body: { code: 'personal_token_needed' } }
const isRefused = (route: Route, kind: string) => isPersonal(route) && kind === 'an organization’s token'

async function refer(route: Route, place: Place, name: string, token: string) {
  const idOf = BODY_IDS[name]
  if (!idOf) throw new Error(`Say in BODY_IDS or NO_REFERENCE what ${name} of ${route.spec.path} stands for.`)
  const body = withValueAt(bodyFor(route, ours, name), place, idOf(theirs))
  return callerOf(route, ours, token).send(route.spec.method, pathOf(route, ours), body)
}

describe('an activation', () => {
  it('of another organization’s key is not found below one’s own key', async () => {
    const path = `/v1/license-keys/${ours.licenseKey.id}/activations/${theirs.activation.id}`
    expect((await till.as(ours.token).get(path)).status).toBe(404)
  })
})

/** Without these, a wrong path or an empty list would look like isolation. Deletions come last. */
describe('the owner of the same things', () => {
  const tokenFor = (route: Route) => (isPersonal(route) ? theirs.personalToken : theirs.token)
  const byHarm = [...addressed].sort((a, b) => harm(a) - harm(b))

  it.each(titled(lists))('%s sees them', async (_, route) => {
    const caller = callerOf(route, theirs, tokenFor(route))
    const { items } = await caller.must(caller.get(`${route.spec.path}?limit=100`))
    expect(isTheirs(JSON.stringify(items))).not.toEqual([])
  })

  it.each(titled(byHarm))('%s works', async (_, route) => {
    const caller = callerOf(route, theirs, tokenFor(route))
    const reply = await caller.send(route.spec.method, pathOf(route, theirs), route.spec.body && bodyFor(route, theirs))
    expect(reply.status).toBe(route.spec.status)
  })

  it('leaves traces that the comparison of rows notices', async () => {
    await expect(expectUntouched()).rejects.toThrow()
  })
})

function harm({ spec }: Route): number {
  return ['GET', 'PATCH', 'POST', 'DELETE'].indexOf(spec.method)
}
