import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { allow } from '../../../test/support/allow.ts'
import { behave, Receiver } from '../../../test/support/receiver.ts'
import { type Post, type PostResult, Sender, type SenderOptions } from './post.ts'

const LOOPBACK = allow('127.0.0.1')

let receiver: Receiver
beforeAll(async () => {
  receiver = await Receiver.start()
})
afterAll(() => receiver.stop())
afterEach(() => {
  receiver.requests.length = 0
})

function newSender(options: Partial<SenderOptions> = {}): Sender {
  const sender = new Sender({ allowed: LOOPBACK, ...options })
  onTestFinished(() => sender.close())
  return sender
}

const postTo = (sender: Sender, url: string, rest: Partial<Post> = {}): Promise<PostResult> =>
  sender.post({ url, headers: {}, body: '{}', ...rest })

/** More than the system keeps for somebody who does not read. */
const LARGE = 'x'.repeat(8_000_000)

describe('a request', () => {
  it('has the headers and the body that it was given', async () => {
    const url = receiver.url('/hook?shop=1')
    const result = await postTo(newSender(), url, { headers: { 'webhook-id': 'evt_1' }, body: '{"größe":"🧾"}' })
    expect(result).toMatchObject({ kind: 'answered', status: 204, retryAfter: null, body: '' })
    expect(receiver.requests).toMatchObject([
      {
        method: 'POST',
        path: '/hook?shop=1',
        body: '{"größe":"🧾"}',
        headers: { 'webhook-id': 'evt_1', 'content-type': 'application/json', host: `127.0.0.1:${receiver.port}` },
      },
    ])
  })

  it('uses a connection again, and closes those that it no longer needs', async () => {
    const before = receiver.connections
    const sender = newSender()
    for (let i = 0; i < 5; i += 1) await postTo(sender, receiver.url())
    expect(receiver.connections - before).toBe(1)
    await Promise.all(Array.from({ length: 30 }, () => postTo(sender, receiver.url())))
    expect(receiver.requests).toHaveLength(35)
  })

  it('never opens more connections to a host than it may', async () => {
    const before = receiver.connections
    const sender = newSender({ mostPerHost: 3 })
    receiver.at('/slow', behave.answer(204, { afterMilliseconds: 10 }))
    const results = await Promise.all(Array.from({ length: 12 }, () => postTo(sender, receiver.url('/slow'))))
    expect(results.every(({ kind }) => kind === 'answered')).toBe(true)
    expect(receiver.connections - before).toBe(3)
  })

  it('is sent again when a kept connection turns out to be closed', async () => {
    const sender = newSender()
    receiver.at('/moody', behave.answer(204), behave.closeEarly(), behave.answer(200))
    expect(await postTo(sender, receiver.url('/moody'))).toMatchObject({ status: 204 })
    expect(await postTo(sender, receiver.url('/moody'))).toMatchObject({ status: 200 })
    expect(receiver.requestsTo('/moody')).toHaveLength(3)
  })

  it('is sent once when a new connection is closed', async () => {
    receiver.at('/close', behave.closeEarly())
    expect(await postTo(newSender(), receiver.url('/close'))).toMatchObject({ kind: 'failed', reason: 'reset' })
    expect(receiver.requestsTo('/close')).toHaveLength(1)
  })

  it('can be stopped, before and while it runs', async () => {
    const sender = newSender()
    receiver.at('/hang', behave.hang())
    expect(await postTo(sender, receiver.url('/hang'), { signal: AbortSignal.abort() })).toMatchObject({
      kind: 'failed',
      reason: 'aborted',
    })
    const control = new AbortController()
    const result = postTo(sender, receiver.url('/hang'), { signal: control.signal })
    await expect.poll(() => receiver.requestsTo('/hang').length).toBe(1)
    control.abort()
    expect(await result).toMatchObject({ kind: 'failed', reason: 'aborted' })
  })
})

