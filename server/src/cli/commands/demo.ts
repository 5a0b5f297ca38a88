import { compose, type Till } from '../../entry/compose.ts'
import { type Database, openDatabase } from '../../entry/database.ts'
import { SQL_DIR } from '../../entry/folders.ts'
import { likelyAddress } from '../../entry/last-address.ts'
import { setUpOwner, withOwnerToken } from '../../entry/owner.ts'
import { openSecretBox } from '../../entry/secret-key.ts'
import { openStorage } from '../../entry/storage.ts'
import { type Config, readConfig } from '../../platform/config.ts'
import { silentLog } from '../../platform/log.ts'
import { migrate } from '../../platform/postgres/migrate.ts'
import type { Sql } from '../../platform/postgres/pool.ts'
import { StartupProblem } from '../../platform/startup-problem.ts'
import type { Command } from '../command.ts'
import { DemoClock } from '../demo/demo-clock.ts'
import { fillInstance } from '../demo/fill-instance.ts'
import { makeScale, requireNoScale, whereToLook } from '../demo/scale/make-scale.ts'
import { readSize, SCALE_FLAGS, type ScaleSize } from '../demo/scale/size.ts'
import { whatNext } from '../demo/what-next.ts'

export const demo: Command = {
  summary: 'fills an empty instance with a shop to try things with, and prints what to try next',
  flags: {
    '--again': 'adds to an instance that is not empty',
    '--scale': 'makes many organizations with many orders instead, to see how Till does with them',
    ...SCALE_FLAGS,
  },
  takesWords: true,
  async run(args, say) {
    const size = readSize(args)
    const config = readConfig(process.env)
    const database = await openDatabase(config, say)
    try {
      await migrate(database.sql, SQL_DIR, say)
      if (!args.includes('--again')) await requireEmpty(database.sql)
      const baseUrl = await likelyAddress(config, Boolean(process.env.PORT))
      const lines = args.includes('--scale')
        ? await fillToScale(config, baseUrl, database, size, say)
        : await fillWithShop(config, baseUrl, database, say)
      for (const line of lines) say(line)
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

type Say = (line: string) => void

async function fillWithShop(config: Config, baseUrl: string, { sql }: Database, say: Say): Promise<string[]> {
  say('Opening a shop and selling for two months, which takes some seconds')
  const filled = await withDemoTill(config, baseUrl, sql, ({ app }, token, clock) => fillInstance(app, token, clock))
  return whatNext(filled, baseUrl, await isServing(baseUrl))
}

async function fillToScale(
  config: Config,
  baseUrl: string,
  { sql }: Database,
  size: ScaleSize,
  say: Say,
): Promise<string[]> {
  await requireNoScale(sql)
  const tokens = await withDemoTill(config, baseUrl, sql, ({ app }, token, clock) =>
    makeScale(app, token, clock, sql, size, say),
  )
  return whereToLook(tokens, baseUrl)
}

/** A Till whose clock can be put into the past, and a token of the owner's that ends with the work. */
async function withDemoTill<Result>(
  config: Config,
  baseUrl: string,
  sql: Sql,
  work: (till: Till, token: string, clock: DemoClock) => Promise<Result>,
): Promise<Result> {
  const box = await openSecretBox(config, sql)
  // A token from the settings belongs to the very first start, also when that is this one.
  if (config.adminToken) await setUpOwner(sql, config.adminToken)
  const clock = new DemoClock()
  const log = silentLog
  const storage = openStorage(config, log)
  const till = compose({ ...config, sql, sqlDir: SQL_DIR, box, baseUrl, rateLimits: null, storage, log, clock })
  try {
    return await withOwnerToken(sql, 'Used by till demo', (token) => work(till, token, clock))
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
