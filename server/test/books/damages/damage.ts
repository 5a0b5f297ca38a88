import type { Fragment, Sql } from '../../../src/platform/postgres/pool.ts'

/** Something that can go wrong with the books. It answers the id of what is wrong then. */
export interface Damage {
  /** The one check that notices. */
  readonly check: string
  readonly what: string
  readonly cause: (sql: Sql) => Promise<string>
}

/** The id that the last statement answers. */
export async function idOf(rows: Promise<readonly { id?: string }[]>): Promise<string> {
  const [row] = await rows
  if (typeof row?.id !== 'string') throw new Error('the story has nothing that could be damaged like this')
  return row.id
}

/** Changes the first row that fits. */
export const change = (sql: Sql, table: string, set: Fragment, where: Fragment, id = sql`id`): Promise<string> =>
  idOf(sql<{ id: string }[]>`
    update ${sql(table)} set ${set} where ctid = (select ctid from ${sql(table)} where ${where} limit 1)
    returning ${id}::text as id`)
