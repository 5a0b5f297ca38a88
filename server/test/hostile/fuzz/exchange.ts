import { Agent, type IncomingMessage, request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import type { Attempt } from './attempt.ts'

export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Sends requests that fetch refuses to send: bodies on every method, headers of every kind, paths as they are. */
export class Wire {
  readonly #url: URL
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 })

  constructor(url: string) {
    this.#url = new URL(url)
  }

  close(): void {
    this.#agent.destroy()
  }

  /** A connection that the server has just closed is not an answer: the request is sent once more. */
  async exchange(attempt: Attempt): Promise<Answered> {
    try {
      return await this.#send(attempt)
    } catch {
      return this.#send(attempt)
    }
  }

  #send({ method, path, headers, body }: Attempt): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = this.#url
      const length = body && headers['transfer-encoding'] === undefined ? { 'content-length': body.byteLength } : {}
      const asked = request(
        { agent: this.#agent, hostname, port, method, path, headers: { ...length, ...headers } },
        (answer) => void read(answer).then(resolve, reject),
      )
      asked.on('error', reject)
      asked.end(body)
    })
  }
}

async function read(answer: IncomingMessage): Promise<Answered> {
  const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]))
  const status = answer.statusCode ?? 0
  // A stream has no end: its beginning is enough.
  if (headers['content-type']?.startsWith('text/event-stream')) {
    answer.destroy()
    return { status, headers, text: '' }
  }
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  const isPacked = headers['content-encoding'] === 'gzip' && bytes.length > 0
  return { status, headers, text: (isPacked ? gunzipSync(bytes) : bytes).toString() }
}
