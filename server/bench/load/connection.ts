import { connect, type Socket } from 'node:net'

export type OnAnswer = (status: number, body: Buffer) => void

const END_OF_HEAD = Buffer.from('\r\n\r\n')

/**
 * One keep-alive connection, one request at a time. Far less work than a general HTTP client: generator, servers and
 * database share the machine's cores, so what the generator spends is missing in the figures.
 */
export class Connection {
  readonly #socket: Socket
  #pending: Buffer = Buffer.alloc(0)
  #onAnswer: OnAnswer | undefined

  constructor(port: number, onFailure: (error: Error) => void) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.on('data', (chunk: Buffer) => {
      try {
        this.#take(chunk)
      } catch (error) {
        onFailure(error as Error)
      }
    })
    this.#socket.on('error', onFailure)
    this.#socket.on('close', () => this.#onAnswer && onFailure(new Error('the server closed the connection')))
  }

  get isClosed(): boolean {
    return this.#socket.closed
  }

  send(request: Buffer | string, onAnswer: OnAnswer): void {
    this.#onAnswer = onAnswer
    this.#socket.write(request)
  }

  close(): void {
    this.#onAnswer = undefined
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    const bytes = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk])
    const head = bytes.indexOf(END_OF_HEAD)
    const bodyStart = head + END_OF_HEAD.length
    const length = head === -1 ? 0 : contentLength(bytes.toString('latin1', 0, head))
    if (head === -1 || bytes.length < bodyStart + length) {
      this.#pending = bytes
      return
    }
    this.#pending = bytes.subarray(bodyStart + length)
    const onAnswer = this.#onAnswer
    this.#onAnswer = undefined
    // "HTTP/1.1 200": the status is at a fixed place.
    onAnswer?.(Number(bytes.toString('latin1', 9, 12)), bytes.subarray(bodyStart, bodyStart + length))
  }
}

function contentLength(head: string): number {
  const found = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (found === undefined) throw new Error(`an answer without Content-Length: ${head.split('\r\n')[0]}`)
  return Number(found)
}
