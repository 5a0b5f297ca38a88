import type { Fragment, Sql } from '../../../platform/postgres/pool.ts'

/** Columns by name, each with an expression on the tables of `from`. */
export type Overrides = Readonly<Record<string, Fragment>>

/**
 * Inserts copies of one row that the API has made: what is not said here is as in that row. So a column that is added
 * to a table later has, in all of them, what the API gives it.
 */
export async function insertCopies(
  sql: Sql,
  table: string,
  original: Fragment,
  overrides: Overrides,
  from: Fragment,
): Promise<void> {
  const names = await columnsOf(sql, table)
  const strange = Object.keys(overrides).find((name) => !names.includes(name))
  if (strange !== undefined) throw new Error(`${table} has no column ${strange}`)
  const values = names.map((name) => overrides[name] ?? sql`original.${sql(name)}`)
  const list = values.reduce((joined, value) => sql`${joined}, ${value}`)
  await sql`
    insert into ${sql(table)} (${sql(names)})
    select ${list} from (select * from ${sql(table)} where ${original}) original cross join ${from}`
}

async function columnsOf(sql: Sql, table: string): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = ''
    order by attnum`
  return rows.map(({ name }) => name)
}
