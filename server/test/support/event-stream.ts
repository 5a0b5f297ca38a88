import { type ClientRequest, get, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import type { TestTill } from './till.ts'

export interface ToldEvent {
  readonly id: string
  /** Undefined where a stream tells of one kind of thing only. */
  readonly name: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape
  readonly data: any
}

/** A client of server-sent events that keeps everything it is told. */
export class EventStream {
  readonly response: IncomingMessage
  readonly told: ToldEvent[] = []
  /** Every line that came, comments too. */
  text = ''
  readonly #request: ClientRequest
  readonly #over: Promise<void>

  constructor(request: ClientRequest, response: IncomingMessage) {
    this.#request = request
    this.response = response
    this.#over = this.#read().catch(() => {})
  }

  /** Until the server ends the stream, or it breaks off. */
  over(): Promise<void> {
    return this.#over
  }

  async close(): Promise<void> {
    this.#request.destroy()
    await this.#over
  }

  async #read(): Promise<void> {
    let rest = ''
    for await (const text of this.response.setEncoding('utf8')) {
      this.text += text
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) this.#keep(block)
    }
  }

  #keep(block: string): void {
    const fields = new Map(block.split('\n').map((line) => [line.split(':', 1)[0], line.slice(line.indexOf(':') + 2)]))
    const data = fields.get('data')
    if (data !== undefined)
      this.told.push({ id: fields.get('id') ?? '', name: fields.get('event'), data: JSON.parse(data) })
  }
}

/** With a connection of its own: `fetch` may open more than it uses, which a server that stops would wait for. */
export function openStream(
  till: Pick<TestTill, 'url'>,
  path: string,
  headers: OutgoingHttpHeaders = {},
): Promise<EventStream> {
  return new Promise((resolve, reject) => {
    const options = { agent: false as const, headers: { accept: 'text/event-stream', ...headers } }
    const request = get(till.url + path, options, (response) => resolve(new EventStream(request, response)))
    request.on('error', reject)
  })
}
