import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, ServiceUnavailable, TooManyRequests } from '../../../kernel/refusal.ts'
import type { Feed } from './feed.ts'
import { OpenStream, type ReaderLimits } from './open-stream.ts'

export interface StreamLimits extends ReaderLimits {
  /** Streams of this process. */
  readonly most: number
  /** Streams about one thing: for another one the oldest has to go. */
  readonly mostPerSubject: number
}

const USUAL: StreamLimits = { most: 5000, mostPerSubject: 10, mostUnread: 262_144, heartbeatMilliseconds: 15_000 }

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Proxies that gather answers would hold events back.
  'x-accel-buffering': 'no',
  // Nothing follows on this connection, so that it need not be waited for when the server stops.
  connection: 'close',
}

/** The streams of server-sent events that this process serves. */
export class OpenStreams {
  readonly #limits: StreamLimits
  /** By what they are about, each in the order of opening. */
  readonly #bySubject = new Map<string, Set<OpenStream>>()
  #count = 0
  #isClosing = false

  constructor(limits: Partial<StreamLimits> = {}) {
    this.#limits = { ...USUAL, ...limits }
  }

  /** Refuses in the usual shape, as long as nothing was sent. */
  send(request: FastifyRequest, reply: FastifyReply, feed: Feed, render: (body: unknown) => string): FastifyReply {
    if (this.#isClosing) throw stopping()
    if (request.method === 'HEAD') return reply.code(200).headers(HEADERS).send()
    this.#makeRoom(feed.subject)
    const stream = new OpenStream(reply.raw, feed.subject, this.#limits)
    this.#add(stream)
    reply.raw.once('close', () => {
      this.#remove(stream)
      stream.forget()
    })
    stream.follow(feed, render)
    return reply.code(200).headers(HEADERS).send(stream.pipe)
  }

  /** Ends all of them at once; their clients come back, to whoever listens then. */
  closeAll(): void {
    this.#isClosing = true
    for (const stream of [...this.#bySubject.values()].flatMap((same) => [...same])) {
      if (stream.isBehind()) stream.cutOff()
      else stream.close()
    }
  }

  #makeRoom(subject: string): void {
    const same = this.#bySubject.get(subject) ?? new Set()
    const [oldest] = same
    if (oldest && same.size >= this.#limits.mostPerSubject) {
      this.#remove(oldest)
      oldest.close()
    }
    if (this.#count >= this.#limits.most) throw tooMany()
  }

  #add(stream: OpenStream): void {
    this.#count += 1
    const same = this.#bySubject.get(stream.subject) ?? new Set()
    this.#bySubject.set(stream.subject, same.add(stream))
  }

  /** Once is enough, whoever asks first. */
  #remove(stream: OpenStream): void {
    const same = this.#bySubject.get(stream.subject)
    if (!same?.delete(stream)) return
    this.#count -= 1
    if (same.size === 0) this.#bySubject.delete(stream.subject)
  }
}

const stopping = () =>
  new Refusal(ServiceUnavailable, { detail: 'This server stops. Try again.', headers: { 'retry-after': '1' } })

const tooMany = () =>
  new Refusal(TooManyRequests, {
    detail: 'Too many streams are open here. Try again in a moment, or read it instead.',
    code: 'too_many_streams',
    headers: { 'retry-after': '5' },
  })

const byApp = new WeakMap<FastifyInstance, OpenStreams>()

/** To be asked while routes are mounted. A server that stops does not wait for those who merely listen. */
export function openStreamsOf(app: FastifyInstance): OpenStreams {
  const known = byApp.get(app)
  if (known) return known
  const streams = new OpenStreams()
  byApp.set(app, streams)
  app.addHook('preClose', async () => streams.closeAll())
  return streams
}
