import { compose } from '../../entry/compose.ts'
import { type Database, openDatabase } from '../../entry/database.ts'
import { SQL_DIR } from '../../entry/folders.ts'
import { likelyAddress } from '../../entry/last-address.ts'
import { setUpOwner, withOwnerToken } from '../../entry/owner.ts'
import { openSecretBox } from '../../entry/secret-key.ts'
import { type Config, readConfig } from '../../platform/config.ts'
import { silentLog } from '../../platform/log.ts'
import { migrate } from '../../platform/postgres/migrate.ts'
import type { Sql } from '../../platform/postgres/pool.ts'
import { StartupProblem } from '../../platform/startup-problem.ts'
import type { Command } from '../command.ts'
import { DemoClock } from '../demo/demo-clock.ts'
import { type FilledInstance, fillInstance } from '../demo/fill-instance.ts'
import { whatNext } from '../demo/what-next.ts'

export const demo: Command = {
  flags: ['--again'],
  summary: 'fills an empty instance with a shop to try things with; --again adds another shop',
  async run(args, say) {
    const config = readConfig(process.env)
    const database = await openDatabase(config, say)
    try {
      await migrate(database.sql, SQL_DIR, say)
      if (!args.includes('--again')) await requireEmpty(database.sql)
      const baseUrl = await likelyAddress(config, Boolean(process.env.PORT))
      const filled = await fill(config, baseUrl, database, say)
      for (const line of whatNext(filled, baseUrl, await isServing(baseUrl))) say(line)
    } finally {
      await database.close()
    }
  },
}

async function requireEmpty(sql: Sql): Promise<void> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from organizations`
  if ((row?.count ?? 0) === 0) return
  throw new StartupProblem(
    'There are organizations here already, and the demo would sell among them. To add its shop all the same: npm run demo -- --again',
  )
}

async function fill(
  config: Config,
  baseUrl: string,
  { sql }: Database,
  say: (line: string) => void,
): Promise<FilledInstance> {
  const box = await openSecretBox(config, sql)
  // A token from the settings belongs to the very first start, also when that is this one.
  if (config.adminToken) await setUpOwner(sql, config.adminToken)
  const clock = new DemoClock()
  const log = silentLog
  const till = compose({
    ...config,
    sql,
    sqlDir: SQL_DIR,
    box,
    baseUrl,
    rateLimits: null,
    log,
    clock,
  })
  try {
    say('Opening a shop and selling for two months, which takes some seconds')
    return await withOwnerToken(sql, 'Used by till demo', (token) => fillInstance(till.app, token, clock))
  } finally {
    await till.close()
  }
}

/** Whether the links lead somewhere right now. */
async function isServing(baseUrl: string): Promise<boolean> {
  try {
    const { ok } = await fetch(`${baseUrl}/healthz`, { signal: AbortSignal.timeout(1000) })
    return ok
  } catch {
    return false
  }
}
