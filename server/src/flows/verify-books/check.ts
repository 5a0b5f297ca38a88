import type { Fragment, Sql } from '../../platform/postgres/pool.ts'

/**
 * One thing that has to hold in the books. A check shares no code with what it checks, because both would be wrong
 * together. It is one statement over whole tables, so that a million orders are joined and not walked.
 */
export interface Check {
  readonly name: string
  /** What is wrong with each thing that it finds. */
  readonly sentence: string
  /** Finds what is wrong, with its ids, the thing itself first. `now` is real time. */
  readonly find: (sql: Sql, now: Date) => Fragment
}

/** What a check has found: how much of it, and the first of it. */
export interface Violation {
  readonly check: Check
  readonly many: number
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}
