import type { Log } from '../log.ts'
import { isDatabaseAway, type Sql } from '../postgres/pool.ts'

const BATCH = 5000
const POLL_MILLISECONDS = 500

/**
 * Numbers events after their commit. The process that committed pokes its own sequencer in memory, so numbers come at
 * once; the poll covers crashes and other processes. NOTIFY would take a lock that all commits of the database share.
 */
export class Sequencer {
  readonly #sql: Sql
  readonly #log: Log
  #running: Promise<void> | null = null
  #again = false
  #timer: NodeJS.Timeout | undefined

  constructor(sql: Sql, log: Log) {
    this.#sql = sql
    this.#log = log
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

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#again = false
    await this.#running
  }

  async #pass(): Promise<void> {
    let numbered = BATCH
    while (numbered === BATCH) {
      const [row] = await this.#sql<{ numbered: number }[]>`select number_events_1(${BATCH}) as numbered`
      numbered = row?.numbered ?? 0
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
