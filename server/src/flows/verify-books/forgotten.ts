import type { Fragment, Sql } from '../../platform/postgres/pool.ts'

/**
 * Whether events of then may have been forgotten, where `h` is the horizon of the organization. An event is written no
 * earlier than what it tells of, so of what is newer than the newest that was forgotten, everything is still told.
 */
export function mayBeForgotten(sql: Sql, moment: Fragment): Fragment {
  return sql`coalesce(${moment} <= h.forgotten_at, false)`
}
