import type { Config } from '../platform/config.ts'
import { giveBackMemory } from '../platform/give-back-memory.ts'
import { jsonLog } from '../platform/log.ts'
import { migrate } from '../platform/postgres/migrate.ts'
import { StartupProblem } from '../platform/startup-problem.ts'
import { baseUrlOf } from './base-url.ts'
import { compose, type Role, type Till } from './compose.ts'
import { type Database, openDatabase } from './database.ts'
import { SQL_DIR } from './folders.ts'
import { greet, warnOfKeys, warnOfReach } from './greet.ts'
import { rememberAddress } from './last-address.ts'
import { setUpOwner } from './owner.ts'
import { openSecretBox } from './secret-key.ts'
import { openStorage } from './storage.ts'

type Say = (line: string) => void

/** From nothing to a server that answers. Whatever fails on the way is undone and explained. */
export async function serve(config: Config, role: Role, say: Say): Promise<{ stop(): Promise<void> }> {
  const database = await openDatabase(config, say)
  try {
    await migrate(database.sql, SQL_DIR, say)
    database.expectAnswers()
    const box = await openSecretBox(config, database.sql)
    const owner = await setUpOwner(database.sql, config.adminToken)
    const log = jsonLog()
    const till = compose({
      ...config,
      role,
      sql: database.sql,
      sandboxSql: database.sandboxSql,
      payments: { isSandboxInline: config.isSandboxInline, stripe: config.stripe },
      sqlDir: SQL_DIR,
      box,
      baseUrl: baseUrlOf(config),
      storage: openStorage(config, log),
      log,
    })
    await till.app.ready()
    giveBackMemory()
    const bound = await listen(till, config)
    // With PORT=0 only the system knows the port.
    const address = config.port === 0 ? (config.baseUrl ?? bound) : baseUrlOf(config)
    await rememberAddress(config.dataDir, address)
    greet(say, { address, role, place: database.place, owner })
    await warnOfReach(say, config, address, database.sql)
    await warnOfKeys(say, config, database.sql)
    return { stop: () => stop(till, database) }
  } catch (error) {
    await database.close()
    throw error
  }
}

const PATIENCE_MILLISECONDS = 25_000

/** Every request has its chance to end; who then still holds a connection open is cut off. */
async function stop(till: Till, database: Database): Promise<void> {
  const patience = setTimeout(() => till.app.server.closeAllConnections(), PATIENCE_MILLISECONDS)
  await till.close()
  clearTimeout(patience)
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
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
      throw new StartupProblem(`HOST is ${host}, which is no address or name of this machine.`)
    }
    if (code === 'EADDRNOTAVAIL') throw new StartupProblem(`This machine has no address ${host}. Set HOST.`)
    throw error
  }
}
