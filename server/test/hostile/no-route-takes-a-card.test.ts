import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SecretBox } from '../../src/kernel/secrets.ts'
import type { Route } from '../../src/platform/http/route.ts'
import { jsonLog } from '../../src/platform/log.ts'
import { pathOf } from '../contract/isolation-map.ts'
import { whoMentions } from '../support/forgotten.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { type GuardedShop, openGuardedShop } from '../support/two-shops.ts'
import { credentialOf } from './credential-of.ts'
import { talk } from './socket.ts'
import { validBody } from './valid-body.ts'

const CARD = '4000056655665556'
const SPELLINGS = [
  CARD,
  '4000 0566 5566 5556',
  '4000-0566-5566-5556',
  `My card: ${CARD} 12/30`,
  '4000\u00a00566\u00a05566\u00a05556',
  '4000\t0566\t5566\t5556',
  '4000.0566.5566.5556',
  '4000/0566/5566/5556',
  '4000_0566_5566_5556',
  '4000\u20110566\u20115566\u20115556',
  '４０００ ０５６６ ５５６６ ５５５６',
]
const box = new SecretBox('a secret key of this file')

const lines: string[] = []

let till: TestTill
let shop: GuardedShop
beforeAll(async () => {
  till = await startTill({ box, log: jsonLog({ write: (line) => lines.push(line) }) })
  shop = await openGuardedShop(till)
}, 60_000)
afterAll(() => till.stop())

const refusedAt = (...locs: (string | number)[][]) => ({
  status: 422,
  body: {
    error: 'RequestValidationError',
    detail: locs.map((loc) => ({ type: 'card_number', loc, msg: expect.stringContaining('card'), input: null })),
  },
})
const customer = (fields: object) => till.owner.post('/v1/customers/', { email: 'ada@example.com', ...fields })

describe('the number of a card', () => {
  it('is refused in the body and in the query of every route but the one for cards', { timeout: 60_000 }, async () => {
    const others = till.till.routes.filter(({ spec }) => spec.takesCards !== true)
    expect(others).toHaveLength(till.till.routes.length - 1)
    for (const route of others) {
      const { spec } = route
      const credential = credentialOf(route, till, shop)
      const caller = credential === undefined ? till.anonymous : till.as(credential)
      const name = `${spec.method} ${spec.path}`
      const asked = await caller.send(
        spec.method,
        `${pathOf(route, shop)}?anything=${CARD}`,
        spec.body && validBody(route, shop),
      )
      expect([name, asked]).toMatchObject([name, refusedAt(['query', 'anything'])])
      if (!spec.body) continue
      const body = { ...validBody(route, shop), anything: CARD }
      const sent = await caller.send(spec.method, pathOf(route, shop), body)
      expect([name, sent]).toMatchObject([name, refusedAt(['body', 'anything'])])
      expect(JSON.stringify([asked.body, sent.body])).not.toContain(CARD)
    }
    expect(await whoMentions(till, CARD, box)).toEqual([])
  })

  it.each(SPELLINGS)('is refused as %s', async (text) => {
    expect(await customer({ name: text })).toMatchObject(refusedAt(['body', 'name']))
    const query = encodeURIComponent(text)
    expect(await till.owner.get(`/v1/customers/?query=${query}`)).toMatchObject(refusedAt(['query', 'query']))
    expect(await till.owner.get(`/v1/customers/?${query}=1`)).toMatchObject(refusedAt(['query']))
  })

  it('is refused at every depth, in every place at once, as a number, behind escapes and as a name', async () => {
    const metadata = { card: CARD, number: Number(CARD) }
    expect(await customer({ metadata, billing_address: { line2: CARD } })).toMatchObject(
      refusedAt(['body', 'metadata', 'card'], ['body', 'metadata', 'number'], ['body', 'billing_address', 'line2']),
    )
    const hidden = '{"email": "ada@example.com", "name": "\\u0034000056655665556"}'
    expect(await till.owner.post('/v1/customers/', hidden)).toMatchObject(refusedAt(['body', 'name']))
    const named = await customer({ metadata: { [CARD]: 'x' } })
    expect(named).toMatchObject(refusedAt(['body', 'metadata']))
    expect(JSON.stringify(named.body)).not.toContain(CARD)
    const listed = await till.owner.post(`/v1/products/${shop.product.id}/benefits`, { benefits: [CARD] })
    expect(listed).toMatchObject(refusedAt(['body', 'benefits', 0]))
  })

  it('comes after the token and the scope, and before anything else about the body', async () => {
    expect((await till.anonymous.post('/v1/customers/', { name: CARD })).status).toBe(401)
    expect(await till.owner.post('/v1/customers/', [CARD])).toMatchObject(refusedAt(['body', 0]))
  })
})

/** Each parameter of the route's address with a card in its place, and the others as they are. */
function pathsWithCard(route: Route): { readonly name: string; readonly path: string }[] {
  const names = route.spec.path.split('/').flatMap((part) => /^\{(.+)\}$/.exec(part)?.[1] ?? [])
  const real = pathOf(route, shop).split('/')
  return names.map((name) => ({
    name,
    path: route.spec.path
      .split('/')
      .map((part, index) => (part === `{${name}}` ? CARD : (real[index] ?? '')))
      .join('/'),
  }))
}

