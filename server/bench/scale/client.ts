import { Connection } from '../load/connection.ts'
import { type Ask, requestText } from '../load/request.ts'

export interface Reply {
  readonly status: number
  readonly body: Buffer
  readonly milliseconds: number
}

/** One caller with one connection, who asks one thing after the other and looks at the clock. */
export class Caller {
  readonly #port: number
  #connection: Connection
  #fail: (error: Error) => void = () => {}

  constructor(port: number) {
    this.#port = port
    this.#connection = this.#connect()
  }

  ask(ask: Ask): Promise<Reply> {
    // A server closes what nobody has used for minutes, such as while the other instance is made.
    if (this.#connection.isClosed) this.#connection = this.#connect()
    const text = requestText(ask)
    return new Promise((resolve, reject) => {
      this.#fail = reject
      const since = performance.now()
      this.#connection.send(text, (status, body) => {
        resolve({ status, body, milliseconds: performance.now() - since })
      })
    })
  }

  /** For what has to succeed. */
  async must<Answer>(ask: Ask): Promise<Answer> {
    const { status, body } = await this.ask(ask)
    if (status >= 300) throw new Error(`${ask.method} ${ask.path} answered ${status}: ${body.toString()}`)
    return JSON.parse(body.toString()) as Answer
  }

  close(): void {
    this.#connection.close()
  }

  #connect(): Connection {
    return new Connection(this.#port, (error) => this.#fail(error))
  }
}
