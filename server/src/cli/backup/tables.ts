import type { Sql } from '../../platform/postgres/pool.ts'
import type { SequencePosition } from './archive/format.ts'

/** Where the migrations put tables. A test compares this with a database that has been through all of them. */
export const SCHEMAS = ['public', 'sandbox']

export interface Table {
  readonly schema: string
  readonly name: string
  readonly columns: readonly string[]
}

/** The list of migrations is not among them: a restore goes through the migrations themselves. */
export async function listTables(sql: Sql): Promise<Table[]> {
  return sql<Table[]>`
    select n.nspname::text as schema, c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' and n.nspname = any(${SCHEMAS}::text[]) and c.relname <> 'schema_migrations'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by n.nspname, c.relname order by n.nspname, c.relname`
}

/** Sequences are outside of any snapshot. Read after it was taken, they have passed every number that is in it. */
export async function listSequences(sql: Sql): Promise<SequencePosition[]> {
  const found = await sql<{ schema: string; name: string }[]>`
    select schemaname::text as schema, sequencename::text as name from pg_sequences
    where schemaname = any(${SCHEMAS}::text[]) order by 1, 2`
  const positions: SequencePosition[] = []
  for (const sequence of found) {
    const [row] = await sql.unsafe<{ lastValue: string; isCalled: boolean }[]>(
      `select last_value::text, is_called from ${quoted(sequence)}`,
    )
    if (row) positions.push({ ...sequence, ...row })
  }
  return positions
}

/** As a statement names it, whatever characters it has. */
export function quoted({ schema, name }: { readonly schema: string; readonly name: string }): string {
  return `${quotedName(schema)}.${quotedName(name)}`
}

function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function quotedColumns({ columns }: Pick<Table, 'columns'>): string {
  return columns.map(quotedName).join(', ')
}

/** What both sides of a backup agree on, so that a value means the same to both. */
export async function writeValuesPlainly(connection: Sql): Promise<void> {
  const settings = {
    client_encoding: 'UTF8',
    datestyle: 'ISO, YMD',
    intervalstyle: 'postgres',
    timezone: 'UTC',
    bytea_output: 'hex',
    extra_float_digits: '3',
    // The pool's limits are for requests.
    statement_timeout: '0',
    idle_in_transaction_session_timeout: '0',
  }
  for (const [name, value] of Object.entries(settings)) await connection`select set_config(${name}, ${value}, true)`
}
