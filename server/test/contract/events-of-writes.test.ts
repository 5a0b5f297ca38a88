import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRoutes } from '../../src/entry/compose.ts'
import { SecretBox } from '../../src/kernel/secrets.ts'
import { EVENT_TYPES } from '../../src/platform/events/types.ts'
import type { Route } from '../../src/platform/http/route.ts'
import type { Client, Reply } from '../support/client.ts'
import { numbered } from '../support/event-log.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { type GuardedShop, openGuardedShop, settled } from '../support/two-shops.ts'
import { type Ask, soldKey, TOLD, UNTOLD } from './events-map.ts'
import { bodyFor, pathOf } from './isolation-map.ts'

type Body = Reply['body']

const routes = allRoutes({ baseUrl: 'http://till.example.com', checkoutHours: 24, box: new SecretBox('for a list') })
const harm = ({ spec }: Route) => ['PATCH', 'POST', 'DELETE'].indexOf(spec.method)
const writes = routes.filter(({ spec }) => spec.method !== 'GET').sort((a, b) => harm(a) - harm(b))
const telling = writes.filter(({ spec }) => TOLD[spec.operationId])
const titled = (chosen: readonly Route[]) =>
  chosen.map((route) => [`${route.spec.method} ${route.spec.path}`, route] as const)

let till: TestTill
let shop: GuardedShop
let calls = 0
beforeAll(async () => {
  till = await startTill()
  shop = await openGuardedShop(till)
  await settled(till)
}, 60_000)
afterAll(() => till.stop())

it('every write is in the map, once, and says which events or why none', () => {
  const known = [...Object.keys(TOLD), ...Object.keys(UNTOLD)]
  expect(known.toSorted()).toEqual(writes.map(({ spec }) => spec.operationId).toSorted())
})

interface Call {
  readonly client: Client
  readonly method: string
  readonly path: string
  readonly body: object | undefined
}

async function callOf(route: Route): Promise<Call> {
  const { spec } = route
  const ask: Ask = (await TOLD[spec.operationId]?.ask?.(shop, till)) ?? {}
  const usual = { token: till.owner, customer_session: till.as(shop.sessionToken) }
  const client = ask.client ?? usual[spec.access.kind as keyof typeof usual] ?? till.anonymous
  const given = ask.body && { ...(hasOwner(spec) && { organization_id: shop.organization.id }), ...ask.body }
  return { client, method: spec.method, path: ask.path ?? pathOf(route, shop), body: given ?? bodyOf(route) }
}

const bodyOf = (route: Route) => (route.spec.body ? bodyFor(route, shop) : undefined)
const hasOwner = ({ body }: Route['spec']) =>
  Object.hasOwn((body as { properties?: object } | undefined)?.properties ?? {}, 'organization_id')

/** The answer, and the events that name its request, in order. */
async function make(call: Call): Promise<{ reply: Reply; events: Body[] }> {
  calls += 1
  const requestId = `walk-of-writes-${calls}`
  const reply = await call.client.send(call.method, call.path, call.body, { 'x-request-id': requestId })
  await numbered(till)
  const told = await till.sql<{ id: string }[]>`
    select event_id as id from events where request_id = ${requestId} order by id`
  const events = await Promise.all(told.map(({ id }) => till.owner.must(till.owner.get(`/v1/events/${id}`))))
  return { reply, events }
}

const SINGLE: Readonly<Record<string, string>> = {
  organization: '/v1/organizations/',
  product: '/v1/products/',
  benefit: '/v1/benefits/',
  custom_field: '/v1/custom-fields/',
  discount: '/v1/discounts/',
  customer: '/v1/customers/',
  checkout: '/v1/checkouts/custom/',
  checkout_link: '/v1/checkout-links/',
  order: '/v1/orders/',
  refund: '/v1/refunds/',
  subscription: '/v1/subscriptions/',
  license_key: '/v1/license-keys/',
  webhook_endpoint: '/v1/webhooks/endpoints/',
}

/** Lists that show what has no address of its own. */
const LISTED: Readonly<Record<string, (thing: Thing) => string>> = {
  member: ({ organizationId }) => `/v1/organizations/${organizationId}/members?limit=100`,
  invitation: ({ organizationId }) => `/v1/organizations/${organizationId}/invitations?limit=100`,
  access_token: ({ organizationId }) => `/v1/organization-access-tokens/?organization_id=${organizationId}&limit=100`,
  file: ({ id }) => `/v1/files/?ids=${id}`,
  benefit_grant: ({ benefitId }) => `/v1/benefits/${benefitId}/grants?limit=100`,
}

