import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { StripeSettings } from '../../src/platform/config.ts'
import { ApiError, StripeBooks, type StripeEvent } from './stripe/books.ts'
import { type Form, parseForm } from './stripe/form.ts'

const API_VERSION = '2026-10-28.endive'

/**
 * What goes wrong: nothing arrives and the connection is cut (`reset`); it is done and nobody is told (`lost`); nobody
 * answers (`silence`); an answer that is no JSON (`garbage`) or no answer to this (`nonsense`); or this status.
 */
export type Trouble = 'reset' | 'lost' | 'silence' | 'garbage' | 'nonsense' | number

/** The parameters that the API reference has, of those that anybody here could send. Others are refused. */
const INTENT = ['amount', 'currency', 'customer', 'metadata', 'payment_method', 'payment_method_types', 'expand']
const CALLS: Readonly<Record<string, readonly string[]>> = {
  'POST customers': ['email', 'name', 'metadata'],
  'POST payment_intents': [...INTENT, 'setup_future_usage'],
  'POST setup_intents': ['customer', 'metadata', 'payment_method_types', 'usage', 'expand'],
  'GET payment_intents/:id': ['expand'],
  'GET setup_intents/:id': ['expand'],
  'POST payment_intents/:id/confirm': ['confirmation_token', 'return_url', 'off_session', 'expand'],
  'POST setup_intents/:id/confirm': ['confirmation_token', 'return_url', 'expand'],
  'POST payment_intents/:id/cancel': ['expand'],
  'POST setup_intents/:id/cancel': ['expand'],
  'GET payment_methods/:id': [],
  'POST payment_methods/:id/detach': [],
  'POST refunds': ['payment_intent', 'amount', 'reason', 'metadata'],
  'GET refunds': ['payment_intent', 'limit', 'starting_after'],
  'GET refunds/:id': [],
}

interface Remembered {
  readonly asked: string
  readonly status: number
  readonly body: object
}

/**
 * A small Stripe: the endpoints that Till uses, in memory, on a free port of this machine. It is strict where the real
 * one is: keys, the version, forms with brackets, unknown parameters, idempotency keys, tokens that work once.
 */
export class StripeStandIn {
  readonly books = new StripeBooks()
  /** `POST payment_intents/:id/confirm`, in order, also those that went wrong. */
  readonly asked: string[] = []
  /** Asked about every call, with what it says. */
  trouble: (call: string, text: string) => Trouble | undefined = () => undefined
  /** Waited for when a call is done and its answer has not left yet. */
  beforeAnswer: (call: string) => Promise<void> = async () => {}
  readonly settings: StripeSettings
  readonly #server: Server
  readonly #remembered = new Map<string, Remembered>()

  private constructor(server: Server, settings: StripeSettings) {
    this.#server = server
    this.settings = settings
  }

