import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newSecret, PREFIXES } from '../../src/kernel/secrets.ts'
import { fastifyPath } from '../../src/platform/http/route.ts'
import { jsonLog } from '../../src/platform/log.ts'
import { pathOf } from '../contract/isolation-map.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { type GuardedShop, openGuardedShop, settled } from '../support/two-shops.ts'
import { credentialOf } from './credential-of.ts'
import { linksFrom } from './mounted.ts'
import { talk } from './socket.ts'
import { Tables } from './tables.ts'
import { validBody } from './valid-body.ts'

const CARD = '4242424242424242'
const lines: string[] = []
/** Everything that went over the wire, in both directions. */
const spoken: string[] = []
const plainFetch = globalThis.fetch

let till: TestTill
let shop: GuardedShop
let tables: Tables

beforeAll(async () => {
  globalThis.fetch = overheard
  till = await startTill({ log: jsonLog({ write: (line) => lines.push(line) }) })
  shop = await openGuardedShop(till)
  await settled(till)
  tables = await Tables.keep(till.sql)
}, 60_000)
afterAll(async () => {
  globalThis.fetch = plainFetch
  await till.stop()
})

const overheard: typeof fetch = async (input, init) => {
  const response = await plainFetch(input, init)
  const answer = response.headers.get('content-type')?.includes('json') ? await response.clone().text() : ''
  spoken.push(String(input), JSON.stringify(init?.headers ?? {}), String(init?.body ?? ''), answer)
  return response
}

/** Whatever opens something, and whoever it is about: texts of secrets, keys, links, cards, e-mail addresses. */
const SECRET_FORMS: readonly RegExp[] = [
  new RegExp(`(?:${Object.values(PREFIXES).join('|')}|ctoken_)[\\w-]{16,}`, 'g'),
  /(?:[A-Z0-9]+-)?[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}/g,
  /[\w.+-]+@[\w-]+\.[\w.]+/g,
  /\b4\d{3}(?:[ -]?\d{4}){3}\b/g,
  // The last part of an address on this server, where it is a sealed or random text.
  /(?<=https?:\/\/[^\s"?#]+\/)[\w-]{40,}(?=["?])/g,
]

function secretsIn(texts: readonly string[]): string[] {
  const all = texts.join('\n')
  return [...new Set(SECRET_FORMS.flatMap((form) => all.match(form) ?? []))]
}

/** The same text as an address or a JSON text would carry it. */
const spellings = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  secret.toLowerCase(),
  btoa(secret).replace(/=+$/, ''),
]

function expectSilence(): void {
  const log = lines.join('')
  const found = secretsIn(spoken).filter((secret) => spellings(secret).some((spelling) => log.includes(spelling)))
  expect(
    found.map((secret) => lines.find((line) => spellings(secret).some((spelling) => line.includes(spelling)))),
  ).toEqual([])
}

/** Every route once, with a request that it accepts. */
async function askEverything(): Promise<number[]> {
  const statuses: number[] = []
  for (const route of till.till.routes) {
    const credential = credentialOf(route, till, shop)
    const caller = credential === undefined ? till.anonymous : till.as(credential)
    const path = pathOf(route, shop)
    // A stream has no end; HEAD asks for its beginning.
    const method = route.mode === 'stream' ? 'HEAD' : route.spec.method
    const reply = await caller.send(method, path, route.spec.body && validBody(route, shop))
    statuses.push(reply.status)
  }
  return statuses
}

