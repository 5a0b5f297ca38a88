import type { Log } from '../log.ts'
import { isDatabaseAway, type Sql } from '../postgres/pool.ts'

/** What a pass has done: how many events have their numbers now, and which webhook endpoints have something to send. */
export interface Numbered {
  readonly numbered: number
  readonly endpoints: readonly string[]
}

const BATCH = 2000
const POLL_MILLISECONDS = 500

/**
 * Numbers events after their commit. The process that committed pokes its own sequencer in memory, so numbers come at
 * once; the poll covers crashes and other processes. NOTIFY would take a lock that all commits of the database share.
 */
export class Sequencer {
  readonly #sql: Sql
  readonly #log: Log
  readonly #told: (done: Numbered) => void
  #running: Promise<void> | null = null
  #again = false
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  /** `told` hears of every pass that numbered something. */
  constructor(sql: Sql, log: Log, told: (done: Numbered) => void = () => {}) {
    this.#sql = sql
    this.#log = log
    this.#told = told
  }

  start(): void {
    this.#timer = setInterval(this.poke, POLL_MILLISECONDS).unref()
  }

  /** Something was committed. Pokes during a pass lead to exactly one more pass. */
  readonly poke = (): void => {
    if (this.#running) {
      this.#again = true
      return
    }
    this.#running = this.#attempt(() => this.#pass()).finally(() => {
      this.#running = null
      if (this.#again) {
        this.#again = false
        this.poke()
      }
    })
  }

  /** Waits for the batch that is under way. Whoever starts next numbers the rest. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    this.#again = false
    await this.#running
  }

  async #pass(): Promise<void> {
    let numbered = BATCH
    while (numbered === BATCH && !this.#isStopped) {
      const [row] = await this.#sql<Numbered[]>`select * from number_events_2(${BATCH}, ${new Date()})`
      numbered = row?.numbered ?? 0
      if (row && numbered > 0) this.#told(row)
    }
  }

  /** A pass that failed is repeated by the next poll; nothing is lost meanwhile. */
  async #attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!isDatabaseAway(error)) this.#log.error({ err: error }, 'numbering events failed')
    }
  }
}
