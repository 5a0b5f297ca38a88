import type { Log } from '../log.ts'
import { isDatabaseAway } from '../postgres/pool.ts'

/** Does a piece of work again and again, never twice at once. A failure is logged and the next round tries again. */
export class Loop {
  readonly #work: () => Promise<unknown>
  readonly #log: Log
  readonly #milliseconds: number
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()
  #stopped = false

  constructor(milliseconds: number, log: Log, work: () => Promise<unknown>) {
    this.#milliseconds = milliseconds
    this.#log = log
    this.#work = work
  }

  start(): void {
    if (this.#stopped) return
    this.#timer = setTimeout(() => {
      this.#running = this.#round().then(() => this.start())
    }, this.#milliseconds)
    this.#timer.unref()
  }

  /** Waits for the round that runs. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#running
  }

  async #round(): Promise<void> {
    try {
      await this.#work()
    } catch (error) {
      if (!isDatabaseAway(error)) this.#log.error({ err: error }, 'work in the background failed')
    }
  }
}
