import type { Config } from '../platform/config.ts'
import { startEmbeddedPostgres } from '../platform/postgres/embedded/index.ts'
import { isDatabaseAway, openPool, type PoolOptions, type Sql } from '../platform/postgres/pool.ts'
import { Unanswered } from '../platform/postgres/unanswered.ts'
import { StartupProblem } from '../platform/startup-problem.ts'

export interface Database {
  readonly sql: Sql
  /** For the books of the built-in processor: as those of a real one, they share no connection with ours. */
  readonly sandboxSql: Sql
  /** For a person: where the data lives. */
  readonly place: string
  /** From now on no statement takes long, so a database that does not answer is gone. */
  expectAnswers(): void
  close(): Promise<void>
}

const OLDEST = 15

/** The database of the settings, or the embedded one in the data folder. */
export async function openDatabase(config: Config, say: (line: string) => void): Promise<Database> {
  return config.databaseUrl === null ? openEmbedded(config, say) : openExternal(config.databaseUrl)
}

async function openEmbedded(config: Config, say: (line: string) => void): Promise<Database> {
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, say })
  const { socket } = server
  const unanswered = new Unanswered()
  const sql = openPool(server.url, { socket, unanswered })
  const sandboxSql = openSandboxPool(server.url, { socket, unanswered })
  return {
    sql,
    sandboxSql,
    place: config.dataDir,
    expectAnswers: () => unanswered.start(),
    async close() {
      unanswered.stop()
      await endPools(sql, sandboxSql)
      await server.stop()
    },
  }
}

async function openExternal(url: string): Promise<Database> {
  const unanswered = new Unanswered()
  const sql = openPool(url, { unanswered })
  // The address without its password.
  const { host, pathname } = new URL(url)
  const place = `${host}${pathname}`
  await requireUsable(sql, place).catch(async (error: unknown) => {
    await sql.end({ timeout: 1 })
    throw error
  })
  const sandboxSql = openSandboxPool(url, { unanswered })
  return {
    sql,
    sandboxSql,
    place,
    expectAnswers: () => unanswered.start(),
    async close() {
      unanswered.stop()
      await endPools(sql, sandboxSql)
    },
  }
}

/** It connects when it is needed, which for most tokens is never. */
function openSandboxPool(url: string, options: PoolOptions = {}): Sql {
  return openPool(url, { ...options, connections: 5, applicationName: 'till sandbox' })
}

async function endPools(...pools: readonly Sql[]): Promise<void> {
  await Promise.all(pools.map((pool) => pool.end({ timeout: 5 })))
}

export async function requireUsable(sql: Sql, place: string): Promise<void> {
  try {
    const [row] = await sql<{ version: number }[]>`select current_setting('server_version_num')::int as version`
    const major = Math.floor((row?.version ?? 0) / 10_000)
    if (major < OLDEST) {
      throw new StartupProblem(`Till needs Postgres ${OLDEST} or newer; the database at ${place} is version ${major}.`)
    }
  } catch (error) {
    if (error instanceof StartupProblem) throw error
    const reason = isDatabaseAway(error) ? 'cannot be reached' : `refused us: ${(error as Error).message}`
    throw new StartupProblem(`The database at ${place} ${reason}. Check DATABASE_URL.`)
  }
}
