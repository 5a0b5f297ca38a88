import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { silentLog } from '../../src/platform/log.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { type RawAnswer, talk } from './socket.ts'

let till: TestTill
/** What reached a route. */
const handled: string[] = []
beforeAll(async () => {
  till = await startTill({ log: { ...silentLog, request: (method, route) => handled.push(`${method} ${route}`) } })
})
beforeEach(() => {
  handled.length = 0
})
afterAll(() => till.stop())

const HOST = 'Host: till.example.com\r\n'
/** Stands where one reader sees a body and another one the next request. */
const HIDDEN = `GET /healthz HTTP/1.1\r\n${HOST}\r\n`
const POST = `POST /v1/sandbox/confirmation-tokens HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n`
const get = (target: string, headers = '') => `GET ${target} HTTP/1.1\r\n${HOST}${headers}\r\n`
const chunked = (body: string) => `${POST}Transfer-Encoding: chunked\r\n\r\n${body}`

function expectRefusal({ status, headers, text }: RawAnswer | undefined = {} as RawAnswer, expected?: number): void {
  expect(status).toBe(expected ?? status)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(JSON.parse(text)).toEqual({
    error: expect.any(String),
    detail: expect.any(String),
    code: expect.any(String),
    request_id: headers.get('x-request-id'),
  })
}

