import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../../src/platform/postgres/pool.ts'

/** Changes of these mean nothing: when a token was last used, what an Idempotency-Key answered. */
const IGNORED_TABLES = ['idempotency_records']
const IGNORED_COLUMNS = ['last_used_at']

/** The locks of work in the background, which would otherwise go on with rows that are no longer there. */
const BACKGROUND_LOCKS = [7455106, 7455107]

/** All tables of a database as they were at one moment: to see whether anything has changed, and to go back. */
export class Tables {
  readonly #sql: Sql
  readonly #tables: ReadonlyMap<string, string>
  #kept: Readonly<Record<string, string>> = {}

  private constructor(sql: Sql, tables: ReadonlyMap<string, string>) {
    this.#sql = sql
    this.#tables = tables
  }

  /** Keeps a copy of every row. Call it when no work runs in the background. */
  static async keep(sql: Sql): Promise<Tables> {
    const tables = new Tables(sql, await columnsByTable(sql))
    const copies = [...tables.#tables.keys()].map(
      (name) => `create table kept."${name}" as select * from public."${name}"`,
    )
    await sql.unsafe(`drop schema if exists kept cascade; create schema kept; ${copies.join('; ')}`)
    tables.#kept = await tables.#fingerprints()
    return tables
  }

  /** The names of the tables whose rows are not those that were kept. */
  async changed(): Promise<string[]> {
    const now = await this.#fingerprints()
    return Object.keys(now).filter((name) => now[name] !== this.#kept[name])
  }

  /**
   * The names of the tables that some work changes, each time that it is done: what happens once was work in the
   * background, from before. Everything is put back.
   */
  async changedBy(work: () => Promise<unknown>): Promise<string[]> {
    let changed: string[] = []
    for (let tries = 0; tries < 3; tries += 1) {
      await this.restore()
      await work()
      changed = await this.changed()
      if (changed.length === 0) break
    }
    await this.restore()
    return changed
  }

  /** Puts every row back. Keys between tables are not looked at meanwhile. */
  async restore(): Promise<void> {
    // Counts come last: the triggers that keep them count what is put back, too.
    const isCount = ([name]: readonly [string, string]) => Number(/_(?:deltas|totals)$/.test(name))
    const tables = [...this.#tables].sort((one, other) => isCount(one) - isCount(other))
    const statements = tables.map(
      ([name, columns]) => `delete from public."${name}";
        insert into public."${name}" (${columns}) overriding system value select ${columns} from kept."${name}"`,
    )
    for (let tries = 1; ; tries += 1) {
      try {
        await this.#sql.begin(async (tx) => {
          for (const lock of BACKGROUND_LOCKS) await tx`select pg_advisory_xact_lock(${lock})`
          await tx.unsafe(`set local session_replication_role = replica; ${statements.join('; ')}`)
        })
        return
      } catch (error) {
        // Work in the background may hold rows in another order.
        if (tries === 5) throw error
        await sleep(50)
      }
    }
  }

  async #fingerprints(): Promise<Record<string, string>> {
    const less = IGNORED_COLUMNS.map((column) => ` - '${column}'`).join('')
    const hashes = [...this.#tables.keys()]
      .filter((name) => !IGNORED_TABLES.includes(name))
      .map(
        (name) => `select '${name}' as name, (select md5(coalesce(string_agg(r, '|' order by r), ''))
          from (select (to_jsonb(row)${less})::text as r from public."${name}" row) as texts) as hash`,
      )
    const rows = await this.#sql.unsafe(hashes.join(' union all '))
    return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
  }
}

async function columnsByTable(sql: Sql): Promise<Map<string, string>> {
  const rows = await sql<{ name: string; columns: string }[]>`
    select c.table_name as name, string_agg(quote_ident(c.column_name), ', ' order by c.ordinal_position) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
    group by c.table_name order by c.table_name`
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}