describe('an answer', () => {
  it.each([200, 201, 301, 400, 410, 429, 500, 503])('is its status: %i', async (status) => {
    receiver.at('/status', behave.answer(status, { headers: { 'retry-after': '7' }, body: 'so it is' }))
    expect(await postTo(newSender(), receiver.url('/status'))).toEqual({
      kind: 'answered',
      status,
      retryAfter: '7',
      body: 'so it is',
      milliseconds: expect.any(Number),
    })
  })

  it('is the redirect itself: nobody goes there', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.at('/away', behave.redirect(receiver.url('/elsewhere'), status))
      expect(await postTo(newSender(), receiver.url('/away'))).toMatchObject({ kind: 'answered', status })
    }
    expect(receiver.requestsTo('/elsewhere')).toEqual([])
  })

  it('is kept up to 2 KB, as text that can be stored', async () => {
    const body = Buffer.concat([Buffer.from('a\0b'), Buffer.from([0xff, 0xfe]), Buffer.from('é'.repeat(2000))])
    receiver.at('/text', behave.answer(200, { body }))
    const result = await postTo(newSender(), receiver.url('/text'))
    // 2048 bytes are 3, 2, and 1021 and a half of those with two.
    expect(result).toMatchObject({ body: `ab\ufffd\ufffd${'é'.repeat(1021)}` })
  })

  it('of up to 64 KB is read to its end, so that the connection is used again', async () => {
    const sender = newSender()
    const before = receiver.connections
    receiver.at('/long', behave.answer(200, { body: 'x'.repeat(65_536) }))
    for (let i = 0; i < 2; i += 1)
      expect(await postTo(sender, receiver.url('/long'))).toMatchObject({ status: 200, body: 'x'.repeat(2048) })
    expect(receiver.connections - before).toBe(1)
  })

  it('without an end is cut off, and counts', async () => {
    receiver.at('/endless', behave.endless(202))
    const result = await postTo(newSender(), receiver.url('/endless'))
    expect(result).toMatchObject({ kind: 'answered', status: 202, body: 'x'.repeat(2048) })
    expect(result.milliseconds).toBeLessThan(5000)
  })

  it('counts also when it comes before everything was sent', async () => {
    const sender = newSender()
    receiver.at('/hasty', behave.answerUnread(413, 'too much'))
    for (let i = 0; i < 3; i += 1)
      expect(await postTo(sender, receiver.url('/hasty'), { body: LARGE })).toMatchObject({
        kind: 'answered',
        status: 413,
        body: 'too much',
      })
  })

  it('after a preliminary one is the final one', async () => {
    receiver.at(
      '/early',
      behave.raw('HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\nok'),
    )
    expect(await postTo(newSender(), receiver.url('/early'))).toMatchObject({
      kind: 'answered',
      status: 201,
      body: 'ok',
    })
  })
})