describe('what two readers could read differently is refused, and nothing that hides in it is run', () => {
  it.each([
    [
      'a length and chunks',
      `${POST}Content-Length: ${HIDDEN.length + 5}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
    ],
    ['chunks and a length', `${POST}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n${HIDDEN}`],
    ['two lengths', `${POST}Content-Length: 2\r\nContent-Length: ${HIDDEN.length}\r\n\r\n{}${HIDDEN}`],
    ['the same length twice', `${POST}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}${HIDDEN}`],
    ['a list of lengths', `${POST}Content-Length: 2, 2\r\n\r\n{}${HIDDEN}`],
    ['a length with a sign', `${POST}Content-Length: +2\r\n\r\n{}${HIDDEN}`],
    ['a negative length', `${POST}Content-Length: -1\r\n\r\n{}${HIDDEN}`],
    ['a hexadecimal length', `${POST}Content-Length: 0x2\r\n\r\n{}${HIDDEN}`],
    ['a length of two numbers', `${POST}Content-Length: 2 2\r\n\r\n{}${HIDDEN}`],
    ['a length beyond every number', `${POST}Content-Length: ${'9'.repeat(30)}\r\n\r\n{}${HIDDEN}`],
    ['an empty length', `${POST}Content-Length:\r\n\r\n{}${HIDDEN}`],
    ['a header on two lines', `GET /readyz HTTP/1.1\r\n${HOST}X-A: b\r\n c\r\n\r\n`],
    ['a coding on the next line', `${POST}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
    ['lines that end in LF', `GET /readyz HTTP/1.1\nHost: x\n\n`],
    ['one line that ends in LF', `GET /readyz HTTP/1.1\r\nHost: x\nX-B: 1\r\n\r\n`],
    ['one line that ends in CR', `GET /readyz HTTP/1.1\r\nHost: x\rX-B: 1\r\n\r\n`],
    ['a space before the colon', `GET /readyz HTTP/1.1\r\nHost : x\r\n\r\n`],
    ['a space before the coding’s colon', `${POST}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
    ['a space before the first name', `GET /readyz HTTP/1.1\r\n Host: x\r\n\r\n`],
    ['an unknown coding', `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
    ['a coding after chunked', `${POST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${HIDDEN}`],
    ['a coding that is none', `${POST}Transfer-Encoding: identity\r\n\r\n{}${HIDDEN}`],
    ['a coding without chunks', `${POST}Transfer-Encoding: gzip\r\n\r\n{}${HIDDEN}`],
    ['two codings', `${POST}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${HIDDEN}`],
    [
      'the same coding twice',
      `${POST}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
    ],
    ['a coding after a vertical tab', `${POST}Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
    ['a coding before NUL', `${POST}Transfer-Encoding: chunked\0\r\n\r\n0\r\n\r\n${HIDDEN}`],
    ['a coding in quotes', `${POST}Transfer-Encoding: "chunked"\r\n\r\n0\r\n\r\n${HIDDEN}`],
    ['a chunk size with 0x', chunked(`0x2\r\n{}\r\n0\r\n\r\n${HIDDEN}`)],
    ['a negative chunk size', chunked(`-2\r\n{}\r\n0\r\n\r\n${HIDDEN}`)],
    ['a chunk size beyond every number', chunked(`${'f'.repeat(17)}\r\n{}\r\n0\r\n\r\n${HIDDEN}`)],
    ['a chunk size with a space', chunked(`2 \r\n{}\r\n0\r\n\r\n${HIDDEN}`)],
    ['chunks that end in LF', chunked(`2\n{}\n0\n\n${HIDDEN}`)],
    ['a chunk without its end', chunked(`2\r\n{}0\r\n\r\n${HIDDEN}`)],
    ['a length in the trailers', chunked(`2\r\n{}\r\n0\r\nContent-Length: 50\r\n\r\n${HIDDEN}`)],
    ['chunk extensions without end', chunked(`2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n${HIDDEN}`)],
    ['NUL in a header', get('/readyz', 'X-A: a\0b\r\n')],
    ['a header without a name', get('/readyz', ': a\r\n')],
    ['a header name of other letters', get('/readyz', 'X-\xff: a\r\n')],
    ['a header without a colon', get('/readyz', 'no colon here\r\n')],
    ['no Host', 'GET /readyz HTTP/1.1\r\n\r\n'],
  ])('%s', async (_, bytes) => {
    const closes = bytes.includes(HIDDEN)
    const { answers, isClosed } = await talk(till.url, bytes, { closes })
    expect(answers).toHaveLength(1)
    expectRefusal(answers[0])
    // Where the next request would begin is not known.
    if (closes) expect(isClosed).toBe(true)
    expect(handled).not.toContain('GET /healthz')
  })
})

describe('spellings that mean the same to everybody are read, once', () => {
  const body = '2\r\n{}\r\n0\r\n\r\n'
  it.each([
    ['chunked in capitals', `${POST}Transfer-Encoding: CHUNKED\r\n\r\n${body}`],
    ['chunked after a tab', `${POST}Transfer-Encoding:\tchunked\r\n\r\n${body}`],
    ['chunked as the last of two', `${POST}Transfer-Encoding: identity, chunked\r\n\r\n${body}`],
    ['a chunk extension', chunked('2;a=b\r\n{}\r\n0\r\n\r\n')],
    ['empty lines before the request', `\r\n\r\n${POST}Content-Length: 2\r\n\r\n{}`],
  ])('%s', async (_, bytes) => {
    const { answers } = await talk(till.url, bytes)
    expect(answers.map(({ status }) => status)).toEqual([422])
    expect(handled).toEqual(['POST /v1/sandbox/confirmation-tokens'])
  })

  it('the body of a GET is no request', async () => {
    const { answers } = await talk(till.url, `${get('/readyz', `Content-Length: ${HIDDEN.length}\r\n`)}${HIDDEN}`)
    expect(answers.map(({ status }) => status)).toEqual([200])
    expect(handled).toEqual(['GET /readyz'])
  })

  it('nor is a body that is refused before it is read', async () => {
    const refused = `POST /v1/orders/ HTTP/1.1\r\n${HOST}Content-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`
    const { answers } = await talk(till.url, refused + get('/readyz'), { answers: 2 })
    expect(answers.map(({ status }) => status)).toEqual([405, 200])
    expect(handled).toEqual(['POST /v1/orders/', 'GET /readyz'])
  })
})

describe('requests that come together', () => {
  it('are answered in their order, up to the one that cannot be read', async () => {
    const bytes = `${get('/readyz')}${get('/healthz')}BAD\r\n\r\n${get('/readyz')}`
    const { answers, isClosed } = await talk(till.url, bytes, { closes: true })
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400])
    expectRefusal(answers[2])
    expect(isClosed).toBe(true)
    expect(handled).toEqual(['GET /readyz', 'GET /healthz'])
  })

  it('a hundred of them each have their own answer', async () => {
    const ids = Array.from({ length: 100 }, (_, n) => `pipelined-${n}`)
    const bytes = ids.map((id, n) => get(n % 2 === 0 ? '/readyz' : '/v1/orders/', `X-Request-Id: ${id}\r\n`)).join('')
    const { answers } = await talk(till.url, bytes, { answers: 100 })
    expect(answers.map(({ headers }) => headers.get('x-request-id'))).toEqual(ids)
  })
})

