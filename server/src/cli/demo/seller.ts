import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

type Method = 'GET' | 'POST' | 'PATCH'

export interface WithId {
  readonly id: string
}

/** Calls the API the way a seller and their buyers do, without a network in between. */
export class Seller {
  readonly #app: FastifyInstance
  readonly #token: string

  constructor(app: FastifyInstance, token: string) {
    this.#app = app
    this.#token = token
  }

  get<Answer>(path: string): Promise<Answer> {
    return this.#must('GET', path)
  }

  post<Answer = WithId>(path: string, body: object): Promise<Answer> {
    return this.#must('POST', path, body)
  }

  patch<Answer = WithId>(path: string, body: object): Promise<Answer> {
    return this.#must('PATCH', path, body)
  }

  /** Sends bytes to an address that an answer gave; answers the tag that they got. Bytes need a real connection. */
  async put(url: string, bytes: Buffer): Promise<string> {
    const response = await fetch((await this.#address()) + new URL(url).pathname, { method: 'PUT', body: bytes })
    if (!response.ok) throw new Error(`the demo's bytes were refused: ${response.status} ${await response.text()}`)
    return response.headers.get('etag') ?? ''
  }

  async #address(): Promise<string> {
    if (!this.#app.server.listening) await this.#app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = this.#app.server.address() as AddressInfo
    return `http://127.0.0.1:${port}`
  }

  /** Whether a buyer's card was taken. Buyers send no token. */
  async confirm(clientSecret: string, body: object): Promise<boolean> {
    const { status, answer } = await this.#call('POST', `/v1/checkouts/custom/client/${clientSecret}/confirm`, body)
    if (status === 200) return true
    if (status === 400) return false
    throw new Error(`the demo's buyer was refused: ${status} ${JSON.stringify(answer)}`)
  }

  async #must<Answer>(method: Method, path: string, body?: object): Promise<Answer> {
    const { status, answer } = await this.#call(method, path, body, { authorization: `Bearer ${this.#token}` })
    if (status >= 300) throw new Error(`the demo was refused: ${method} ${path} ${status} ${JSON.stringify(answer)}`)
    return answer as Answer
  }

  async #call(method: Method, url: string, body?: object, headers: Record<string, string> = {}) {
    const response = await this.#app.inject({ method, url, headers, ...(body && { payload: body }) })
    return { status: response.statusCode, answer: response.json() as unknown }
  }
}