describe('without an answer it fails', () => {
  const fails = async (reason: string, url: string, options: Partial<SenderOptions> = {}, rest: Partial<Post> = {}) => {
    const result = await postTo(newSender(options), url, rest)
    expect(result).toEqual({ kind: 'failed', reason, detail: expect.any(String), milliseconds: expect.any(Number) })
    return result as PostResult & { kind: 'failed' }
  }

  it('when nobody listens', async () => {
    const gone = await Receiver.start()
    await gone.stop()
    const { detail } = await fails('refused', gone.url())
    expect(detail).toBe('The connection was refused. (ECONNREFUSED)')
  })

  it.each(['/hang', '/drip', '/drip-headers'])('in time: %s', async (path) => {
    receiver.at('/hang', behave.hang())
    receiver.at('/drip', behave.drip(5))
    receiver.at('/drip-headers', {
      async respond(_, { socket }) {
        socket.write('HTTP/1.1 200 OK\r\n')
        const timer = setInterval(() => socket.write('x-more: 1\r\n'), 20)
        socket.on('close', () => clearInterval(timer))
      },
    })
    const { milliseconds } = await fails('timeout', receiver.url(path), { milliseconds: 150 })
    expect(milliseconds).toBeGreaterThanOrEqual(145)
    expect(milliseconds).toBeLessThan(2000)
  })

  it('in time, also when nobody takes the request, or shakes hands', async () => {
    const sockets: Socket[] = []
    const server = createTcpServer((socket) => sockets.push(socket.pause().on('error', () => {})))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    const { port } = server.address() as AddressInfo
    for (const scheme of ['http', 'https'])
      await fails('timeout', `${scheme}://127.0.0.1:${port}/`, { milliseconds: 150 }, { body: LARGE })
    expect(sockets).toHaveLength(2)
  })

  it('in time, also when the name servers are silent', async () => {
    await fails('timeout', 'https://silent.example/', { milliseconds: 150, resolve: () => new Promise(() => {}) })
  })

  it('in time, also when it waits for a connection', async () => {
    receiver.at('/hang', behave.hang())
    const sender = newSender({ milliseconds: 150, mostPerHost: 1 })
    const results = await Promise.all([0, 1, 2].map(() => postTo(sender, receiver.url('/hang'))))
    expect(results).toMatchObject([0, 1, 2].map(() => ({ kind: 'failed', reason: 'timeout' })))
    for (const { milliseconds } of results) expect(milliseconds).toBeLessThan(1000)
  })

  it('when the answer breaks off', async () => {
    receiver.at('/break', behave.closeInBody())
    await fails('reset', receiver.url('/break'))
  })

  it.each([
    ['SSH-2.0-OpenSSH_9.6\r\n', 'garbage'],
    ['\0\0\0\0', 'garbage'],
    ['HTTP/1.1 two hundred\r\n\r\n', 'garbage'],
    ['HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n', 'garbage'],
    ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n', 'garbage'],
    ['HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n', 'garbage'],
    [`HTTP/1.1 200 OK\r\nx-large: ${'x'.repeat(17_000)}\r\n\r\n`, 'large_headers'],
    ['HTTP/1.1 200 OK\r\nx-never', 'reset'],
    ['', 'reset'],
  ])('when the answer is none: %#', async (bytes, reason) => {
    receiver.at('/raw', behave.raw(bytes))
    await fails(reason, receiver.url('/raw'))
  })
})

describe('many at once', () => {
  it('have one result each, whatever the receiver does', async () => {
    const behaviors = {
      '/fine': behave.answer(200, { body: 'x'.repeat(10_000) }),
      '/slow': behave.answer(204, { afterMilliseconds: 30 }),
      '/hang': behave.hang(),
      '/drip': behave.drip(10),
      '/endless': behave.endless(),
      '/close': behave.closeEarly(),
      '/break': behave.closeInBody(),
      '/hasty': behave.answerUnread(400),
      '/garbage': behave.raw('nonsense'),
    }
    for (const [path, behavior] of Object.entries(behaviors)) receiver.at(path, behavior)
    const sender = newSender({ milliseconds: 200, mostPerHost: 50 })
    const paths = Object.keys(behaviors)
    const results = await Promise.all(
      Array.from({ length: 300 }, (_, i) => {
        const url = receiver.url(paths[i % paths.length])
        // Some are stopped at some moment of their life.
        const stop = i % 7 === 0 ? { signal: AbortSignal.timeout(i % 150) } : {}
        return postTo(sender, url, { body: i % 3 === 0 ? 'x'.repeat(200_000) : '{}', ...stop })
      }),
    )
    expect(results).toHaveLength(300)
    for (const result of results) expect(result.milliseconds).toBeLessThan(3000)
    const reasons = new Set(results.map((result) => (result.kind === 'answered' ? 'answered' : result.reason)))
    expect(reasons).not.toContain('unknown')
  })
})
