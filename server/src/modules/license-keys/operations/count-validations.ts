import { type Db, isLockTimeout } from '../../../platform/postgres/pool.ts'
import { type CountAsk, type Counted, countValidations } from '../store.ts'

interface Waiting {
  readonly db: Db
  readonly ask: CountAsk
  readonly resolve: (counted: Counted | undefined) => void
  readonly reject: (error: unknown) => void
}

/**
 * Counts at once when nothing is in flight; otherwise gathers until that call returns and sends all that came meanwhile
 * as one. An idle server answers without delay, and a busy one needs fewer commits than it has callers.
 */
export class ValidationCounter {
  readonly #send: typeof countValidations
  #gathered: Waiting[] = []
  #isSending = false

  constructor(send: typeof countValidations = countValidations) {
    this.#send = send
  }

  /** The counters after this validation; undefined when what was judged no longer holds. */
  readonly count = (db: Db, ask: CountAsk): Promise<Counted | undefined> => {
    return new Promise((resolve, reject) => {
      this.#gathered.push({ db, ask, resolve, reject })
      if (!this.#isSending) void this.#sendAll()
    })
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true
    for (let batch = this.#take(); batch[0]; batch = this.#take()) await this.#sendBatch(batch, batch[0].db)
    this.#isSending = false
  }

  #take(): readonly Waiting[] {
    const batch = this.#gathered
    this.#gathered = []
    return batch
  }

  /** One key is held by somebody: only those who asked for it should suffer. */
  async #sendEach(batch: readonly Waiting[], db: Db): Promise<void> {
    await Promise.all(batch.map((waiting) => this.#sendBatch([waiting], db)))
  }

  /** All callers of a process use one database, so any caller's handle will do. A failure is told to those who wait. */
  async #sendBatch(batch: readonly Waiting[], db: Db): Promise<void> {
    try {
      const outcomes = await this.#send(
        db,
        batch.map((waiting) => waiting.ask),
      )
      batch.forEach((waiting, index) => {
        waiting.resolve(outcomes[index])
      })
    } catch (error) {
      if (batch.length > 1 && isLockTimeout(error)) return this.#sendEach(batch, db)
      for (const waiting of batch) waiting.reject(error)
    }
  }
}

/** For a transaction of its own, which cannot share its statement. */
export async function countAlone(db: Db, ask: CountAsk): Promise<Counted | undefined> {
  const [counted] = await countValidations(db, [ask])
  return counted
}
