import { existsSync } from 'node:fs'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '../../src/platform/postgres/migrate.ts'
import type { Sql } from '../../src/platform/postgres/pool.ts'
import { createDatabase, SQL_DIR } from '../support/till.ts'
import {
  backUp,
  closedShop,
  configOf,
  emptyDatabaseForThisTest,
  folderForThisTest,
  restore,
  type Source,
  schemaOf,
  tableSums,
} from './fixture.ts'

let source: Source
beforeAll(async () => {
  source = await closedShop()
})
afterAll(() => source.remove())

/** Locks of this database, and not of those that other tests use. */
const isHere = (sql: Sql) => sql`database = (select oid from pg_database where datname = current_database())`

describe('a restore refuses', { timeout: 60_000 }, () => {
  it('a database that Till has been in', async () => {
    const target = await createDatabase()
    const before = await tableSums(target.sql)
    const folder = await folderForThisTest()
    const refused = restore(configOf(target.url, folder, { secretKey: null }), source.path)
    await expect(refused).rejects.toThrow(
      /^The database at \S+ is not empty \(it has public\.\w+\)\. Restore into an empty database or data folder\.$/,
    )
    expect(await tableSums(target.sql)).toEqual(before)
    expect(existsSync(join(folder, 'files')) || existsSync(join(folder, 'secret.key'))).toBe(false)
    await target.drop()
  })

  it.each([
    ['a table', 'create table notes (note text)'],
    ['a view', 'create view one as select 1 as one'],
    ['a schema with the name of one of ours', 'create schema sandbox'],
  ])('a database with %s', async (_, statement) => {
    const target = await emptyDatabaseForThisTest()
    await target.sql.unsafe(statement)
    const refused = restore(configOf(target.url, await folderForThisTest()), source.path)
    await expect(refused).rejects.toThrow('is not empty')
  })

  it('a folder that has files already', async () => {
    const target = await emptyDatabaseForThisTest()
    const folder = await folderForThisTest()
    await mkdir(join(folder, 'files'))
    await writeFile(join(folder, 'files', 'mine'), 'mine')
    const refused = restore(configOf(target.url, folder), source.path)
    await expect(refused).rejects.toThrow(
      `${join(folder, 'files')} is not empty, perhaps because a restore was killed.`,
    )
    expect(await target.tables()).toEqual([])
    expect(await readFile(join(folder, 'files', 'mine'), 'utf8')).toBe('mine')
  })

  it('nothing that the database’s owner has installed beside us', async () => {
    const target = await emptyDatabaseForThisTest()
    await target.sql`create extension pg_trgm`
    await restore(configOf(target.url, await folderForThisTest()), source.path)
    expect(await schemaOf(target.sql)).toEqual(await schemaOf(source.database.sql))
  })
})

describe('a restore and a server that starts at once', { timeout: 60_000 }, () => {
  it('take turns: the server finds everything there', async () => {
    const target = await emptyDatabaseForThisTest()
    const restored = restore(configOf(target.url, await folderForThisTest()), source.path)
    await expect
      .poll(async () => {
        const held = await target.sql`
          select from pg_locks where locktype = 'advisory' and objid = 7455104 and granted and ${isHere(target.sql)}`
        return held.length
      })
      .toBe(1)
    await migrate(target.sql, SQL_DIR)
    await restored
    expect(await tableSums(target.sql)).toEqual(await tableSums(source.database.sql))
  })
})

describe('a backup', { timeout: 60_000 }, () => {
  it('overwrites nothing, neither its file nor one that is being written', async () => {
    const folder = await folderForThisTest()
    const path = join(folder, 'shop.till')
    await writeFile(path, 'mine')
    await expect(backUp(source.config, path)).rejects.toThrow(`${path} is there already.`)
    const other = join(folder, 'other.till')
    await writeFile(`${other}.partial`, 'somebody else’s')
    await expect(backUp(source.config, other)).rejects.toThrow(`${other}.partial is there already: a backup is being`)
    expect([await readFile(path, 'utf8'), await readFile(`${other}.partial`, 'utf8')]).toEqual([
      'mine',
      'somebody else’s',
    ])
    await expect(backUp(source.config, join(folder, 'no', 'where.till'))).rejects.toThrow('cannot be written (ENOENT)')
  })

  it('can be read by its owner alone', async () => {
    expect((await stat(source.path)).mode & 0o777).toBe(0o600)
  })

  it('of a database that Till was never in, or of none, is refused and makes none', async () => {
    const target = await emptyDatabaseForThisTest()
    const folder = await folderForThisTest()
    const path = join(folder, 'nothing.till')
    await expect(backUp(configOf(target.url, folder), path)).rejects.toThrow('There is nothing to back up')
    const embedded = configOf('', folder, { databaseUrl: null })
    await expect(backUp(embedded, path)).rejects.toThrow(`There is no database in ${folder}.`)
    for (const name of [path, `${path}.partial`, join(folder, 'postgres')]) expect(existsSync(name)).toBe(false)
  })

  it('waits for another one, and then gives up', async () => {
    const other = await source.database.sql.reserve()
    await other`select pg_advisory_lock(7455109)`
    const path = join(await folderForThisTest(), 'second.till')
    await expect(backUp(source.config, path)).rejects.toThrow('Another backup of this database is being made.')
    const waiting = backUp(source.config, path)
    await sleep(1000)
    await other`select pg_advisory_unlock(7455109)`
    other.release()
    expect((await waiting).tables.length).toBeGreaterThan(40)
  })

  it('sees a table as it was before a migration that comes meanwhile, which has to wait', async () => {
    const { sql } = source.database
    const before = await tableSums(sql)
    const holder = await sql.reserve()
    await holder`begin`
    await holder`lock table organizations in access exclusive mode`
    const path = join(await folderForThisTest(), 'migrated.till')
    const backup = backUp(source.config, path)
    await expect
      .poll(async () => {
        const waiting =
          await sql`select from pg_locks where not granted and mode = 'AccessShareLock' and ${isHere(sql)}`
        return waiting.length
      })
      .toBeGreaterThan(0)
    // Written anew as a whole, it looks empty to a snapshot that is older.
    await holder`alter table organizations alter column name type varchar(500)`
    await holder`alter table organizations alter column name type text`
    await holder`commit`
    holder.release()
    await backup
    const target = await emptyDatabaseForThisTest()
    await restore(configOf(target.url, await folderForThisTest()), path)
    expect(await tableSums(target.sql)).toEqual(before)
  })
})
