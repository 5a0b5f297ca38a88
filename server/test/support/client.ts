/** What the server answered, with the body as JSON where there is one. */
export interface Reply {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any
  readonly headers: Headers
}

export type ExtraHeaders = Readonly<Record<string, string>>

/** Calls a server over HTTP with one credential. */
export class Client {
  readonly #base: string
  readonly #token: string | undefined

  constructor(base: string, token?: string) {
    this.#base = base
    this.#token = token
  }

  get = (path: string, headers?: ExtraHeaders) => this.send('GET', path, undefined, headers)
  post = (path: string, body?: unknown, headers?: ExtraHeaders) => this.send('POST', path, body, headers)
  patch = (path: string, body?: unknown, headers?: ExtraHeaders) => this.send('PATCH', path, body, headers)
  delete = (path: string, headers?: ExtraHeaders) => this.send('DELETE', path, undefined, headers)

  async send(method: string, path: string, body?: unknown, headers: ExtraHeaders = {}): Promise<Reply> {
    const response = await fetch(this.#base + path, {
      method,
      headers: {
        accept: 'application/json',
        ...(this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      redirect: 'manual',
    })
    const text = await response.text()
    const isJson = text !== '' && response.headers.get('content-type')?.includes('json') === true
    return {
      status: response.status,
      body: isJson ? JSON.parse(text) : text,
      headers: response.headers,
    }
  }

  /** The body of an answer that has to be a success. */
  async must(reply: Promise<Reply>): Promise<Reply['body']> {
    const { status, body } = await reply
    if (status >= 300) throw new Error(`expected success, got ${status}: ${JSON.stringify(body)}`)
    return body
  }
}
