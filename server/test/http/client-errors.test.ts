import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../../src/platform/log.ts'
import { startTill, type TestTill } from '../support/till.ts'

let till: TestTill
const logged: object[] = []
beforeAll(async () => {
  till = await startTill({ log: { ...silentLog, info: (fields) => logged.push(fields) } })
})
afterAll(() => till.stop())

/** What comes back for these bytes until the server hangs up. */
async function answerTo(bytes: string): Promise<{ status: number; headers: Headers; body: unknown }> {
  const { hostname, port } = new URL(till.url)
  const socket = connect(Number(port), hostname)
  socket.write(bytes)
  return read(socket)
}

async function read(socket: Socket): Promise<{ status: number; headers: Headers; body: unknown }> {
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  const [head = '', text = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const headers = new Headers(
    fields.map((field): [string, string] => {
      const colon = field.indexOf(':')
      return [field.slice(0, colon), field.slice(colon + 1).trim()]
    }),
  )
  expect(headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
  return { status: Number(line.split(' ')[1]), headers, body: JSON.parse(text) }
}

describe('a request that cannot be read as HTTP has an answer like any other', () => {
  it.each([
    [
      431,
      'RequestHeaderFieldsTooLarge',
      'headers_too_large',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`,
    ],
    [400, 'BadRequest', 'bad_request', 'hello\r\n\r\n'],
    [400, 'BadRequest', 'bad_request', 'GET /v1/orders/ HTTP/1.1\r\nHost: x\r\nno colon here\r\n\r\n'],
    [
      400,
      'BadRequest',
      'bad_request',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
  ])('%i %s', async (status, error, code, bytes) => {
    const answer = await answerTo(bytes)
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual({
      error,
      detail: expect.stringMatching(/\.$/),
      code,
      request_id: answer.headers.get('x-request-id'),
    })
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('connection')).toBe('close')
    expect(logged.at(-1)).toEqual({ request_id: answer.headers.get('x-request-id'), status, code: expect.any(String) })
  })

  it('408 RequestTimeout', async () => {
    const accepted = new Promise<Socket>((resolve) => till.till.app.server.once('connection', resolve))
    const { hostname, port } = new URL(till.url)
    const caller = connect(Number(port), hostname)
    // What Node says when a request does not arrive within half a minute.
    const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    till.till.app.server.emit('clientError', late, await accepted)
    const { status, body } = await read(caller)
    expect(status).toBe(408)
    expect(body).toMatchObject({ error: 'RequestTimeout', code: 'request_timeout' })
  })

  it('nothing is said to a caller who has hung up, and the server goes on', async () => {
    const { hostname, port } = new URL(till.url)
    const accepted = new Promise<Socket>((resolve) => till.till.app.server.once('connection', resolve))
    const caller = connect(Number(port), hostname)
    const socket = await accepted
    const closed = new Promise((resolve) => socket.once('close', resolve))
    caller.resetAndDestroy()
    await closed
    expect((await till.anonymous.get('/healthz')).status).toBe(200)
  })
})
