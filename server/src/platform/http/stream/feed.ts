/** One event of a stream. Its id is what a client that lost the connection names when it comes back. */
export interface StreamEvent {
  readonly id: string
  /** What kind of event it is, for clients that listen to some kinds only. */
  readonly name?: string
  readonly body: unknown
}

/** Who is told of events, until one side has had enough. */
export interface Listener {
  tell(event: StreamEvent): void
  /** Until what was told is on its way, or nobody listens any more. Who tells much waits for it now and then. */
  rest(): Promise<void>
  end(): void
}

/** What a `stream` route answers with: something to listen to. */
export class Feed {
  /** What it is about: the streams about one thing are limited together. */
  readonly subject: string
  /** Begins to tell, and answers how to stop. */
  readonly follow: (listener: Listener) => () => void

  constructor(subject: string, follow: (listener: Listener) => () => void) {
    this.subject = subject
    this.follow = follow
  }
}

/** How long a client waits before it comes back. */
const RETRY_MILLISECONDS = 2000

export const OPENING = `retry: ${RETRY_MILLISECONDS}\n\n`

/** Clients ignore a comment. Proxies see that the connection is alive, and we learn when it is not. */
export const HEARTBEAT = ': still here\n\n'

/** The text must be of one line, as serialized JSON is. */
export function eventText({ id, name }: StreamEvent, text: string): string {
  return `id: ${id}\n${name === undefined ? '' : `event: ${name}\n`}data: ${text}\n\n`
}
