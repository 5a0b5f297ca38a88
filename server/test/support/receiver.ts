import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'

export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** When its body was complete, by the system's clock. */
  readonly at: number
}

/** What happens to a request. The body has been read, unless the behavior says that it goes first. */
export interface Behavior {
  readonly isHasty?: boolean
  respond(response: ServerResponse, request: IncomingMessage): void | Promise<void>
}

interface AnswerParts {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  readonly afterMilliseconds?: number
}

/** Every way that a receiver can behave, and misbehave. */
export const behave = {
  answer(status: number, { headers = {}, body = '', afterMilliseconds = 0 }: AnswerParts = {}): Behavior {
    return {
      async respond(response) {
        if (afterMilliseconds > 0) await sleep(afterMilliseconds)
        response.writeHead(status, headers).end(body)
      },
    }
  },
  redirect: (location: string, status = 302): Behavior => behave.answer(status, { headers: { location } }),
  /** Never answers. */
  hang: (): Behavior => ({ respond() {} }),
  /** A byte of the body at a time, without an end. */
  drip: (milliseconds = 20, status = 200): Behavior => ({
    async respond(response) {
      response.writeHead(status)
      while (!response.destroyed) {
        response.write('.')
        await sleep(milliseconds)
      }
    },
  }),
  /** As much body as the other side takes. */
  endless: (status = 200): Behavior => ({
    async respond(response) {
      await pipeline(Readable.from(endlessChunks()), response.writeHead(status))
    },
  }),
  /** Reads the request and closes the connection. */
  closeEarly: (): Behavior => ({ respond: (_, request) => void request.socket.destroy() }),
  /** Closes the connection in the middle of the answer. */
  closeInBody: (status = 200): Behavior => ({
    async respond(response, request) {
      response.writeHead(status, { 'content-length': '1000' }).write('the beginning')
      await sleep(20)
      request.socket.destroy()
    },
  }),
  /** These bytes, in the place of an answer. */
  raw: (bytes: string): Behavior => ({ respond: (_, request) => void request.socket.end(bytes) }),
  /** Answers before it reads the body, and reads none of it. */
  answerUnread: (status: number, body = ''): Behavior => ({
    isHasty: true,
    respond: (response) => void response.writeHead(status, { 'content-length': String(body.length) }).end(body),
  }),
} as const

function* endlessChunks(): Generator<Buffer> {
  const chunk = Buffer.alloc(16_384, 'x')
  while (true) yield chunk
}

export interface ReceiverOptions {
  /** Speaks TLS with these. */
  readonly tls?: { readonly key: string; readonly cert: string }
}

/** Somebody on this machine who gets requests, keeps them, and answers as told, path by path. */
export class Receiver {
  /** Complete requests, in the order of their arrival. */
  readonly requests: ReceivedRequest[] = []
  /** Connections that were made so far. */
  connections = 0
  /** For the paths that nothing was said about. */
  otherwise: Behavior = behave.answer(204)
  readonly port: number
  readonly #scheme: 'http' | 'https'
  readonly #server: Server
  readonly #behaviors = new Map<string, Behavior[]>()

  private constructor(server: Server, scheme: 'http' | 'https') {
    this.#server = server
    this.#scheme = scheme
    this.port = (server.address() as AddressInfo).port
  }

  static async start({ tls }: ReceiverOptions = {}): Promise<Receiver> {
    const handle = (request: IncomingMessage, response: ServerResponse) => {
      // Whoever breaks off in the middle of a body is forgotten.
      receiver.#handle(request, response).catch(() => response.destroy())
    }
    const server = tls ? createTlsServer(tls, handle) : createServer(handle)
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const receiver: Receiver = new Receiver(server, tls ? 'https' : 'http')
    server.on('connection', () => {
      receiver.connections += 1
    })
    server.on('clientError', (_, socket) => socket.destroy())
    return receiver
  }

  /** An address of this receiver. The host is another one where a test has its own names. */
  url(path = '/hook', host = '127.0.0.1'): string {
    return `${this.#scheme}://${host}:${this.port}${path}`
  }

  /** Behaves like the first the first time, like the second the second time, and like the last from then on. */
  at(path: string, ...behaviors: readonly [Behavior, ...Behavior[]]): void {
    this.#behaviors.set(path, [...behaviors])
  }

  requestsTo(path: string): ReceivedRequest[] {
    return this.requests.filter((request) => request.path === path)
  }

  /** Cuts what is open, also connections that nobody uses at this moment. */
  cutConnections(): void {
    this.#server.closeAllConnections()
  }

  /** From now on, nobody listens at this port. */
  async stop(): Promise<void> {
    const closed = new Promise((done) => this.#server.close(done))
    this.#server.closeAllConnections()
    await closed
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/'
    const behavior = this.#next(path)
    if (!behavior.isHasty) await this.#keep(request, path)
    await behavior.respond(response, request)
  }

  #next(path: string): Behavior {
    const behaviors = this.#behaviors.get(path) ?? []
    return (behaviors.length > 1 ? behaviors.shift() : behaviors[0]) ?? this.otherwise
  }

  async #keep(request: IncomingMessage, path: string): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', headers } = request
    this.requests.push({ method, path, headers, body: Buffer.concat(chunks).toString(), at: Date.now() })
  }
}