  static async start(tryMilliseconds = 2000): Promise<StripeStandIn> {
    const server = createServer((request, response) => void standIn.#handle(request, response))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const secret = () => randomBytes(16).toString('hex')
    const standIn: StripeStandIn = new StripeStandIn(server, {
      secretKey: `sk_test_${secret()}`,
      publishableKey: `pk_test_${secret()}`,
      webhookSecret: `whsec_${secret()}`,
      apiBase: `http://127.0.0.1:${port}`,
      tryMilliseconds,
    })
    return standIn
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }

  /** A day has passed. */
  forgetKeys(): void {
    this.#remembered.clear()
  }

  /** What was told last about this. */
  lastEvent(type: string, reference: string): StripeEvent {
    const found = this.books.events.findLast(
      (event) => event.type === type && (event.data.object as { id?: string }).id === reference,
    )
    if (!found) throw new Error(`nothing was told of ${type} ${reference}`)
    return found
  }

  signature(body: string, secret = this.settings.webhookSecret, at = Date.now()): string {
    const time = Math.floor(at / 1000)
    return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
  }

  /** Tells a Till, as Stripe does. */
  async deliver(url: string, event: StripeEvent): Promise<number> {
    const body = JSON.stringify(event, null, 2)
    const response = await fetch(`${url}/v1/integrations/stripe/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': this.signature(body) },
      body,
    })
    await response.arrayBuffer()
    return response.status
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '/', 'http://stripe.test')
    const [, , kind, id, verb] = pathname.split('/')
    const call = `${request.method} ${[kind, id && ':id', verb].filter(Boolean).join('/')}`
    this.asked.push(call)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = request.method === 'GET' ? search : Buffer.concat(chunks).toString()
    const trouble = this.trouble(call, text)
    if (trouble === undefined || trouble === 'lost') {
      const { status, body } = this.#answer(request, pathname, call, text)
      await this.beforeAnswer(call)
      if (trouble === undefined) return send(response, status, JSON.stringify(body))
    }
    if (trouble === 'garbage') return send(response, 200, '<html>It works!</html>')
    if (trouble === 'nonsense') return send(response, 200, '{"hello":["world"]}')
    if (typeof trouble === 'number')
      return send(response, trouble, JSON.stringify(new ApiError(trouble, WORDS[trouble] ?? OUT_OF_ORDER).body))
    if (trouble !== 'silence') request.socket.destroy()
  }

  #answer(request: IncomingMessage, path: string, call: string, text: string): Remembered {
    const key = request.method === 'POST' ? String(request.headers['idempotency-key'] ?? '') : null
    const asked = `${path}?${text}`
    const earlier = key === null ? undefined : this.#remembered.get(key)
    try {
      this.#requireForm(request, call, parseForm(text), key)
      if (earlier && earlier.asked !== asked)
        throw new ApiError(400, { type: 'idempotency_error', message: 'Other words' })
      if (earlier) return earlier
      return this.#remember(key, { asked, status: 200, body: this.#perform(path, call, parseForm(text)) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { status, body } = error
      const isReplayed = earlier !== undefined || status === 401
      return isReplayed ? { asked, status, body } : this.#remember(key, { asked, status, body })
    }
  }

  #remember(key: string | null, remembered: Remembered): Remembered {
    // As it is now: what is shown later is something else.
    const body = structuredClone(remembered.body)
    if (key !== null) this.#remembered.set(key, { ...remembered, body })
    return { ...remembered, body }
  }

  #requireForm(request: IncomingMessage, call: string, form: Form, key: string | null): void {
    const { headers } = request
    const refuse = (code: string, param: string) =>
      new ApiError(400, { type: 'invalid_request_error', code, param, message: `${code}: ${param}` })
    if (headers.authorization !== `Bearer ${this.settings.secretKey}`) {
      throw new ApiError(401, { type: 'invalid_request_error', message: `Invalid API Key: ${headers.authorization}` })
    }
    if (headers['stripe-version'] !== API_VERSION) throw refuse('parameter_invalid', 'Stripe-Version')
    if (key === '') throw refuse('parameter_missing', 'Idempotency-Key')
    if (key !== null && headers['content-type'] !== 'application/x-www-form-urlencoded') {
      throw refuse('parameter_invalid', 'Content-Type')
    }
    const known = CALLS[call]
    if (!known)
      throw new ApiError(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${call})` })
    const unknown = Object.keys(form).find((name) => !known.includes(name))
    if (unknown !== undefined) throw refuse('parameter_unknown', unknown)
  }

  #perform(path: string, call: string, form: Form): object {
    const { books } = this
    const [, , kind = '', id = '', verb] = path.split('/')
    if (call === 'POST customers') return books.createCustomer(form)
    if (call === 'POST refunds') return books.refund(form)
    if (call === 'GET refunds') return books.listRefunds(form)
    if (kind === 'refunds') return books.findRefund(id)
    if (kind === 'payment_methods') return verb === 'detach' ? books.detach(id) : books.showCard(id)
    if (id === '') return books.openIntent(kind === 'payment_intents' ? 'payment_intent' : 'setup_intent', form)
    if (verb === 'confirm') books.confirm(id, form)
    if (verb === 'cancel') books.cancel(id)
    return books.show(id, form)
  }
}

const OUT_OF_ORDER = { type: 'api_error', message: 'Out of order' }
const WORDS: Readonly<Record<number, typeof OUT_OF_ORDER & { code: string }>> = {
  409: {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: 'Another request with this key is running',
  },
}

function send(response: ServerResponse, status: number, body: string): void {
  const headers = { 'content-type': 'application/json', 'request-id': `req_${randomBytes(7).toString('hex')}` }
  response.writeHead(status, headers).end(body)
}
