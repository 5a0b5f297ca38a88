import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTill, type TestTill } from '../support/till.ts'
import { raw } from './raw.ts'

let till: TestTill
beforeAll(async () => {
  till = await startTill()
})
afterAll(() => till.stop())

describe('X-Request-Id', () => {
  const sent = async (id: string) => {
    const { headers } = await till.owner.get('/v1/organizations/', { 'x-request-id': id })
    return headers.get('x-request-id')
  }

  it('is a UUID when none was sent', async () => {
    const { headers } = await till.owner.get('/v1/organizations/')
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
  })

  it.each(['abcdefgh', '0197a6f0-1c2b-7d3e-8f40-51627384a5b6', 'a.B_c-1234', 'x'.repeat(128)])(
    'is taken over: %s',
    async (id) => {
      expect(await sent(id)).toBe(id)
    },
  )

  it.each([
    'short',
    'x'.repeat(129),
    'with spaces in it',
    'semi;colon;here',
    '<script>alert(1)</script>',
    'ümlaut-ümlaut',
    '4242424242424242',
  ])('is not taken over: %s', async (id) => {
    expect(await sent(id)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
  })

  it.each(['/healthz', '/openapi.json', '/nothing', '/v1/organizations/'])('is on every answer: %s', async (path) => {
    expect((await till.anonymous.get(path)).headers.get('x-request-id')).not.toBeNull()
  })
})

describe('CORS', () => {
  const origin = { origin: 'https://shop.example.com' }

  it('204: a preflight is answered for every address of the API, without a token', async () => {
    const { status, headers, text } = await raw(till, 'OPTIONS', '/v1/organizations/', {
      headers: {
        authorization: '',
        ...origin,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization, content-type, idempotency-key, if-match',
      },
    })
    expect(status).toBe(204)
    expect(text).toBe('')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
      expect(headers.get('access-control-allow-methods')).toContain(method)
    }
    for (const name of ['authorization', 'content-type', 'idempotency-key', 'if-match', 'if-none-match', 'prefer']) {
      expect(headers.get('access-control-allow-headers')?.toLowerCase()).toContain(name)
    }
  })

  it.each([
    ['200', '/v1/organizations/', {}],
    ['401', '/v1/organizations/', { authorization: '' }],
    ['404', '/v1/nothing', {}],
    ['422', '/v1/organizations/?limit=x', {}],
  ])('%s: any origin may read the answer and the headers that matter', async (status, path, headers) => {
    const reply = await raw(till, 'GET', path, { headers: { ...origin, ...headers } })
    expect(String(reply.status)).toBe(status)
    expect(reply.headers.get('access-control-allow-origin')).toBe('*')
    for (const name of ['ETag', 'X-Request-Id', 'RateLimit', 'Retry-After', 'Idempotent-Replayed']) {
      expect(reply.headers.get('access-control-expose-headers')).toContain(name)
    }
  })

  it('pages outside the API are not for other origins', async () => {
    for (const path of ['/docs', '/metrics', '/healthz']) {
      expect((await till.anonymous.get(path, origin)).headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})