describe('too much', () => {
  it.each([
    ['a header', get('/readyz', `X-Long: ${'x'.repeat(20_000)}\r\n`)],
    ['an address', get(`/${'x'.repeat(20_000)}`)],
    ['many headers', get('/readyz', 'X-Many: and more of it\r\n'.repeat(3_000))],
  ])('431: %s', async (_, bytes) => {
    const { answers, isClosed } = await talk(till.url, bytes, { closes: true })
    expectRefusal(answers[0], 431)
    expect(isClosed).toBe(true)
  })

  it('413: a length that nobody would wait for', async () => {
    const { answers, isClosed } = await talk(till.url, `${POST}Content-Length: 9007199254740991\r\n\r\n{}`, {
      closes: true,
    })
    expectRefusal(answers[0], 413)
    expect(isClosed).toBe(true)
  })
})

describe('odd targets reach no other route than their plain spelling', () => {
  it.each([
    '/v1/orders/%2e%2e/products',
    '/v1/../v1/orders',
    '//v1/orders',
    '/v1//orders',
    '/V1/orders',
    '/v1\\orders',
    '\\v1\\orders',
    'v1/orders',
    '?',
    '*',
    '/v1/orders\0',
    '/v1/orders extra',
    '/v1/\xff\xfe',
    '/\xc3\xa9',
    '/%',
    '/v1/organizations/%c0%af',
    '//evil.example.com/v1/orders',
    'javascript:alert(1)',
    'http://',
  ])('%j', async (target) => {
    const { answers } = await talk(till.url, get(target, `Authorization: Bearer ${till.ownerToken}\r\n`))
    if (target === '*') expect(answers[0]?.status).toBe(302)
    else expectRefusal(answers[0])
  })

  it('an address with another host is this server’s own', async () => {
    const { answers } = await talk(till.url, get('http://evil.example.com/v1/orders/'))
    expectRefusal(answers[0], 401)
    expect(handled).toEqual(['GET /v1/orders/'])
  })
})

describe('methods and versions', () => {
  it.each([
    ['no such method', `FOO /readyz HTTP/1.1\r\n${HOST}\r\n`],
    ['a method in small letters', `get /readyz HTTP/1.1\r\n${HOST}\r\n`],
    ['TRACE, which would repeat a token', `TRACE /v1/orders/ HTTP/1.1\r\n${HOST}Authorization: Bearer x\r\n\r\n`],
    ['PURGE', `PURGE /v1/orders/ HTTP/1.1\r\n${HOST}\r\n`],
    ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`],
    ['an unknown version', `GET /readyz HTTP/1.2\r\n${HOST}\r\n`],
    ['the beginning of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['the beginning of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['zeros', '\0\0\0\0\0\0'],
  ])('%s is refused', async (_, bytes) => {
    const { answers } = await talk(till.url, bytes)
    expectRefusal(answers[0])
    expect(answers[0]?.text).not.toContain('Bearer')
  })

  it('CONNECT makes no tunnel', async () => {
    const { answers, isClosed } = await talk(till.url, `CONNECT example.com:443 HTTP/1.1\r\n${HOST}\r\n`, {
      closes: true,
    })
    expect(answers).toEqual([])
    expect(isClosed).toBe(true)
  })

  it.each(['websocket', 'h2c', 'TLS/1.3'])('an Upgrade to %s is not followed', async (protocol) => {
    const { answers } = await talk(till.url, get('/readyz', `Connection: Upgrade\r\nUpgrade: ${protocol}\r\n`))
    expect(answers.map(({ status }) => status)).toEqual([200])
  })

  it('HTTP/1.0 is answered, and hung up on', async () => {
    const { answers, isClosed } = await talk(till.url, 'GET /readyz HTTP/1.0\r\n\r\n', { closes: true })
    expect(answers.map(({ status }) => status)).toEqual([200])
    expect(isClosed).toBe(true)
  })

  it('Expect: 100-continue is told to go on; other expectations change nothing', async () => {
    const asking = (what: string) => `${POST}Content-Length: 2\r\nExpect: ${what}\r\n\r\n{}`
    const { answers } = await talk(till.url, asking('100-continue'), { answers: 2 })
    expect(answers.map(({ status }) => status)).toEqual([100, 422])
    const odd = await talk(till.url, asking('200-maybe'))
    expect(odd.answers.map(({ status }) => status)).toEqual([422])
  })
})
