import type { Socket } from 'node:net'

interface Seen {
  readonly read: number
  readonly written: number
  /** When something was first sent that may not have been answered. */
  readonly waitingSince: number | null
}

/** Longer than a statement may take. */
const LIMIT_MILLISECONDS = 40_000

/**
 * Ends connections that do not answer. A database behind a network that loses everything says nothing, not even that it
 * is gone, and whoever asked would wait for a quarter of an hour. It looks only from `start` on, because a migration may
 * take as long as it wants. A connection whose answer came quickly looks the same as one that was asked again since, so
 * idle ones are ended too; they are opened again when they are needed.
 */
export class Unanswered {
  readonly #connections = new Map<Socket, Seen>()
  #timer: NodeJS.Timeout | undefined

  watch(socket: Socket): void {
    this.#connections.set(socket, { read: 0, written: 0, waitingSince: null })
  }

  start(limit = LIMIT_MILLISECONDS): void {
    this.#timer ??= setInterval(() => this.#look(limit), limit / 20).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #look(limit: number): void {
    const now = performance.now()
    for (const [socket, before] of this.#connections) {
      // Not told by an event: the driver removes everybody's listeners when it begins to talk in secret.
      if (socket.destroyed) this.#connections.delete(socket)
      if (socket.destroyed) continue
      const seen = look(socket, before, now)
      this.#connections.set(socket, seen)
      if (seen.waitingSince === null || now - seen.waitingSince < limit) continue
      socket.destroy(Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' }))
    }
  }
}

function look({ bytesRead: read, bytesWritten: written }: Socket, before: Seen, now: number): Seen {
  const hasAsked = written !== before.written
  const hasAnswered = read !== before.read
  const waitingSince = hasAnswered ? null : before.waitingSince
  return { read, written, waitingSince: hasAsked ? (waitingSince ?? now) : waitingSince }
}
