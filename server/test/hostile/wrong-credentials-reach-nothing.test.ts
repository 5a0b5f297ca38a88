import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accepts, SCOPES } from '../../src/kernel/actor.ts'
import { newId } from '../../src/kernel/ids.ts'
import { newSecret, PREFIXES } from '../../src/kernel/secrets.ts'
import type { Route } from '../../src/platform/http/route.ts'
import { pathOf, queryFor } from '../contract/isolation-map.ts'
import type { Reply } from '../support/client.ts'
import { makeToken } from '../support/factories.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { type GuardedShop, openGuardedShop, personalTokenOf, settled } from '../support/two-shops.ts'
import { credentialOf } from './credential-of.ts'
import { Tables } from './tables.ts'
import { secretsOf, tellingTexts } from './telling-texts.ts'
import { validBody } from './valid-body.ts'
import { refusalOf, type WrongCredential, wrongCredentials } from './wrong-credentials.ts'

let till: TestTill
/** Whose things must stay unseen and untouched. */
let theirs: GuardedShop
/** Whose good credentials are tried on them. */
let ours: GuardedShop
let wrong: WrongCredential[]
let tables: Tables
/** What only the others know. */
let secrets: string[]

beforeAll(async () => {
  till = await startTill()
  theirs = await openGuardedShop(till)
  ours = await openGuardedShop(till)
  wrong = await wrongCredentials(till, theirs)
  secrets = secretsOf(theirs, ours)
  await settled(till)
  tables = await Tables.keep(till.sql)
}, 60_000)
afterAll(() => till.stop())

interface Try {
  readonly path: string
  readonly body: object | undefined
}

const tryOn = (route: Route, shop: GuardedShop): Try => ({
  path: pathOf(route, shop) + queryFor(route, shop),
  body: route.spec.body && validBody(route, shop),
})

async function send({ spec }: Route, { path, body }: Try, authorization: string | undefined): Promise<Reply> {
  const headers = authorization === undefined ? {} : { authorization }
  return till.anonymous.send(spec.method, path, body, headers)
}

/** What an answer tells of the others that the request did not say itself. */
function toldBy(reply: Reply, asked: Try): string[] {
  const answer = JSON.stringify(reply.body)
  const request = JSON.stringify(asked)
  return secrets.filter((text) => answer.includes(text) && !request.includes(text))
}

/** Requests that say whose things they mean. Others make or show what is the caller's own. */
const isPointed = (asked: Try) => secrets.some((text) => JSON.stringify(asked).includes(text))

const nameOf = ({ spec }: Route) => `${spec.method} ${spec.path}`

/** A few at a time: quick, and no flood. */
const AT_ONCE = 8

/** Asks every route, and compares all tables once; only if they differ, route by route. */
async function expectNothing(routes: readonly Route[], ask: (route: Route) => Promise<string[]>): Promise<void> {
  const found: string[] = []
  for (let at = 0; at < routes.length; at += AT_ONCE) {
    const turn = routes.slice(at, at + AT_ONCE)
    const faults = await Promise.all(turn.map(ask))
    found.push(...turn.flatMap((route, index) => (faults[index] ?? []).map((fault) => `${nameOf(route)}: ${fault}`)))
  }
  if ((await tables.changed()).length > 0) found.push(...(await changersAmong(routes, ask)))
  expect(found).toEqual([])
}

async function changersAmong(routes: readonly Route[], ask: (route: Route) => Promise<string[]>): Promise<string[]> {
  const found: string[] = []
  for (const route of routes) {
    const changed = await tables.changedBy(() => ask(route))
    if (changed.length > 0) found.push(`${nameOf(route)}: has changed ${changed.join(', ')}`)
  }
  return found
}

