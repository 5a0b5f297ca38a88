import type { Config } from '../platform/config.ts'
import { jsonLog } from '../platform/log.ts'
import { migrate } from '../platform/postgres/migrate.ts'
import { StartupProblem } from '../platform/startup-problem.ts'
import { baseUrlOf } from './base-url.ts'
import { compose, type Till } from './compose.ts'
import { type Database, openDatabase } from './database.ts'
import { SQL_DIR } from './folders.ts'
import { setUpOwner } from './owner.ts'
import { openSecretBox } from './secret-key.ts'

type Say = (line: string) => void

/** From nothing to a server that answers. Whatever fails on the way is undone and explained. */
export async function serve(config: Config, say: Say): Promise<{ stop(): Promise<void> }> {
  const database = await openDatabase(config, say)
  try {
    await migrate(database.sql, SQL_DIR, say)
    const box = await openSecretBox(config, database.sql)
    const owner = await setUpOwner(database.sql, config.adminToken)
    const till = compose({
      ...config,
      sql: database.sql,
      sqlDir: SQL_DIR,
      box,
      baseUrl: baseUrlOf(config),
      log: jsonLog(),
    })
    const address = await listen(till, config)
    greet(say, config, database, address, owner)
    await warnOfSandbox(say, config, database)
    return { stop: () => stop(till, database) }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function stop(till: Till, database: Database): Promise<void> {
  await till.close()
  await database.close()
}

async function listen(till: Till, { host, port }: Config): Promise<string> {
  try {
    return await till.app.listen({ host, port })
  } catch (error) {
    await till.close()
    const { code } = error as { code?: string }
    if (code === 'EADDRINUSE')
      throw new StartupProblem(`Port ${port} on ${host} is taken. Stop what uses it, or set PORT.`)
    if (code === 'EACCES')
      throw new StartupProblem(`Port ${port} may not be used by this account. Set PORT to one above 1023.`)
    if (code === 'EADDRNOTAVAIL') throw new StartupProblem(`This machine has no address ${host}. Set HOST.`)
    throw error
  }
}

function greet(
  say: Say,
  config: Config,
  database: Database,
  address: string,
  owner: { token: string; isGiven: boolean } | null,
): void {
  say(`Till is ready at ${config.baseUrl ?? address}`)
  say(`  API reference  ${config.baseUrl ?? address}/docs`)
  say(`  Data           ${database.place}`)
  if (owner && !owner.isGiven) {
    say(`  Access token   ${owner.token}`)
    say('                 (shown this once; npm run token makes another)')
  }
  if (owner) say('  Next           npm run demo fills an empty shop and prints a checkout link')
}

/** Anybody can pay a sandbox organization with a test card. */
async function warnOfSandbox(say: Say, { host }: Config, { sql }: Database): Promise<void> {
  if (host === 'localhost' || host === '::1' || host.startsWith('127.')) return
  const [row] = await sql<{ sandboxes: number }[]>`
    select count(*)::int as sandboxes from organizations where payments_mode = 'sandbox'`
  const many = row?.sandboxes ?? 0
  if (many > 0) say(`Warning: reachable beyond this machine, and ${many} organizations take test cards as payment.`)
}
