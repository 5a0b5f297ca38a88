import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { USUAL_PATIENCE } from '../../src/platform/http/patience.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { answersIn, dial, listen, type RawAnswer } from './socket.ts'

const PATIENCE = { headers: 400, body: 400, request: 2000, rest: 300, reader: 1000, interval: 50 }

let till: TestTill
beforeAll(async () => {
  till = await startTill({ patience: PATIENCE })
})
afterAll(() => till.stop())

const HEAD = 'POST /v1/sandbox/confirmation-tokens HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'

/** Sends the beginning, then one more byte every now and then, for as long as the server listens. */
async function drip(beginning: string, drop: string): Promise<{ milliseconds: number; answers: RawAnswer[] }> {
  const socket = slowly(beginning, drop)
  const heard = listen(socket)
  const since = performance.now()
  while (!heard.isClosed && performance.now() - since < 10_000) await sleep(5)
  return { milliseconds: performance.now() - since, answers: answersIn(heard.text) }
}

function slowly(beginning: string, drop: string): Socket {
  const socket = dial(till.url)
  socket.write(beginning)
  const timer = setInterval(() => socket.writable && socket.write(drop), 40)
  socket.on('close', () => clearInterval(timer))
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  return socket
}

function expectLate(answers: readonly RawAnswer[]): void {
  expect(answers.map(({ status }) => status)).toEqual([408])
  const [{ headers, text } = { headers: new Headers(), text: '' }] = answers
  expect(JSON.parse(text)).toEqual({
    error: 'RequestTimeout',
    detail: expect.any(String),
    code: 'request_timeout',
    request_id: headers.get('x-request-id'),
  })
  expect(headers.get('connection')).toBe('close')
}

describe('408, and the end of the connection', () => {
  it.each([
    ['headers that come drop by drop', 'GET /healthz HTTP/1.1\r\nX-Slow: ', 'x'],
    ['headers that never end', 'GET /healthz HTTP/1.1\r\n', 'X-A: b\r\n'],
    ['half a method', 'GE', ''],
    ['nothing but empty lines', '', '\r\n'],
  ])('%s', async (_, beginning, drop) => {
    const { milliseconds, answers } = await drip(beginning, drop)
    expectLate(answers)
    expect(milliseconds).toBeLessThan(PATIENCE.headers + 2000)
  })

  it.each([
    ['a body that comes drop by drop', `${HEAD}Content-Length: 100000\r\n\r\n{"card":`, ' '],
    ['chunks that come drop by drop', `${HEAD}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'],
    ['a body that never comes', `${HEAD}Content-Length: 100000\r\n\r\n`, ''],
  ])('%s', async (_, beginning, drop) => {
    const { milliseconds, answers } = await drip(beginning, drop)
    expectLate(answers)
    expect(milliseconds).toBeGreaterThan(PATIENCE.body * 0.9)
    expect(milliseconds).toBeLessThan(PATIENCE.body + 1500)
  })
})

describe('a body that is refused before it is read', () => {
  it.each([
    ['401', 'POST /v1/organizations/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'],
    ['404', 'POST /v1/nothing HTTP/1.1\r\nHost: x\r\n'],
    ['405', 'PUT /v1/organizations/ HTTP/1.1\r\nHost: x\r\n'],
    ['415', 'POST /v1/sandbox/confirmation-tokens HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n'],
    ['200', 'GET /healthz HTTP/1.1\r\nHost: x\r\n'],
  ])('%s: answered at once, and its rest is not waited for', async (status, head) => {
    const { milliseconds, answers } = await drip(`${head}Content-Length: 100000\r\n\r\n{`, ' ')
    expect(answers.map((answer) => String(answer.status))).toEqual([status])
    expect(milliseconds).toBeLessThan(PATIENCE.body + PATIENCE.rest + 1500)
  })
})

describe('somebody who asks and does not read', () => {
  it('is hung up on', async () => {
    const socket = dial(till.url)
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {})
    socket.pause()
    const accepted = new Promise<Socket>((resolve) => till.till.app.server.once('connection', resolve))
    const closed = accepted.then((server) => new Promise<void>((resolve) => server.once('close', () => resolve())))
    socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(200))
    await closed
    expect((await till.anonymous.get('/healthz')).status).toBe(200)
  })
})

describe('others', () => {
  it('are answered while two hundred connections drip', async () => {
    const slow = Array.from({ length: 200 }, () => slowly(`${HEAD}Content-Length: 100000\r\n\r\n{`, ' '))
    const since = performance.now()
    for (let times = 0; times < 20; times += 1) {
      expect((await till.owner.get('/v1/organizations/')).status).toBe(200)
    }
    expect(performance.now() - since).toBeLessThan(10_000)
    for (const socket of slow) socket.destroy()
  })

  it('may take their time between two requests', async () => {
    const socket = dial(till.url)
    onTestFinished(() => void socket.destroy())
    const heard = listen(socket)
    for (let times = 1; times <= 2; times += 1) {
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
      while (answersIn(heard.text).length < times && !heard.isClosed) await sleep(5)
      await sleep(PATIENCE.headers + PATIENCE.rest)
    }
    expect(answersIn(heard.text).map(({ status }) => status)).toEqual([200, 200])
    expect(heard.isClosed).toBe(false)
  })
})

it('the usual patience is enough for slow lines, and has an end', () => {
  expect(USUAL_PATIENCE.headers).toBeLessThanOrEqual(20_000)
  expect(USUAL_PATIENCE.body).toBeGreaterThanOrEqual(20_000)
  expect(USUAL_PATIENCE.body).toBeLessThanOrEqual(60_000)
  expect(USUAL_PATIENCE.rest).toBeLessThanOrEqual(10_000)
  expect(USUAL_PATIENCE.request).toBeLessThanOrEqual(3_600_000)
  expect(USUAL_PATIENCE.reader).toBeGreaterThanOrEqual(120_000)
})
