import { METHODS } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { talk } from '../hostile/socket.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { JSON_TYPE, raw } from './raw.ts'

const NOBODY = '0197a6f0-0000-7000-8000-000000000000'

let till: TestTill
beforeAll(async () => {
  till = await startTill()
})
afterAll(() => till.stop())

describe('the shape of errors', () => {
  it('a refusal has a class, a sentence, a code and the request id', async () => {
    const { status, body, headers } = await till.owner.get(`/v1/organizations/${NOBODY}`)
    expect(status).toBe(404)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(body).toEqual({
      error: 'ResourceNotFound',
      detail: expect.stringMatching(/\.$/),
      code: 'resource_not_found',
      request_id: headers.get('x-request-id'),
    })
  })

  it('invalid input has a list of everything that is wrong, each with its place', async () => {
    const { status, body, headers } = await till.owner.post('/v1/organizations/', { slug: 7, email: 'nowhere' })
    expect(status).toBe(422)
    expect(body).toEqual({
      error: 'RequestValidationError',
      detail: [
        { type: 'missing', loc: ['body', 'name'], msg: expect.any(String), input: expect.anything() },
        { type: 'string_type', loc: ['body', 'slug'], msg: expect.any(String), input: 7 },
        { type: 'value_error', loc: ['body', 'email'], msg: expect.any(String), input: 'nowhere' },
      ],
      request_id: headers.get('x-request-id'),
    })
  })

  it('what was sent is repeated, but not at any length', async () => {
    const long = { slug: 'x'.repeat(100_000), default_currency: '😀'.repeat(400), profile: { a: 'y'.repeat(10_000) } }
    const { status, body, headers } = await till.owner.post('/v1/organizations/', { ...long, bio: [long] })
    expect(status).toBe(422)
    const inputs = Object.fromEntries(
      body.detail.map((issue: { loc: string[]; input: unknown }) => [issue.loc[1], issue.input]),
    )
    expect(inputs).toEqual({
      name: null,
      slug: `${'x'.repeat(500)}…`,
      default_currency: `${'😀'.repeat(250)}…`,
    })
    expect(Number(headers.get('content-length'))).toBeLessThan(4000)
  })

  it('a value that fits none of several forms is told which there are', async () => {
    const wrong = { scopes: ['orders:read'], comment: 'CI', expires_in: -1 }
    const token = await till.owner.post('/v1/personal-access-tokens/', wrong)
    const msg = 'Input should be an ISO 8601 duration such as P30D or a whole number from 1 to 3155760000'
    expect(token.body.detail).toEqual([{ type: 'value_error', loc: ['body', 'expires_in'], msg, input: -1 }])
    const metadata = { nested: { a: 1 }, long: 'x'.repeat(501), empty: null, half: 0.5, fine: true }
    const { status, body } = await till.owner.post('/v1/checkouts/', { metadata })
    expect(status).toBe(422)
    expect(body.detail).toHaveLength(4)
    for (const issue of body.detail) {
      expect(issue.msg).toBe('Input should be a string of 1 to 500 characters, a whole number, true or false')
    }
  })

  it('a key that is too long is told so once, and apart from its value', async () => {
    const key = 'k'.repeat(41)
    const { body } = await till.owner.post('/v1/checkouts/', { metadata: { [key]: 1 } })
    const msg = 'The key should have at most 40 characters'
    expect(body.detail).toEqual([{ type: 'string_too_long', loc: ['body', 'metadata', key], msg, input: key }])
  })

  it('a rule of the business answers in the same shape, also as a list', async () => {
    const { status, body } = await till.owner.post('/v1/organizations/', { name: 'Reserved', slug: 'docs' })
    expect(status).toBe(422)
    expect(body).toMatchObject({
      error: 'RequestValidationError',
      detail: [{ type: 'value_error', loc: ['body', 'slug'], input: 'docs' }],
    })
  })
})

describe('Accept: application/problem+json', () => {
  const accept = { accept: 'application/problem+json, application/json;q=0.5' }

  it('a refusal comes as RFC 9457 describes', async () => {
    const { status, body, headers } = await till.owner.get(`/v1/organizations/${NOBODY}`, accept)
    expect(status).toBe(404)
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(body).toEqual({
      type: 'about:blank',
      title: 'ResourceNotFound',
      status: 404,
      detail: expect.any(String),
      code: 'resource_not_found',
      request_id: headers.get('x-request-id'),
    })
  })

  it('invalid input keeps its list beside the sentence', async () => {
    const { body } = await till.owner.post('/v1/organizations/', {}, accept)
    expect(body).toMatchObject({ title: 'RequestValidationError', status: 422, detail: expect.any(String) })
    expect(body.errors.map((issue: { loc: unknown }) => issue.loc)).toEqual([
      ['body', 'name'],
      ['body', 'slug'],
    ])
  })

  it('changes nothing about successes', async () => {
    const { status, headers } = await till.owner.get('/v1/organizations/', accept)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  })
})

