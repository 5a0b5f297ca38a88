import type { ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import { eventText, type Feed, HEARTBEAT, OPENING, type StreamEvent } from './feed.ts'

export interface ReaderLimits {
  /** Bytes that wait for a reader who does not take them. */
  readonly mostUnread: number
  readonly heartbeatMilliseconds: number
}

/** One stream of server-sent events, from its first line to its end. */
export class OpenStream {
  readonly subject: string
  /** What is sent as the answer's body. */
  readonly pipe = new PassThrough()
  readonly #response: ServerResponse
  readonly #limits: ReaderLimits
  readonly #heartbeat: NodeJS.Timeout
  #stopFollowing: (() => void) | undefined
  #said = 0
  #readAtBeat = 0
  readonly #resting = new Set<() => void>()
  #isOver = false

  constructor(response: ServerResponse, subject: string, limits: ReaderLimits) {
    this.#response = response
    this.subject = subject
    this.#limits = limits
    this.#heartbeat = setInterval(() => this.#beat(), limits.heartbeatMilliseconds).unref()
  }

  follow(feed: Feed, render: (body: unknown) => string): void {
    this.#say(OPENING)
    const tell = (event: StreamEvent) => this.#say(eventText(event, render(event.body)))
    const stop = feed.follow({ tell, rest: () => this.#rest(), end: () => this.close() })
    if (this.#isOver) stop()
    else this.#stopFollowing = stop
  }

  /** Ends after what was said has been read. */
  close(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#stopFollowing?.()
    this.#wake()
    this.pipe.end()
  }

  /** Ends at once, read or not. */
  cutOff(): void {
    this.#response.destroy()
  }

  /** To be called when the connection is gone. */
  forget(): void {
    clearInterval(this.#heartbeat)
    this.close()
  }

  isBehind(): boolean {
    return this.#unread() > 0
  }

  #unread(): number {
    return this.pipe.readableLength + this.pipe.writableLength
  }

  /** Who has too much left to read is cut off, and comes back. What is said is never too much by itself. */
  #say(text: string): void {
    if (this.#isOver) return
    if (this.#unread() > this.#limits.mostUnread) {
      this.cutOff()
      return
    }
    this.#said += Buffer.byteLength(text)
    this.pipe.write(text)
  }

  #rest(): Promise<void> {
    if (this.#isOver || !this.pipe.writableNeedDrain) return Promise.resolve()
    return new Promise((resolve) => {
      if (this.#resting.size === 0) this.pipe.once('drain', () => this.#wake())
      this.#resting.add(resolve)
    })
  }

  #wake(): void {
    for (const resolve of this.#resting) resolve()
    this.#resting.clear()
  }

  /** Who is behind should at least have read something since the last heartbeat. */
  #beat(): void {
    const read = this.#said - this.#unread()
    if (!this.isBehind()) this.#say(HEARTBEAT)
    else if (read <= this.#readAtBeat) this.cutOff()
    this.#readAtBeat = read
  }
}
