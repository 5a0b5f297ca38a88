import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Route } from '../../src/platform/http/route.ts'
import type { Reply } from '../support/client.ts'
import { type EventStream, openStream } from '../support/event-stream.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { type GuardedShop, openGuardedShop } from '../support/two-shops.ts'
import { bodyFor, pathOf } from './isolation-map.ts'

const PRIVATE = { sender_name: 'Private Sender', reply_to: 'private@example.com', refund_notices: false }
const WORDS = [...Object.keys(PRIVATE), PRIVATE.sender_name, PRIVATE.reply_to]

/** In this order: an open checkout is looked at and changed before it is paid. */
const FIRST = [
  'getCheckoutFromClient',
  'streamCheckoutFromClient',
  'updateCheckoutFromClient',
  'restartCheckoutFromClient',
]

let till: TestTill
let shop: GuardedShop
let routes: Route[]
beforeAll(async () => {
  till = await startTill()
  shop = await openGuardedShop(till)
  await till.owner.must(till.owner.patch(`/v1/organizations/${shop.organization.id}`, { mail_settings: PRIVATE }))
  const rank = ({ spec }: Route) => (FIRST.includes(spec.operationId) ? FIRST.indexOf(spec.operationId) : FIRST.length)
  routes = till.till.routes.filter(isForBuyers).toSorted((one, other) => rank(one) - rank(other))
})
afterAll(() => till.stop())

const isForBuyers = ({ spec }: Route) => spec.access.kind !== 'token'

async function answerOf(route: Route): Promise<{ readonly status: number; readonly text: string }> {
  const { spec } = route
  if (route.mode === 'stream') return firstOf(await openStream(till, pathOf(route, shop)))
  const client = spec.access.kind === 'customer_session' ? till.as(shop.sessionToken) : till.anonymous
  const reply: Reply = await client.send(spec.method, pathOf(route, shop), spec.body && bodyFor(route, shop))
  return { status: reply.status, text: JSON.stringify(reply.body) }
}

async function firstOf(stream: EventStream) {
  await expect.poll(() => stream.told.length).toBeGreaterThan(0)
  await stream.close()
  return { status: stream.response.statusCode ?? 0, text: stream.text }
}

/** The names of everything that an answer of this shape can have. */
function keysIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {} } = schema as { properties?: object }
  return [...Object.keys(properties), ...Object.values(schema).flatMap(keysIn)]
}

describe('what a seller has set for themselves', () => {
  it('is in no shape that buyers, customers or anybody gets', () => {
    const shown = routes.flatMap(({ spec }) =>
      keysIn(spec.answer).flatMap((key) => (WORDS.includes(key) ? [`${spec.operationId}: ${key}`] : [])),
    )
    expect(shown).toEqual([])
  })

  it('is in no answer that they get', async () => {
    const seen: string[] = []
    for (const route of routes) {
      const { status, text } = await answerOf(route)
      expect([route.spec.operationId, WORDS.filter((word) => text.includes(word))]).toEqual([
        route.spec.operationId,
        [],
      ])
      if (status < 300 && text.includes('mail_settings')) seen.push(route.spec.operationId)
    }
    // Each that shows who sells has done so: it had something to hide.
    const showing = routes.filter(({ spec }) => keysIn(spec.answer).includes('mail_settings'))
    expect(seen).toEqual(showing.map(({ spec }) => spec.operationId))
    expect(seen).toEqual(expect.arrayContaining([...FIRST, 'confirmCheckoutFromClient']))
  })

  it('is known to the page as far as it needs it: whether a receipt is on its way', async () => {
    const path = `/v1/checkouts/custom/client/${shop.checkout.client_secret}`
    const { body } = await till.anonymous.get(path)
    expect(body.organization.mail_settings).toEqual({ order_receipts: true })
  })

  it('is all there for the seller', async () => {
    const { body } = await till.owner.get(`/v1/organizations/${shop.organization.id}`)
    expect(body.mail_settings).toEqual({ ...PRIVATE, order_receipts: true })
  })
})
