import type { Db } from '../../platform/postgres/pool.ts'
import { markTokensUsed } from './store/tokens.ts'

const MINUTE = 60_000

/** Notes when tokens were last used, to the minute, and writes it down now and then: no request waits for it. */
export class TokenUse {
  readonly #db: Db
  readonly #noted = new Set<string>()
  #timer: NodeJS.Timeout | undefined

  constructor(db: Db) {
    this.#db = db
  }

  note(token: { readonly id: string; readonly lastUsedAt: Date | null }, now: Date): void {
    if (token.lastUsedAt !== null && now.getTime() - token.lastUsedAt.getTime() < MINUTE) return
    this.#noted.add(token.id)
    this.#timer ??= setTimeout(() => void this.flush(), 1000).unref()
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const ids = [...this.#noted]
    this.#noted.clear()
    // Losing a last-used time to an unreachable database is fine; the next use notes it again.
    if (ids.length > 0) await markTokensUsed(this.#db, ids, new Date()).catch(() => {})
  }
}
