import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fastifyPath } from '../../src/platform/http/route.ts'
import type { Reply } from '../support/client.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { type GuardedShop, openGuardedShop } from '../support/two-shops.ts'
import { linksFrom, type MountedAddress, mountedAddresses } from './mounted.ts'

let till: TestTill
let shop: GuardedShop
let addresses: MountedAddress[]
let links: string[]

beforeAll(async () => {
  till = await startTill()
  shop = await openGuardedShop(till)
  addresses = mountedAddresses(till.till.app)
  links = await linksFrom(till, shop)
}, 60_000)
afterAll(() => till.stop())

/** What stands in an address where it varies: nothing that leads anywhere. */
const filled = (pattern: string) => pattern.replace(/:\w+|\*/g, 'nothing')

const isStream = (pattern: string) =>
  till.till.routes.some(({ mode, spec }) => mode === 'stream' && fastifyPath(spec.path) === pattern)

/** Everything that is wrong with the headers of an answer. */
function faultsOf(path: string, { status, headers }: Reply): string[] {
  const type = headers.get('content-type') ?? ''
  const policy = headers.get('content-security-policy') ?? ''
  const checks: Readonly<Record<string, boolean>> = {
    'no X-Request-Id': headers.has('x-request-id'),
    'no nosniff': headers.get('x-content-type-options') === 'nosniff',
    'no no-referrer': headers.get('referrer-policy') === 'no-referrer',
    'says what it runs on': !headers.has('server') && !headers.has('x-powered-by'),
    'sets a cookie': !headers.has('set-cookie'),
    'no charset': !/^(?:text\/|application\/(?:problem\+)?json)/.test(type) || /charset=utf-8/.test(type),
    'no policy for a page': !/html|svg/.test(type) || /default-src 'none'/.test(policy),
    'a policy with holes': !/unsafe|\*|https?:(?!\/\/)/.test(policy),
    'a page that anybody can frame': !type.includes('html') || policy.includes('frame-ancestors'),
    'a cache may keep it': !path.startsWith('/v1/') || /\bno-store\b/.test(headers.get('cache-control') ?? ''),
    'other origins are locked out': !path.startsWith('/v1/') || headers.get('access-control-allow-origin') === '*',
    'credentials of other origins': !headers.has('access-control-allow-credentials'),
  }
  return Object.entries(checks).flatMap(([fault, isFine]) => (isFine ? [] : [`${path} ${status}: ${fault}`]))
}

/** What somebody uploaded must not become a page or a script of ours. */
function faultsOfFile(path: string, { headers }: Reply): string[] {
  const type = headers.get('content-type') ?? ''
  const isSaved = headers.get('content-disposition')?.startsWith('attachment; filename="') === true
  const checks: Readonly<Record<string, boolean>> = {
    'no sandbox': /\bsandbox\b/.test(headers.get('content-security-policy') ?? ''),
    [`shown as ${type}`]:
      /^image\/(?:jpeg|png|gif|webp|avif|svg\+xml)$/.test(type) || (isSaved && type === 'application/octet-stream'),
  }
  return Object.entries(checks).flatMap(([fault, isFine]) => (isFine ? [] : [`${path}: ${fault}`]))
}

describe('every answer has them', () => {
  it('of every address that is mounted, with every method', { timeout: 60_000 }, async () => {
    expect(addresses.map(({ pattern }) => pattern)).toEqual(
      expect.arrayContaining(['/docs', '/avatars/:file', '/v1/orders/:id']),
    )
    const faults: string[] = []
    for (const { pattern } of addresses) {
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE']) {
        // A stream has no end; HEAD asks for its beginning.
        if (method === 'GET' && isStream(pattern)) continue
        faults.push(...faultsOf(filled(pattern), await till.owner.send(method, filled(pattern))))
      }
    }
    expect(faults).toEqual([])
  })

  it('of every address that the API names', async () => {
    const isUploaded = (link: string) => /^\/(?:files|downloads)\//.test(link)
    expect(links.filter(isUploaded).length).toBeGreaterThan(1)
    const statuses = new Set<number>()
    for (const link of links) {
      const reply = await till.anonymous.get(link)
      expect(faultsOf(link, reply)).toEqual([])
      if (isUploaded(link)) expect(faultsOfFile(link, reply)).toEqual([])
      statuses.add(reply.status)
      const etag = reply.headers.get('etag')
      if (etag === null) continue
      const again = await till.anonymous.get(link, { 'if-none-match': etag })
      expect([link, again.status, faultsOf(link, again)]).toEqual([link, 304, []])
    }
    expect(statuses).toContain(200)
  })

  it('of the API, whatever it answers', async () => {
    const order = `/v1/orders/${shop.order.id}`
    const { headers } = await till.owner.get(order)
    const answers: readonly [number, Promise<Reply>][] = [
      [200, till.owner.get(order)],
      [304, till.owner.get(order, { 'if-none-match': headers.get('etag') ?? '' })],
      [401, till.anonymous.get(order)],
      [404, till.owner.get('/v1/nothing')],
      [405, till.owner.send('PUT', order)],
      [413, till.owner.post('/v1/customers/', 'x'.repeat(1_100_000))],
      [415, till.owner.post('/v1/customers/', 'x', { 'content-type': 'text/plain' })],
      [422, till.owner.post('/v1/customers/', '{')],
      [422, till.owner.post('/v1/customers/', '{', { accept: 'application/problem+json' })],
      [400, till.owner.get('/v1/orders/%zz')],
    ]
    for (const [status, answer] of answers) {
      const reply = await answer
      expect([reply.status, faultsOf('/v1/', reply)]).toEqual([status, []])
    }
  })
})