describe('addresses', () => {
  it.each(['/v1/nothing', '/v1/organizations/a/b/c/d', '/nothing', '/v1/'])('404: %s is no address', async (path) => {
    const { status, body, headers } = await till.owner.get(path)
    expect(status).toBe(404)
    expect(body).toMatchObject({ error: 'ResourceNotFound', code: 'route_not_found' })
    expect(headers.get('x-request-id')).toBe(body.request_id)
  })

  it('404 comes before anything about the body', async () => {
    const { status } = await raw(till, 'POST', '/v1/nothing', { headers: { 'content-type': 'text/plain' }, body: 'x' })
    expect(status).toBe(404)
  })

  it.each([
    ['PUT', '/v1/organizations/', 'GET, HEAD, POST'],
    ['DELETE', '/v1/organizations', 'GET, HEAD, POST'],
    ['POST', `/v1/organizations/${NOBODY}`, 'GET, HEAD, PATCH'],
    ['GET', `/v1/organization-access-tokens/${NOBODY}`, 'DELETE'],
  ])('405: %s %s says what is allowed', async (method, path, allow) => {
    const { status, body, headers } = await raw(till, method, path)
    expect(status).toBe(405)
    expect(headers.get('allow')).toBe(allow)
    expect(body).toMatchObject({ error: 'MethodNotAllowed', code: 'method_not_allowed' })
  })

  // The client of these tests does not send every method that Node reads.
  const say = async (method: string, path: string) => {
    const head = `${method} ${path} HTTP/1.1\r\nHost: till\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`
    const [answer] = (await talk(till.url, head)).answers
    return answer
  }
  const others = METHODS.filter((name) => !/^(CONNECT|DELETE|GET|HEAD|OPTIONS|PATCH|POST)$/.test(name))

  it.each([
    ['/v1/organizations', 'GET, HEAD, POST'],
    [`/v1/organizations/${NOBODY}/?a=b`, 'GET, HEAD, PATCH'],
    ['/v1/checkouts/', 'GET, HEAD, POST'],
    ['/v1/customer-portal/license-keys/validate', 'POST'],
    [`/downloads/${'x'.repeat(40)}`, 'GET, HEAD'],
    ['/checkout/till_cs_x/confirmation', 'GET, HEAD'],
    ['/docs', 'GET, HEAD'],
    ['/', 'GET, HEAD'],
  ])('405: whatever other method Node can read, at %s', async (path, allow) => {
    expect(others).toEqual(expect.arrayContaining(['PROPFIND', 'PUT', 'TRACE']))
    for (const method of others) {
      const answer = await say(method, path)
      expect([method, answer?.status, answer?.headers.get('allow')]).toEqual([method, 405, allow])
      const { error, request_id } = JSON.parse(answer?.text ?? '')
      expect([error, request_id]).toEqual(['MethodNotAllowed', answer?.headers.get('x-request-id')])
    }
  })

  it('405: pages and health say what is allowed, too', async () => {
    for (const path of ['/docs', '/healthz', '/openapi.json']) {
      for (const method of ['POST', 'DELETE', 'OPTIONS']) {
        const { status, headers } = await raw(till, method, path)
        expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
      }
    }
  })

  it('404: an unknown address is unknown with every method, whatever the body', async () => {
    for (const method of [...others, 'GET', 'POST']) {
      for (const path of ['/v1/nothing', '/v1/organizations/a/b/c/d', '/docs/nothing']) {
        const answer = await say(method, path)
        expect([method, answer?.status, answer?.headers.get('allow')]).toEqual([method, 404, null])
        expect(JSON.parse(answer?.text ?? '')).toMatchObject({ code: 'route_not_found' })
      }
    }
    expect((await raw(till, 'POST', '/v1/nothing', { headers: JSON_TYPE, body: '{' })).status).toBe(404)
  })

  it('405 comes before the token and the body', async () => {
    const headers = { authorization: '', 'content-type': 'text/plain' }
    expect((await raw(till, 'PUT', '/v1/organizations/', { headers, body: 'x' })).status).toBe(405)
  })

  it('400: an address that cannot be decoded', async () => {
    const { status, body, headers } = await till.owner.get('/v1/organizations/%zz')
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: 'BadRequest', request_id: headers.get('x-request-id') })
  })

  it('a trailing slash is optional and never a redirect', async () => {
    const { id } = await till.owner.must(till.owner.post('/v1/organizations', { name: 'Slash', slug: 'slash' }))
    for (const path of [`/v1/organizations/${id}`, `/v1/organizations/${id}/`]) {
      const { status, body } = await till.owner.get(path)
      expect(status).toBe(200)
      expect(body.id).toBe(id)
    }
    expect((await till.owner.get('/v1/organizations?slug=slash')).body.items).toHaveLength(1)
    expect((await till.owner.get('/v1/organizations/?slug=slash')).body.items).toHaveLength(1)
  })

  it('HEAD answers like GET, without a body', async () => {
    const asked = await raw(till, 'GET', '/v1/organizations/')
    const { status, text, headers } = await raw(till, 'HEAD', '/v1/organizations/')
    expect(status).toBe(200)
    expect(text).toBe('')
    expect(headers.get('content-length')).toBe(String(Buffer.byteLength(asked.text)))
    expect((await raw(till, 'HEAD', '/v1/organizations/', { headers: { authorization: '' } })).status).toBe(401)
  })
})

describe('order of checks', () => {
  const path = '/v1/organizations/nonsense'
  const body = '{"name": 5}'

  it('the token, then the scope, then the input, then the resource', async () => {
    expect((await raw(till, 'PATCH', path, { headers: { authorization: '', ...JSON_TYPE }, body })).status).toBe(401)
    expect((await raw(till, 'PATCH', path, { headers: JSON_TYPE, body })).status).toBe(422)
    const missing = await raw(till, 'PATCH', `/v1/organizations/${NOBODY}`, { headers: JSON_TYPE, body })
    expect(missing.status).toBe(422)
    const fine = await raw(till, 'PATCH', `/v1/organizations/${NOBODY}`, { headers: JSON_TYPE, body: '{}' })
    expect(fine.status).toBe(404)
  })

  it('the path and the body are complained about together', async () => {
    const reply = await raw(till, 'PATCH', path, { headers: JSON_TYPE, body })
    expect(reply.body.detail.map((issue: { loc: unknown }) => issue.loc)).toEqual([
      ['path', 'id'],
      ['body', 'name'],
    ])
  })
})