describe('a wrong credential', () => {
  it('is refused by every route that looks at it, tells nothing and changes nothing', {
    timeout: 120_000,
  }, async () => {
    for (const credential of wrong) {
      const looking = till.till.routes.filter((route) => refusalOf(route, credential) !== null)
      expect(looking.length + Number(credential.kind === 'none')).toBeGreaterThan(0)
      await expectNothing(looking, async (route) => {
        const asked = tryOn(route, theirs)
        const reply = await send(route, asked, credential.authorization)
        const [status, code] = refusalOf(route, credential) ?? []
        const faults = toldBy(reply, asked).map((text) => `tells ${text} to ${credential.name}`)
        if (reply.status !== status || reply.body.code !== code || reply.body.error !== 'Unauthorized') {
          faults.push(`answers ${reply.status} ${reply.body.code} to ${credential.name}`)
        }
        const asks = reply.headers.get('www-authenticate')
        if (asks !== (credential.kind === 'none' ? 'Bearer' : 'Bearer error="invalid_token"'))
          faults.push(`asks for ${asks}`)
        return faults
      })
    }
  })

  it('is not looked at by a route that needs none', async () => {
    const open = till.till.routes.filter(({ spec }) => spec.access.kind === 'public' && spec.method === 'GET')
    expect(open.length).toBeGreaterThan(0)
    for (const route of open.filter(({ mode }) => mode !== 'stream')) {
      for (const { authorization } of wrong) {
        expect([nameOf(route), (await send(route, tryOn(route, theirs), authorization)).status]).toEqual([
          nameOf(route),
          200,
        ])
      }
    }
  })

  it('lets a good one through: what was refused would have worked', { timeout: 60_000 }, async () => {
    for (const route of till.till.routes.filter(({ mode }) => mode !== 'stream')) {
      const credential = credentialOf(route, till, theirs)
      const reply = await send(route, tryOn(route, theirs), credential && `Bearer ${credential}`)
      expect([nameOf(route), reply.status, reply.body]).toEqual([nameOf(route), route.spec.status, expect.anything()])
      await tables.restore()
    }
  })
})

describe('a token with every scope but the one that is needed', () => {
  it('403: tells nothing and changes nothing', { timeout: 60_000 }, async () => {
    const tokens = new Map<string, string>()
    const guarded = till.till.routes.filter(({ spec }) => spec.access.kind === 'token')
    for (const { spec } of guarded) {
      if (spec.access.kind !== 'token' || tokens.has(spec.access.scope)) continue
      const { scope } = spec.access
      const others = SCOPES.filter((held) => !accepts(scope, new Set([held])))
      tokens.set(scope, await makeToken(till, theirs.organization.id, others))
    }
    await settled(till)
    tables = await Tables.keep(till.sql)
    await expectNothing(guarded, async (route) => {
      const asked = tryOn(route, theirs)
      const { access } = route.spec
      const reply = await send(route, asked, `Bearer ${access.kind === 'token' ? tokens.get(access.scope) : ''}`)
      const isRight =
        reply.status === 403 && reply.body.error === 'NotPermitted' && reply.body.code === 'insufficient_scope'
      return [...toldBy(reply, asked), ...(isRight ? [] : [`answers ${reply.status} ${reply.body.code}`])]
    })
  })
})

