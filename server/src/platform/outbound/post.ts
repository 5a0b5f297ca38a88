import * as http from 'node:http'
import * as https from 'node:https'
import { isIP } from 'node:net'
import { type Allowed, bareHost } from './allowed.ts'
import { codeOf, type FailureReason, OutboundFailure } from './failure.ts'
import { isInward } from './inward.ts'
import { readBeginning } from './read-answer.ts'
import { askNameServers, guardedLookup, type Resolve } from './resolve.ts'

export interface Post {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal?: AbortSignal
}

export type PostResult = (Answer | Failure) & { readonly milliseconds: number }

export interface Answer {
  readonly kind: 'answered'
  readonly status: number
  readonly retryAfter: string | null
  /** The first 2 KB, as text. */
  readonly body: string
}

export interface Failure {
  readonly kind: 'failed'
  readonly reason: FailureReason
  /** A sentence that can be shown to the owner of the URL. */
  readonly detail: string
}

export interface SenderOptions {
  readonly allowed: Allowed
  /** From the beginning, with the name's look-up, to the last byte of the answer. */
  readonly milliseconds?: number
  /** How many requests to one host can run at once. Others wait, and their time runs. */
  readonly mostPerHost?: number
  readonly resolve?: Resolve
  /** In the place of the authorities that Node trusts. */
  readonly authorities?: string
}

const MILLISECONDS = 10_000
const MOST_PER_HOST = 1000
const IDLE_MILLISECONDS = 10_000
const MOST_IDLE_PER_HOST = 50
const MOST_HEADER_BYTES = 16_384
const LONGEST_HINT = 100

/** A receiver far away should not lose against its other addresses before it could answer. */
const ADDRESS_MILLISECONDS = 1000

/**
 * Sends requests to addresses that strangers have chosen. It never throws: whatever the other side does is a result.
 * A connection that is used again leads to the address that was checked when it was made. Redirects are not followed, and
 * proxies of the environment are not used.
 */
export class Sender {
  readonly #allowed: Allowed
  readonly #milliseconds: number
  readonly #connection: https.AgentOptions
  readonly #plain: http.Agent
  readonly #secure: https.Agent

  constructor({ allowed, milliseconds = MILLISECONDS, mostPerHost = MOST_PER_HOST, ...rest }: SenderOptions) {
    this.#allowed = allowed
    this.#milliseconds = milliseconds
    this.#connection = {
      lookup: guardedLookup(allowed, rest.resolve ?? ((name) => askNameServers(name))),
      autoSelectFamilyAttemptTimeout: ADDRESS_MILLISECONDS,
      ...(rest.authorities === undefined ? {} : { ca: rest.authorities }),
    }
    const kept = {
      ...this.#connection,
      keepAlive: true,
      maxSockets: mostPerHost,
      maxFreeSockets: MOST_IDLE_PER_HOST,
      timeout: IDLE_MILLISECONDS,
    }
    this.#plain = new http.Agent(kept)
    this.#secure = new https.Agent(kept)
  }

  async post(post: Post): Promise<PostResult> {
    const begun = performance.now()
    const result = await this.#within(post, (signal) => this.#deliver(post, signal))
    return { ...result, milliseconds: Math.round(performance.now() - begun) }
  }

  /** Closes every connection, also those in use. */
  close(): void {
    this.#plain.destroy()
    this.#secure.destroy()
  }

  /** Not `AbortSignal.any`, which stays attached to a signal that lives as long as the process. */
  async #within(post: Post, work: (signal: AbortSignal) => Promise<Answer>): Promise<Answer | Failure> {
    const control = new AbortController()
    const stop = () => control.abort(new OutboundFailure('aborted'))
    const timer = setTimeout(() => control.abort(new OutboundFailure('timeout')), this.#milliseconds)
    post.signal?.addEventListener('abort', stop)
    if (post.signal?.aborted) stop()
    try {
      return await work(control.signal)
    } catch (error) {
      const { reason, message } = OutboundFailure.from(control.signal.aborted ? control.signal.reason : error)
      return { kind: 'failed', reason, detail: message }
    } finally {
      clearTimeout(timer)
      post.signal?.removeEventListener('abort', stop)
    }
  }

  async #deliver({ url: text, headers, body }: Post, signal: AbortSignal): Promise<Answer> {
    const url = new URL(text)
    this.#requireOpen(url)
    const options = { ...requestOptions(url), headers: { ...headers, ...headersFor(body) }, signal }
    const isPlain = url.protocol === 'http:'
    const send = (agent: http.Agent | false) =>
      exchange((isPlain ? http : https).request({ ...this.#connection, ...options, agent }), body)
    try {
      return await send(isPlain ? this.#plain : this.#secure)
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error
      return await send(false)
    }
  }

  /** Names are checked when they are looked up, addresses here. */
  #requireOpen({ protocol, hostname }: URL): void {
    const host = bareHost(hostname)
    if (this.#allowed.host(host)) return
    if (protocol !== 'https:') throw new OutboundFailure('insecure')
    if (isIP(host) !== 0 && isInward(host)) throw new OutboundFailure('inward')
  }
}

function requestOptions({ hostname, port, pathname, search }: URL): https.RequestOptions {
  const host = bareHost(hostname)
  return {
    method: 'POST',
    host,
    port,
    path: pathname + search,
    maxHeaderSize: MOST_HEADER_BYTES,
    // The certificate has to be of the name in the URL.
    ...(isIP(host) === 0 ? { servername: host } : {}),
  }
}

function headersFor(body: string): Record<string, string | number> {
  return {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'Till',
    accept: '*/*',
  }
}

/** The other side had closed a kept connection before it got anything of this request. */
class StaleConnection extends Error {}

function exchange(request: http.ClientRequest, body: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let isAnswered = false
    request.on('response', (response) => {
      isAnswered = true
      readBeginning(response)
        .then((text) => resolve(answerOf(response, text)), reject)
        // Who answers without reading the rest might never read it, and the connection would wait for that.
        .finally(() => request.writableFinished || request.destroy())
    })
    request.on('error', (error) => {
      const isStale = request.reusedSocket && !isAnswered && ['ECONNRESET', 'EPIPE'].includes(codeOf(error) ?? '')
      reject(isStale ? new StaleConnection() : error)
    })
    // A change of protocols ends without an error and without an answer.
    request.on('close', () => isAnswered || reject(new OutboundFailure('garbage')))
    request.end(body)
  })
}

function answerOf({ statusCode = 0, headers }: http.IncomingMessage, body: string): Answer {
  return {
    kind: 'answered',
    status: statusCode,
    retryAfter: headers['retry-after']?.slice(0, LONGEST_HINT) ?? null,
    body,
  }
}