interface Thing {
  readonly type: string
  readonly id: string
  readonly organizationId: string
  readonly benefitId: string | null
}

interface Shown {
  readonly body: Body
  /** Null for what is shown in lists only. */
  readonly version: number | null
}

/** What the API shows of a thing now; undefined when it shows nothing. */
async function show(thing: Thing): Promise<Shown | undefined> {
  const address = SINGLE[thing.type]
  if (address !== undefined) {
    const { status, body, headers } = await till.owner.get(address + thing.id)
    const [, version] = /^"(\d+)-/.exec(headers.get('etag') ?? '') ?? []
    return status === 200 ? { body, version: Number(version) } : undefined
  }
  const list = LISTED[thing.type]
  if (!list) throw new Error(`Say in SINGLE or LISTED where the API shows a ${thing.type}.`)
  const { items } = await till.owner.must(till.owner.get(list(thing)))
  const body = items.find((item: Body) => (thing.type === 'member' ? item.user_id : item.id) === thing.id)
  return body && { body, version: null }
}

const thingOf = ({ object_type, object_id, organization_id, data }: Body): Thing => ({
  type: object_type,
  id: object_id,
  organizationId: organization_id,
  benefitId: data.benefit_id ?? null,
})

/** Within an organization: the same person can be a member of several. */
const keyOf = ({ organizationId, id }: Thing) => `${organizationId} ${id}`

async function showEach(things: readonly Thing[]): Promise<Map<string, Shown>> {
  const shown = await Promise.all(things.map(async (thing) => [keyOf(thing), await show(thing)] as const))
  return new Map(shown.flatMap(([key, found]) => (found ? [[key, found] as const] : [])))
}

/** Everything of the shop that an event has told of, as it is shown now. */
async function showAll(): Promise<Map<string, Shown>> {
  return showEach(
    await till.sql<Thing[]>`
    select distinct on (object_id) object_type as type, object_id as id, organization_id, data ->> 'benefit_id' as benefit_id
    from events where organization_id = ${shop.organization.id} order by object_id, id`,
  )
}

/** What one event says, and what has to be known to judge it. */
interface Step {
  readonly event: Body
  readonly was: Body
  readonly is: Shown | undefined
  readonly isLast: boolean
}

/** One request can change a thing twice. Then the second event begins where the first has ended. */
function stepsOf(events: readonly Body[], before: Map<string, Shown>, after: Map<string, Shown>): Step[] {
  return events.map((event) => {
    const isSame = (other: Body) => other.object_id === event.object_id && other.object_type === event.object_type
    const versions = events.filter(isSame)
    const earlier = versions.filter(({ object_version }) => object_version < event.object_version).at(-1)
    const key = keyOf(thingOf(event))
    return {
      event,
      was: earlier?.data ?? before.get(key)?.body,
      is: after.get(key),
      isLast: versions.at(-1)?.object_version === event.object_version,
    }
  })
}

/** A key's own address also shows where it is active, and its events do not. */
const within = (shown: Body, data: Body): Body => Object.fromEntries(Object.keys(data).map((key) => [key, shown[key]]))

/** Of somebody who is forgotten, nothing is shown that was there before. Activations have a test of their own. */
const SHOWING_ELSE = /^(?:customer\.deleted|license_key\.(?:de)?activated)$/

/** To cancel what is canceled is refused. */
const REFUSED_AGAIN = ['updateSubscription', 'updateOwnSubscription']
const SETTLING = ['replaceProductBenefits', 'completeFileUpload']

/** What only reads has no way to tell anything. First, while everything is still there. */
describe('what tells nothing', () => {
  const quiet = writes.filter(({ mode, spec }) => UNTOLD[spec.operationId] && mode !== 'read')
  it.each(titled(quiet.filter(({ spec }) => spec.access.kind !== 'public')))('%s', async (_, route) => {
    const call = await callOf(route)
    const client = 'isPersonal' in route.spec.access ? till.as(shop.personalToken) : call.client
    const { reply, events } = await make({ ...call, client })
    expect([reply.status, reply.body, events]).toEqual([route.spec.status, reply.body, []])
  })
})

