import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded/index.ts'
import { openPool, type Sql } from '../src/platform/postgres/pool.ts'
import type { Cleanup } from './processes.ts'
import type { Programs } from './programs.ts'
import type { TillOptions } from './till.ts'

const ADMIN_TOKEN = 'a-token-for-the-bench-and-for-nothing-else'

/** What it takes to start a Till that is compared with nobody, on a database of its own. */
export async function loneTill(programs: Programs, cleanup: Cleanup): Promise<TillOptions> {
  const folder = await mkdtemp(join(tmpdir(), 'till-bench-'))
  cleanup.add(() => rm(folder, { recursive: true, force: true }))
  // Root hands the database to another account, which has to get in.
  await chmod(folder, 0o711)
  const [dataDir, log] = [join(folder, 'data'), join(folder, 'till.log')]
  return { dataDir, log, adminToken: ADMIN_TOKEN, baseUrl: 'https://till.example.com', command: programs.till }
}

/** A look into its database. */
export async function attach(dataDir: string, cleanup: Cleanup): Promise<Sql> {
  const postgres = await startEmbeddedPostgres({ dataDir, say: () => {} })
  cleanup.add(() => postgres.stop())
  const sql = openPool(`${postgres.url}?statement_timeout=0`, { connections: 2 })
  cleanup.add(() => sql.end({ timeout: 1 }))
  return sql
}