describe('a good credential of somebody else', () => {
  async function expectStranger(authorization: string, kinds: readonly string[]): Promise<void> {
    const isOrganization = authorization.startsWith(`Bearer ${PREFIXES.organizationAccessToken}`)
    const routes = till.till.routes.filter(({ spec }) => kinds.includes(spec.access.kind))
    expect(routes.length).toBeGreaterThan(0)
    await expectNothing(routes, async (route) => {
      const asked = tryOn(route, theirs)
      if (route.spec.method !== 'GET' && !isPointed(asked)) return []
      const reply = await send(route, asked, authorization)
      const told = toldBy(reply, asked).map((text) => `tells ${text}`)
      const isOwn = route.spec.method === 'GET' && !route.spec.path.includes('{')
      const usual = isOwn && !isPointed(asked) ? 200 : route.spec.path.includes('{') ? 404 : 422
      const expected = isOrganization && 'isPersonal' in route.spec.access ? 403 : usual
      return reply.status === expected ? told : [...told, `answers ${reply.status} ${reply.body.code}`]
    })
  }

  it('an organization’s token', () => expectStranger(`Bearer ${ours.token}`, ['token']))

  it('the personal token of a member of another organization', async () => {
    const token = await personalTokenOf(till, ours.organization.id)
    await settled(till)
    tables = await Tables.keep(till.sql)
    await expectStranger(`Bearer ${token}`, ['token'])
  })

  it('the personal token of a member of nothing', async () => {
    const token = await personalTokenOf(till, ours.organization.id)
    await till.sql`
      delete from organization_members where user_id = (
        select user_id from access_tokens where token_hash = sha256(${token}::bytea))`
    await settled(till)
    tables = await Tables.keep(till.sql)
    await expectStranger(`Bearer ${token}`, ['token'])
  })

  it('another organization’s customer', () => expectStranger(`Bearer ${ours.sessionToken}`, ['customer_session']))

  it('another customer of the same organization', async () => {
    const { token } = await till.owner.must(
      till.owner.post('/v1/customer-sessions/', { customer_id: theirs.customer.id }),
    )
    const shared = new Set(
      tellingTexts({ ...theirs.customer, organization: theirs.organization, catalogue: theirs.product }),
    )
    const all = secrets
    secrets = tellingTexts([theirs.order, theirs.licenseKey, theirs.activation]).filter((text) => !shared.has(text))
    await settled(till)
    tables = await Tables.keep(till.sql)
    await expectStranger(`Bearer ${token}`, ['customer_session'])
    secrets = all
  })
})

describe('a member who may only read', () => {
  it('403: changes nothing, with any write', { timeout: 60_000 }, async () => {
    const token = await personalTokenOf(till, theirs.organization.id, 'read_only')
    const writing = till.till.routes.filter(
      ({ spec, mode }) =>
        spec.access.kind === 'token' && !['read', 'stream'].includes(mode) && !('isPersonal' in spec.access),
    )
    await settled(till)
    tables = await Tables.keep(till.sql)
    await expectNothing(writing, async (route) => {
      const asked = tryOn(route, theirs)
      if (!isPointed(asked)) return []
      const reply = await send(route, asked, `Bearer ${token}`)
      const isRight = reply.status === 403 && reply.body.code === 'read_only_member'
      return isRight ? [] : [`answers ${reply.status} ${JSON.stringify(reply.body)}`]
    })
  })
})

describe('the secret of another checkout', () => {
  const bySecret = ({ spec }: Route) => spec.path.includes('{client_secret}')

  it('shows that checkout, and nothing of others', async () => {
    const reading = till.till.routes.filter((route) => bySecret(route) && route.mode === 'read')
    expect(reading.length).toBeGreaterThan(0)
    for (const route of reading) {
      const asked = tryOn(route, ours)
      const reply = await send(route, asked, undefined)
      expect([nameOf(route), reply.status, toldBy(reply, asked)]).toEqual([nameOf(route), 200, []])
    }
  })

  it('404: one that is mistyped, unknown, or of another kind', async () => {
    const good = theirs.checkout.client_secret as string
    const bad = [
      ...[newSecret('checkout'), good.slice(0, -1), `${good}0`, good.toUpperCase(), good.replace('till_cs_', '')],
      ...[theirs.checkout.id, newId(), theirs.sessionToken, theirs.token, `${good}%00`, `%20${good}`, `${good}%20`],
      ...[good.slice(0, -1) + (good.endsWith('0') ? '1' : '0'), '%25', 'undefined', "'%20or%20'1'='1"],
    ]
    await expectNothing(till.till.routes.filter(bySecret), async (route) => {
      const { path, body } = tryOn(route, theirs)
      const faults: string[] = []
      for (const secret of bad) {
        const asked = { path: path.replace(good, secret), body }
        const reply = await send(route, asked, undefined)
        if (reply.status !== 404 || reply.body.error !== 'ResourceNotFound')
          faults.push(`answers ${reply.status} to ${secret}`)
        faults.push(...toldBy(reply, asked))
      }
      return faults
    })
  })
})
