import type { Log } from '../log.ts'
import { isDatabaseAway } from '../postgres/pool.ts'

/** What may take long looks at the signal between its steps: the next start goes on with the rest. */
type Work = (stop: AbortSignal) => Promise<unknown>

/** Does a piece of work again and again, never twice at once. A failure is logged and the next round tries again. */
export class Loop {
  readonly #work: Work
  readonly #log: Log
  readonly #milliseconds: number
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()
  readonly #stop = new AbortController()
  #isStarted = false
  #isRunning = false
  #isPoked = false

  constructor(milliseconds: number, log: Log, work: Work) {
    this.#milliseconds = milliseconds
    this.#log = log
    this.#work = work
  }

  start(): void {
    this.#isStarted = true
    this.#wait(this.#milliseconds)
  }

  /** There is something to do now. */
  readonly poke = (): void => {
    this.#isPoked = true
    if (this.#isStarted && !this.#isRunning) this.#wait(0)
  }

  #wait(milliseconds: number): void {
    clearTimeout(this.#timer)
    if (this.#stop.signal.aborted) return
    this.#timer = setTimeout(() => {
      this.#isRunning = true
      this.#isPoked = false
      this.#running = this.#round().then(() => {
        this.#isRunning = false
        this.#wait(this.#isPoked ? 0 : this.#milliseconds)
      })
    }, milliseconds)
    this.#timer.unref()
  }

  /** Waits for the round that runs, which is told. */
  async stop(): Promise<void> {
    this.#stop.abort()
    clearTimeout(this.#timer)
    await this.#running
  }

  async #round(): Promise<void> {
    try {
      await this.#work(this.#stop.signal)
    } catch (error) {
      if (!isDatabaseAway(error)) this.#log.error({ err: error }, 'work in the background failed')
    }
  }
}