describe.each(titled(telling))('%s', (_, route) => {
  const { operationId, method, status } = route.spec
  let call: Call
  let made: Awaited<ReturnType<typeof make>>
  let before: Map<string, Shown>
  let after: Map<string, Shown>
  let steps: Step[]
  beforeAll(async () => {
    call = await callOf(route)
    await settled(till)
    before = await showAll()
    made = await make(call)
    after = await showEach(made.events.map(thingOf))
    steps = stepsOf(made.events, before, after)
  })

  it('tells of its change', () => {
    const { reply, events } = made
    expect([reply.status, reply.body]).toEqual([status, reply.body])
    expect(events.map(({ type }) => type)).toEqual(TOLD[operationId]?.types)
    for (const { type, object_type } of events) expect(type.split('.')[0]).toBe(object_type)
  })

  it('says which request it was', () => {
    for (const { request_id } of made.events) expect(request_id).toBe(made.reply.headers.get('x-request-id'))
  })

  it('shows the thing as the API does: afterwards, or the last time before it was gone', () => {
    for (const { event, was, is } of steps.filter((step) => step.isLast && !SHOWING_ELSE.test(step.event.type))) {
      const shown = is?.body ?? was
      expect(within(shown, event.data)).toEqual({ ...event.data, modified_at: shown.modified_at })
    }
  })

  it('says which version it is', () => {
    for (const { event, is, isLast } of steps) {
      const known = before.get(keyOf(thingOf(event)))?.version ?? null
      if (is && is.version !== null && isLast) expect(event.object_version).toBe(is.version)
      if (!is && known !== null) expect(event.object_version).toBe(known + 1)
    }
  })

  it('says what the changed fields held before, and nothing else', () => {
    for (const { event, was, is } of steps) {
      const { data, previous_attributes } = event
      const isChange = is !== undefined && was !== undefined && !/\.(?:de)?activated$/.test(event.type)
      const changed = Object.keys(data).filter(
        (key) => key !== 'modified_at' && !isDeepStrictEqual(was?.[key], data[key]),
      )
      expect(previous_attributes).toEqual(isChange ? Object.fromEntries(changed.map((key) => [key, was[key]])) : null)
    }
  })

  if (method === 'PATCH' || SETTLING.includes(operationId)) {
    it('asked for the same again, changes nothing and tells nothing', async () => {
      const again = await make(call)
      expect([again.reply.status, again.events]).toEqual([REFUSED_AGAIN.includes(operationId) ? 403 : status, []])
      expect(await showEach(made.events.map(thingOf))).toEqual(after)
    })
  }
})

describe('a key that becomes active somewhere, or no longer is', () => {
  it('is told of with the activation, as the API shows it', async () => {
    const key = await soldKey(shop, till)
    const held = { key: key.key, organization_id: shop.organization.id }
    const address = '/v1/customer-portal/license-keys'
    const call = { client: till.anonymous, method: 'POST' }
    const on = await make({ ...call, path: `${address}/activate`, body: { ...held, label: 'Desk' } })
    const { id } = on.reply.body
    const shown = await till.owner.must(till.owner.get(`/v1/license-keys/${key.id}/activations/${id}`))
    const off = await make({ ...call, path: `${address}/deactivate`, body: { ...held, activation_id: id } })
    expect([...on.events, ...off.events]).toMatchObject([
      { type: 'license_key.activated', object_type: 'license_key', object_id: key.id, data: shown },
      { type: 'license_key.deactivated', object_type: 'license_key', object_id: key.id, data: shown },
    ])
  })
})

/** Types that no request causes by itself: time, processors and endpoints do. */
const UNASKED = [
  ...['checkout.expired', 'dispute.created', 'dispute.updated', 'webhook_endpoint.disabled'],
  ...['subscription.active', 'subscription.created', 'subscription.uncanceled', 'subscription.past_due'],
  ...['benefit_grant.revoked', 'license_key.revoked'],
]

it('every type is told by one of them, or is known to come from somewhere else', () => {
  const told = Object.values(TOLD).flatMap(({ types }) => types)
  expect([...new Set([...told, ...UNASKED])].toSorted()).toEqual([...EVENT_TYPES].toSorted())
})
