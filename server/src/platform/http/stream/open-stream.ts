import type { ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import { eventText, type Feed, HEARTBEAT, OPENING } from './feed.ts'

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
  #isOver = false

  constructor(response: ServerResponse, subject: string, limits: ReaderLimits) {
    this.#response = response
    this.subject = subject
    this.#limits = limits
    this.#heartbeat = setInterval(() => this.#beat(), limits.heartbeatMilliseconds).unref()
  }

  follow(feed: Feed, render: (body: unknown) => string): void {
    this.#say(OPENING)
    const tell = ({ id, body }: { id: string; body: unknown }) => this.#say(eventText(id, render(body)))
    const stop = feed.follow({ tell, end: () => this.close() })
    if (this.#isOver) stop()
    else this.#stopFollowing = stop
  }

  /** Ends after what was said has been read. */
  close(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#stopFollowing?.()
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

  /** Who reads too slowly is cut off, and comes back for the newest state. */
  #say(text: string): void {
    if (this.#isOver) return
    this.pipe.write(text)
    if (this.#unread() > this.#limits.mostUnread) this.cutOff()
  }

  /** What was said a heartbeat ago should have been read by now, also the last of it. */
  #beat(): void {
    if (this.isBehind()) this.cutOff()
    else this.#say(HEARTBEAT)
  }
}
