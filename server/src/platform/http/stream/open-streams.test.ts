import { connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Refusal } from '../../../kernel/refusal.ts'
import { dropSilentConnections } from '../silent-connections.ts'
import { Feed, type Listener } from './feed.ts'
import { OpenStreams, type StreamLimits } from './open-streams.ts'

/** A server with nothing but streams, each about what stands in its address. */
class Station {
  readonly streams: OpenStreams
  readonly app: FastifyInstance
  readonly listeners = new Map<string, Listener[]>()
  stopped = 0
  url = ''

  constructor(limits: Partial<StreamLimits>) {
    this.streams = new OpenStreams(limits)
    this.app = Fastify({ forceCloseConnections: 'idle' })
    dropSilentConnections(this.app)
    this.app.get('/:subject', async (request, reply) => {
      const { subject } = request.params as { subject: string }
      try {
        return this.streams.send(request, reply, this.#feed(subject), (body) => JSON.stringify(body))
      } catch (error) {
        return reply.code(error instanceof Refusal ? error.kind.status : 500).send()
      }
    })
  }

  #feed(subject: string): Feed {
    return new Feed(subject, (listener) => {
      this.listeners.set(subject, [...(this.listeners.get(subject) ?? []), listener])
      return () => {
        this.stopped += 1
      }
    })
  }

  tell(subject: string, body: unknown): void {
    for (const listener of this.listeners.get(subject) ?? []) listener.tell({ id: '1', body })
  }
}

async function start(limits: Partial<StreamLimits> = {}): Promise<Station> {
  const station = new Station(limits)
  station.url = await station.app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => {
    station.streams.closeAll()
    return station.app.close()
  })
  return station
}

/** Asks and never reads the answer. */
async function askAndLookAway(station: Station, subject: string): Promise<Socket> {
  const { hostname, port } = new URL(station.url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => {})
  onTestFinished(() => {
    socket.destroy()
  })
  socket.write(`GET /${subject} HTTP/1.1\r\nHost: x\r\n\r\n`)
  await expect.poll(() => station.listeners.get(subject)?.length).toBe(1)
  return socket.pause()
}

describe('streams', () => {
  it('say that they live', async () => {
    const station = await start({ heartbeatMilliseconds: 20 })
    const { body } = await fetch(`${station.url}/a`)
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!/still here[\s\S]*still here/.test(text)) text += (await reader?.read())?.value ?? ''
    expect(text).toMatch(/^retry: \d+\n\n: still here\n\n/)
    await reader?.cancel()
    await expect.poll(() => station.stopped).toBe(1)
  })

  it('are refused when there are too many, and fit again when one has gone', async () => {
    const station = await start({ most: 2 })
    const abort = new AbortController()
    await fetch(`${station.url}/a`, { signal: abort.signal })
    await fetch(`${station.url}/b`)
    expect((await fetch(`${station.url}/c`)).status).toBe(429)
    abort.abort()
    await expect.poll(async () => (await fetch(`${station.url}/c`)).status).toBe(200)
  })

  it('about one thing: the newest stay, and a place is not counted twice', async () => {
    const station = await start({ most: 3, mostPerSubject: 2 })
    const first = await fetch(`${station.url}/a`)
    await fetch(`${station.url}/a`)
    await fetch(`${station.url}/b`)
    expect((await fetch(`${station.url}/a`)).status).toBe(200)
    expect(await first.text()).toMatch(/^retry/)
    expect((await fetch(`${station.url}/c`)).status).toBe(429)
  })

  it('of who does not read are cut off, by what waits for them or by time', async () => {
    const station = await start({ mostUnread: 100_000, heartbeatMilliseconds: 100 })
    await askAndLookAway(station, 'flooded')
    for (let i = 0; i < 500 && station.stopped === 0; i += 1) {
      station.tell('flooded', 'x'.repeat(50_000))
      await new Promise((resolve) => setImmediate(resolve))
    }
    await expect.poll(() => station.stopped).toBe(1)
  })

  it('end at once when the server stops, also those that nobody reads', async () => {
    const station = await start({ mostUnread: 1e9, heartbeatMilliseconds: 1e6 })
    await askAndLookAway(station, 'stalled')
    for (let i = 0; i < 400; i += 1) station.tell('stalled', 'x'.repeat(50_000))
    const read = await fetch(`${station.url}/read`)
    station.streams.closeAll()
    expect(await read.text()).toMatch(/^retry/)
    await station.app.close()
    expect(station.stopped).toBe(2)
    expect(() => station.streams.send({} as never, {} as never, {} as never, String)).toThrow(Refusal)
  })
})
