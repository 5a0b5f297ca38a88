import type { Fragment, Sql } from './pool.ts'

/**
 * A part of statements that holds no values, made once and then used again. The driver makes a promise of every
 * fragment, also of those that are never sent by themselves: for a statement of ten, that was a twentieth of the work
 * of the whole request.
 */
export function fixed(make: (sql: Sql) => Fragment): (sql: Sql) => Fragment {
  let made: Fragment | undefined
  return (sql) => {
    made ??= make(sql)
    return made
  }
}
