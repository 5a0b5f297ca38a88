import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { folderStorage } from '../../src/adapters/storage/folder/storage.ts'
import { compose, type Settings, type Till } from '../../src/entry/compose.ts'
import { SecretBox } from '../../src/kernel/secrets.ts'
import { systemClock } from '../../src/kernel/time.ts'
import { findOrCreateOwner, issuePersonalAccessToken } from '../../src/modules/access/index.ts'
import { DEFAULT_FILE_LIMITS } from '../../src/platform/config.ts'
import { silentLog } from '../../src/platform/log.ts'
import { openPool, type Sql } from '../../src/platform/postgres/pool.ts'
import { transactionsOn } from '../../src/platform/postgres/transaction.ts'
import { Client } from './client.ts'

export const SQL_DIR = resolve(import.meta.dirname, '../../sql')

/** A whole Till on a database of its own, listening on a free port. */
export interface TestTill {
  readonly url: string
  readonly sql: Sql
  readonly till: Till
  /** The owner's personal token, with every scope. */
  readonly owner: Client
  readonly ownerToken: string
  /** Nobody in particular. */
  readonly anonymous: Client
  as(token: string): Client
  stop(): Promise<void>
}

export interface TestDatabase {
  readonly url: string
  readonly sql: Sql
  drop(): Promise<void>
}

/** An empty, migrated database of its own, or a copy of another one that nobody uses at this moment. */
export async function createDatabase(connections = 10, template = 'till_template'): Promise<TestDatabase> {
  const server = inject('databaseUrl')
  const name = `till_${randomBytes(6).toString('hex')}`
  const admin = openPool(server, { connections: 1 })
  await admin.unsafe(`create database ${name} template ${template} strategy file_copy`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const sql = openPool(url.href, { connections })
  return {
    url: url.href,
    sql,
    async drop() {
      await sql.end({ timeout: 5 })
      await admin.unsafe(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

export async function startTill(overrides: Partial<Settings> = {}): Promise<TestTill> {
  return startTillOn(await createDatabase(), overrides)
}

/** The database is dropped when this Till stops. */
export async function startTillOn(database: TestDatabase, overrides: Partial<Settings> = {}): Promise<TestTill> {
  const { sql } = database
  const filesDir = join(tmpdir(), `till-files-${randomBytes(6).toString('hex')}`)
  const till = compose({
    sql,
    sqlDir: SQL_DIR,
    box: new SecretBox('a secret key for tests, and for nothing else'),
    baseUrl: 'http://till.example.com',
    checkoutHours: 24,
    rateLimits: null,
    trustedProxies: 0,
    storage: folderStorage(filesDir, silentLog),
    fileLimits: DEFAULT_FILE_LIMITS,
    log: silentLog,
    ...overrides,
  })
  const url = await till.app.listen({ host: '127.0.0.1', port: 0 })
  const ownerToken = await transactionsOn(sql, systemClock).run(async (tx) => {
    const { userId } = await findOrCreateOwner(tx)
    return issuePersonalAccessToken(tx, userId, 'tests')
  })
  return {
    url,
    sql,
    till,
    ownerToken,
    owner: new Client(url, ownerToken),
    anonymous: new Client(url),
    as: (token) => new Client(url, token),
    async stop() {
      await till.close()
      await database.drop()
      await rm(filesDir, { recursive: true, force: true })
    },
  }
}

/** For a single test that needs settings of its own. */
export async function tillForThisTest(overrides: Partial<Settings> = {}): Promise<TestTill> {
  const till = await startTill(overrides)
  onTestFinished(() => till.stop())
  return till
}
