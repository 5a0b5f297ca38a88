import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canBeSorted, filtersOf, isList, readingRoutes } from '../../bench/scale/routes.ts'
import { FILTERS, sampleOf } from '../../bench/scale/samples.ts'
import type { Route } from '../../src/platform/http/route.ts'
import { FILTERS as NAMED, pathOf } from '../contract/isolation-map.ts'
import type { Client } from '../support/client.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { type GuardedShop, openGuardedShop, settled } from '../support/two-shops.ts'
import { secretsOf } from './telling-texts.ts'

/** A filter can be given several values. Whoever names something of another shop beside their own sees their own. */
let till: TestTill
let theirs: GuardedShop
let ours: GuardedShop
let secrets: string[]

beforeAll(async () => {
  till = await startTill()
  theirs = await openGuardedShop(till)
  ours = await openGuardedShop(till)
  secrets = secretsOf(theirs, ours)
  await settled(till)
}, 60_000)
afterAll(() => till.stop())

/** What rows of the list have, where there are any. */
async function askedFor(path: string, name: string, shop: GuardedShop): Promise<string[]> {
  const whose = { organizationId: shop.organization.id, customerId: shop.order.customer_id }
  const found = await sampleOf(FILTERS, `${path} ${name}`, `* ${name}`)(till.sql, whose)
  const named = NAMED[name]?.(shop)
  return [...new Set([...found.map(({ value }) => value), ...(named === undefined ? [] : [named])])]
}

interface Caller {
  readonly client: Client
  /** What they say besides the filter. */
  readonly query: string
}

/** Those who may see our shop. The owner of both says which one is meant. */
function callersOf({ spec }: Route): Caller[] {
  if (spec.access.kind === 'customer_session') return [{ client: till.as(ours.sessionToken), query: '' }]
  if (spec.access.kind !== 'token') return []
  const { isPersonal } = spec.access
  return [
    ...(isPersonal ? [] : [{ client: ours.client, query: '' }]),
    { client: till.as(ours.personalToken), query: '' },
    { client: till.owner, query: `&organization_id=${ours.organization.id}` },
  ]
}

async function ordersOf(route: Route, { client }: Caller): Promise<string[]> {
  if (!canBeSorted(route)) return ['']
  const { body } = await client.get(`${pathOf(route, ours)}?sorting=no-such-order`)
  const known = /one of ([\w, ]+), each with/.exec(JSON.stringify(body))?.[1]?.split(', ') ?? []
  return ['', ...known.flatMap((criterion) => [`&sorting=${criterion}`, `&sorting=-${criterion}`])]
}

const lists = readingRoutes().filter((route) => isList(route) && route.spec.path !== '/v1/organizations/')
const cases = lists.flatMap((route) =>
  filtersOf(route)
    .filter(({ name, values }) => values === null && isRepeatable(route, name))
    .map(({ name }) => [route.spec.path, name, route] as const),
)

/** Only filters that take several values at once. */
function isRepeatable({ spec }: Route, name: string): boolean {
  const { properties } = spec.query as { properties?: Record<string, { type?: string }> }
  return properties?.[name]?.type === 'array'
}

/** Where there was nothing of ours to be seen either. */
const empty = new Set<string>()

describe('a value of ours together with one of theirs', () => {
  it('is tried on many filters', () => expect(cases.length).toBeGreaterThan(20))

  it.each(cases)('%s by %s shows ours, and nothing of theirs', async (path, name, route) => {
    const values = await Promise.all([ours, theirs].map((shop) => askedFor(path, name, shop)))
    const filter = values
      .flat()
      .map((value) => `${name}=${encodeURIComponent(value)}`)
      .join('&')
    for (const caller of callersOf(route)) {
      const said = name === 'organization_id' ? '' : caller.query
      for (const order of await ordersOf(route, caller)) {
        const asked = `${pathOf(route, ours)}?${filter}${said}${order}`
        const { items, pagination } = await caller.client.must(caller.client.get(asked))
        expect({ asked, shown: items.length }).toEqual({ asked, shown: Math.min(10, pagination.total_count) })
        if (items.length === 0) empty.add(`${path} ${name}`)
        // The owner of both, who names both, may see both.
        if (name === 'organization_id' && caller.client === till.owner) continue
        const answer = JSON.stringify(items)
        expect({ asked, told: secrets.filter((text) => answer.includes(text)) }).toEqual({ asked, told: [] })
      }
    }
  })
  it('shows something of ours in all of them but these', () => {
    expect([...empty]).toEqual([
      '/v1/benefits/{id}/grants customer_id',
      '/v1/customer-portal/benefit-grants/ subscription_id',
    ])
  })
})
