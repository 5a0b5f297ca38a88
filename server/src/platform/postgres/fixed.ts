import type { Fragment, Sql } from './pool.ts'

/**
 * Parts of statements that hold no values, made once and then used again. The driver makes a promise of every
 * fragment, also of those that are never sent by themselves: for a statement of ten, that was a twentieth of the work
 * of the whole request.
 */
export function fixed<Parts extends Fragment | Readonly<Record<string, Fragment>>>(
  make: (sql: Sql) => Parts,
): (sql: Sql) => Parts {
  let made: Parts | undefined
  return (sql) => {
    made ??= make(sql)
    return made
  }
}
