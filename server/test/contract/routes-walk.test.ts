import type { TSchema } from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STORY } from '../../src/entry/example-story.ts'
import { accepts, SCOPES } from '../../src/kernel/actor.ts'
import { newId } from '../../src/kernel/ids.ts'
import { newSecret } from '../../src/kernel/secrets.ts'
import type { Route } from '../../src/platform/http/route.ts'
import { Examples } from '../../src/platform/openapi/examples.ts'
import type { Client, Reply } from '../support/client.ts'
import { makeOrganization, makeToken } from '../support/factories.ts'
import { startTill, type TestTill } from '../support/till.ts'

/** Every route that is mounted is asked here; a new one needs no line of its own. */
let till: TestTill
let organizationId: string
beforeAll(async () => {
  till = await startTill()
  organizationId = (await makeOrganization(till)).id
})
afterAll(() => till.stop())

/** All walks are one test each: what is mounted is known only once the server stands. */
async function walk(chosen: (route: Route) => boolean, ask: (route: Route) => Promise<void>): Promise<void> {
  const routes = till.till.routes.filter(chosen)
  expect(routes.length).toBeGreaterThan(0)
  for (const route of routes) await ask(route)
}

const nameOf = ({ spec }: Route): string => `${spec.method} ${spec.path}`
const isToken = ({ spec }: Route): boolean => spec.access.kind === 'token'
const isCustomerSession = ({ spec }: Route): boolean => spec.access.kind === 'customer_session'

const examples = new Examples(STORY)

/** A body that fits the schema; what it refers to need not exist. */
function bodyFor({ spec }: Route): unknown {
  if (!spec.body) return undefined
  return spec.bodyExample ?? examples.body(spec.body)
}

function uuidParameters({ spec }: Route): string[] {
  const { properties = {} } = (spec.params ?? {}) as { properties?: Record<string, TSchema & { format?: string }> }
  return Object.keys(properties).filter((name) => properties[name]?.format === 'uuid')
}

/** The path with values that fit and lead nowhere, but for those given. */
function pathFor(route: Route, given: Readonly<Record<string, string>> = {}): string {
  const uuids = uuidParameters(route)
  return route.spec.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    return given[name] ?? (uuids.includes(name) ? newId() : newSecret('checkout'))
  })
}

function ask(client: Client, route: Route, path = pathFor(route)): Promise<Reply> {
  return client.send(route.spec.method, path, bodyFor(route))
}

describe('every route that needs a token', () => {
  it('401: without one, and with one that is not valid', async () => {
    await walk(isToken, async (route) => {
      for (const client of [till.anonymous, till.as(newSecret('organizationAccessToken'))]) {
        const { status, body, headers } = await ask(client, route)
        expect([nameOf(route), status]).toEqual([nameOf(route), 401])
        expect(body.error).toBe('Unauthorized')
        expect(headers.get('www-authenticate')).toMatch(/^Bearer/)
      }
    })
  })

  it('403: with every scope but those that it accepts', async () => {
    const tokens = new Map<string, string>()
    await walk(isToken, async (route) => {
      const { access } = route.spec
      if (access.kind !== 'token') return
      const { scope } = access
      const others = SCOPES.filter((held) => !accepts(scope, new Set([held])))
      const token = tokens.get(scope) ?? (await makeToken(till, organizationId, others))
      tokens.set(scope, token)
      const { status, body } = await ask(till.as(token), route)
      expect([nameOf(route), status, body.code]).toEqual([nameOf(route), 403, 'insufficient_scope'])
    })
  })

  it('404: for ids that lead nowhere', async () => {
    const byId = (route: Route) => isToken(route) && uuidParameters(route).length > 0
    await walk(byId, async (route) => {
      const { status, body } = await ask(till.owner, route)
      expect([nameOf(route), status, body]).toEqual([nameOf(route), 404, expect.anything()])
      expect(body.error).toBe('ResourceNotFound')
    })
  })
})

describe('every route for customers', () => {
  it("401: without a customer session, and with the owner's own token", async () => {
    await walk(isCustomerSession, async (route) => {
      for (const client of [till.anonymous, till.owner, till.as(newSecret('customerSession'))]) {
        const { status } = await ask(client, route)
        expect([nameOf(route), status]).toEqual([nameOf(route), 401])
      }
    })
  })
})

describe('every route with ids in its path', () => {
  it('422: for garbage, at its place', async () => {
    const byId = (route: Route) => !isCustomerSession(route) && uuidParameters(route).length > 0
    await walk(byId, async (route) => {
      for (const name of uuidParameters(route)) {
        const { status, body } = await ask(till.owner, route, pathFor(route, { [name]: 'garbage' }))
        expect([nameOf(route), name, status]).toEqual([nameOf(route), name, 422])
        expect(body.detail).toEqual([expect.objectContaining({ type: 'uuid_parsing', loc: ['path', name] })])
      }
    })
  })
})

describe('every route that takes a body', () => {
  const hasBody = (route: Route) => isToken(route) && route.spec.body !== undefined

  it('422: for a list instead of an object', async () => {
    await walk(hasBody, async (route) => {
      const { status, body } = await till.owner.send(route.spec.method, pathFor(route), [])
      expect([nameOf(route), status]).toEqual([nameOf(route), 422])
      expect(body.detail[0].loc).toEqual(['body'])
    })
  })
})

describe('every list', () => {
  // The log of events is read by number, and has no pages.
  const isList = ({ spec }: Route) =>
    ['page', 'sorting'].every((name) => Object.hasOwn((spec.query as { properties?: object })?.properties ?? {}, name))

  it('200: keeps its totals past the end', async () => {
    const lists = (route: Route) => isList(route) && isToken(route) && uuidParameters(route).length === 0
    await walk(lists, async (route) => {
      const first = await till.owner.get(`${pathFor(route)}?limit=1`)
      const past = await till.owner.get(`${pathFor(route)}?limit=1&page=999999`)
      expect([nameOf(route), past.status, past.body.items]).toEqual([nameOf(route), 200, []])
      expect(past.body.pagination).toEqual(first.body.pagination)
    })
  })

  it.each(['limit=0', 'limit=x', 'page=0', 'sorting=nonsense'])('422: %s', async (query) => {
    await walk(
      (route) => isList(route) && isToken(route) && uuidParameters(route).length === 0,
      async (route) => {
        const { status } = await till.owner.get(`${pathFor(route)}?${query}`)
        expect([nameOf(route), status]).toEqual([nameOf(route), 422])
      },
    )
  })
})