describe('the log of a whole journey has no secret, no key, no card and no e-mail address', () => {
  it('what is overheard has secrets of every kind', () => {
    const kinds = [
      PREFIXES.personalAccessToken,
      PREFIXES.organizationAccessToken,
      PREFIXES.customerSession,
      PREFIXES.checkout,
    ]
    const secrets = secretsIn(spoken)
    for (const prefix of kinds) expect(secrets.some((secret) => secret.startsWith(prefix))).toBe(true)
    expect(secrets).toContain(shop.licenseKey.key)
    expect(secrets).toContain(shop.order.customer.email)
    expect(lines.length).toBeGreaterThan(20)
  })

  it('when everything works', { timeout: 60_000 }, async () => {
    for (const status of await askEverything()) expect(status).toBeLessThan(500)
    await tables.restore()
    const card = { number: CARD, exp_month: 12, exp_year: 2099, cvc: '123' }
    const { id } = await till.anonymous.must(till.anonymous.post('/v1/sandbox/confirmation-tokens', { card }))
    const confirm = `/v1/checkouts/custom/client/${shop.checkout.client_secret}/confirm`
    expect((await till.anonymous.post(confirm, { confirmation_token_id: id })).status).toBe(200)
    for (const path of ['', '/confirmation', '?email=ada@example.com', '/elsewhere']) {
      await till.anonymous.get(`/checkout/${shop.checkout.client_secret}${path}`)
    }
    for (const link of await linksFrom(till, shop)) await till.anonymous.get(link)
    for (const place of ['/v1/files/uploads/', '/downloads/', '/files/']) expect(spoken.join()).toContain(place)
    expectSilence()
  })

  it('when requests are refused', async () => {
    const secret = newSecret('organizationAccessToken')
    const { client_secret } = shop.checkout
    spoken.push(secret)
    await till.as(secret).get(`/v1/orders/?email=${shop.order.customer.email}&token=${secret}`)
    await till.as(till.ownerToken).get(`/v1/nothing/${secret}`)
    await till.as(till.ownerToken).get(`/v1/orders/${secret}?x=%zz`)
    await till.as(till.ownerToken).get(`/v1/orders/%zz${secret}`)
    await till.owner.post('/v1/customers/', `{"email": "${shop.order.customer.email}", "key": "${shop.licenseKey.key}"`)
    await till.owner.post('/v1/sandbox/confirmation-tokens', { card: { number: CARD, cvc: 5 } })
    await till.owner.send('PUT', `/v1/checkouts/custom/client/${client_secret}`, { email: shop.order.customer.email })
    await till.owner.post('/v1/customers/', { email: shop.order.customer.email }, { 'x-request-id': secret })
    for (const card of [CARD, '4242 4242 4242 4242', '4242-4242-4242-4242']) {
      await till.owner.post('/v1/customers/', { email: shop.order.customer.email, name: card })
      await till.owner.get(`/v1/customers/?query=${encodeURIComponent(card)}`)
      await till.owner.get('/v1/customers/', { 'x-request-id': card })
    }
    await talk(
      till.url,
      `GET /checkout/${client_secret} HTTP/1.1\r\nAuthorization: Bearer ${secret}\r\nbad header\r\n\r\n`,
    )
    await talk(till.url, `GET /checkout/${client_secret} extra HTTP/1.1\r\nHost: ${secret}\r\n\r\n`)
    await talk(till.url, `GET /v1/orders/ HTTP/1.1\r\nX-Long: ${secret.repeat(500)}\r\n\r\n`)
    expectSilence()
  })

  it('when Till itself fails: every table but those of credentials is gone', { timeout: 60_000 }, async () => {
    await tables.restore()
    const credentials = [
      'access_tokens',
      'customer_sessions',
      'customers',
      'users',
      'organization_members',
      'idempotency_records',
    ]
    const names = await till.sql<{ name: string }[]>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all(${credentials})`
    for (const { name } of names) await till.sql.unsafe(`alter table "${name}" rename to "hidden_${name}"`)
    const statuses = await askEverything()
    for (const { name } of names) await till.sql.unsafe(`alter table "hidden_${name}" rename to "${name}"`)
    expect(statuses.filter((status) => status === 500).length).toBeGreaterThan(statuses.length / 2)
    expect(lines.filter((line) => line.includes('"bug"')).length).toBeGreaterThan(10)
    expectSilence()
  })

  it('and still says what happened: every request has its line, with the pattern of its route', () => {
    const log = lines.join('')
    for (const { spec, mode } of till.till.routes) {
      const method = mode === 'stream' ? 'HEAD' : spec.method
      expect(log).toContain(`"method":"${method}","route":"${fastifyPath(spec.path)}"`)
    }
  })
})