describe('the number of a card, where it is not looked for,', () => {
  it('is refused as an Idempotency-Key of every route', { timeout: 60_000 }, async () => {
    for (const route of till.till.routes) {
      const credential = credentialOf(route, till, shop)
      const caller = credential === undefined ? till.anonymous : till.as(credential)
      const { method } = route.spec
      const body = route.spec.body && validBody(route, shop)
      const sent = await caller.send(method, pathOf(route, shop), body, { 'idempotency-key': CARD })
      const name = `${method} ${route.spec.path}`
      expect([name, sent]).toMatchObject([name, refusedAt(['header', 'idempotency-key'])])
    }
    expect(await whoMentions(till, CARD, box)).toEqual([])
  })

  it.each(['4000 0566 5566 5556', '4000.0566.5566.5556', 'retry of 4000\u00a00566\u00a05566\u00a05556'])(
    'is refused as the Idempotency-Key %s',
    async (key) => {
      const sent = await till.owner.post('/v1/customers/', { email: 'ada@example.com' }, { 'idempotency-key': key })
      expect(sent).toMatchObject(refusedAt(['header', 'idempotency-key']))
    },
  )

  it('is refused as an Idempotency-Key in UTF-8', async () => {
    const key = Buffer.from('４０００ ０５６６ ５５６６ ５５５６').toString('latin1')
    const head = `POST /v1/customers/ HTTP/1.1\r\nHost: till\r\nAuthorization: Bearer ${till.ownerToken}`
    const { answers } = await talk(till.url, `${head}\r\nIdempotency-Key: ${key}\r\nContent-Length: 0\r\n\r\n`)
    expect(answers).toMatchObject([{ status: 422, text: expect.stringContaining('card_number') }])
  })

  it('is refused in every place of every address', { timeout: 60_000 }, async () => {
    let many = 0
    for (const route of till.till.routes) {
      const credential = credentialOf(route, till, shop)
      const caller = credential === undefined ? till.anonymous : till.as(credential)
      for (const { name, path } of pathsWithCard(route)) {
        const reply = await caller.send(route.spec.method, path, route.spec.body && validBody(route, shop))
        expect([path, reply]).toMatchObject([path, refusedAt(['path', name])])
        expect(JSON.stringify(reply.body)).not.toContain(CARD)
        many += 1
      }
    }
    expect(many).toBeGreaterThan(50)
    const spelled = await till.owner.get(`/v1/customers/external/${encodeURIComponent('4000 0566 5566 5556')}`)
    expect(spelled).toMatchObject(refusedAt(['path', 'external_id']))
  })

  it('is not repeated by any answer to an address that is nobody’s, nor by a page', async () => {
    const asked: [method: string, path: string, status: number][] = [
      ['GET', `/v1/nothing/${CARD}`, 404],
      ['GET', `/${CARD}`, 404],
      ['GET', `/v1/orders/${CARD}/${CARD}`, 404],
      ['GET', `/v1/orders/%zz${CARD}`, 400],
      ['PUT', `/v1/orders/${CARD}`, 405],
      ['PUT', `/v1/orders/?card=${CARD}`, 405],
      ['GET', `/checkout/${CARD}`, 404],
      ['GET', `/buy/${CARD}?customer_name=${CARD}`, 404],
      ['GET', `/store/${CARD}?page=${CARD}`, 404],
    ]
    for (const [method, path, status] of asked) {
      const reply = await till.owner.send(method, path)
      expect([path, reply.status]).toEqual([path, status])
      expect(JSON.stringify([reply.body, [...reply.headers]])).not.toContain(CARD)
    }
  })

  it('is in no line of the log', () => {
    expect(lines.length).toBeGreaterThan(100)
    const log = lines.join('')
    for (const spelling of SPELLINGS) expect(log).not.toContain(spelling)
  })
})

describe('what only resembles one', () => {
  it('is taken: numbers of every other kind', async () => {
    const metadata = {
      wrong: '4000056655665557',
      phone: '+49 1512 3456782',
      ean: '4006381333931',
      when: 1767225600000,
      id: '49927398-7164-4999-8999-123456789012',
      key: shop.licenseKey.key,
      iban: 'DE89 3704 0044 0532 0130 00',
      version: '4.24.2424.2424.2424.2',
      date: '30/12/2026 10.15.07',
      place: '40.712776/74.005974',
    }
    const path = `/v1/customers/${shop.customer.id}`
    expect((await till.owner.patch(path, { metadata })).body.metadata).toEqual(metadata)
  })

  it('is taken as an Idempotency-Key, too', async () => {
    for (const key of ['49927398-7164-4999-8999-123456789012', '1767225600000', '2026-01-31T09:30:00.000Z', 'k4242']) {
      const path = `/v1/customers/${shop.customer.id}`
      const sent = await till.owner.patch(path, { name: 'Grace' }, { 'idempotency-key': key })
      expect([key, sent.status]).toEqual([key, 200])
    }
  })

  it('is a tax number, where one is asked for', async () => {
    const path = `/v1/customers/${shop.customer.id}`
    const address = { billing_address: { country: 'ID' } }
    const { status, body } = await till.owner.patch(path, { ...address, tax_id: [CARD, 'id_npwp'] })
    expect([status, body.tax_id]).toEqual([200, [CARD, 'id_npwp']])
  })
})
