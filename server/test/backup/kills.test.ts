import { existsSync, statSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openSecretBox } from '../../src/entry/secret-key.ts'
import type { Sql } from '../../src/platform/postgres/pool.ts'
import { spawnTill, type TillProcess } from '../support/process.ts'
import { createDatabase, type TestDatabase } from '../support/till.ts'
import {
  backUp,
  closedShop,
  configOf,
  type EmptyDatabase,
  emptyDatabaseForThisTest,
  folderForThisTest,
  restore,
  tableSums,
} from './fixture.ts'

const KEY = 'a-secret-key-for-processes-and-kills'

/** Large enough to be caught in the middle: everything else is quicker than a process can be killed. */
let source: TestDatabase
beforeAll(async () => {
  source = await createDatabase(2)
  await openSecretBox(configOf(source.url, '', { secretKey: KEY }), source.sql)
  await source.sql`
    insert into processor_notifications (processor, event_id, received_at, content)
    select 'sandbox', n, now(), to_jsonb(array(select md5(n::text || m) from generate_series(1, 60) m))
    from generate_series(1, 15000) n`
}, 60_000)
afterAll(() => source.drop())

function till(url: string, dataDir: string, ...command: string[]): TillProcess {
  const env = { DATABASE_URL: url, TILL_DATA_DIR: dataDir, TILL_SECRET_KEY: KEY }
  return spawnTill({ port: 0, env, command: ['node', 'scripts/till.mjs', ...command] })
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('waited 60 s in vain')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

async function copying(sql: Sql): Promise<number | null> {
  const [row] = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database() and state = 'active'
      and query like 'copy "public"."processor_notifications"%'`
  return row?.pid ?? null
}

describe('killed in the middle', { timeout: 120_000 }, () => {
  it('a backup leaves no file under its name, and the next one is made', async () => {
    const folder = await folderForThisTest()
    const path = join(folder, 'shop.till')
    const killed = till(source.url, folder, 'backup', path)
    await until(() => existsSync(`${path}.partial`) && statSync(`${path}.partial`).size > 1_000_000)
    killed.kill('SIGKILL')
    expect(await killed.ended()).toBe('SIGKILL')
    expect(await readdir(folder)).toEqual(['shop.till.partial'])
    const refused = till(source.url, folder, 'backup', path)
    expect(await refused.ended(60_000)).toBe(1)
    expect(refused.output()).toMatch(/shop\.till\.partial is there already: .* Remove the file\.\n$/)
    await rm(`${path}.partial`)
    const next = till(source.url, folder, 'backup', path)
    expect(await next.ended(60_000)).toBe(0)
    expect(next.output()).toContain(`Wrote ${path}: 0 organizations,`)
    const target = await emptyDatabaseForThisTest()
    await restore(configOf(target.url, folder, { secretKey: KEY }), path)
    expect(await tableSums(target.sql)).toEqual(await tableSums(source.sql))
  })

  async function interrupted(target: EmptyDatabase, interrupt: (process: TillProcess) => Promise<void>) {
    const folder = await folderForThisTest()
    const path = join(folder, 'shop.till')
    await backUp(configOf(source.url, folder, { secretKey: KEY }), path)
    const restoring = till(target.url, folder, 'restore', path)
    await until(async () => (await copying(target.sql)) !== null)
    await interrupt(restoring)
    const end = await restoring.ended(60_000)
    await until(async () => (await copying(target.sql)) === null)
    expect(await target.tables()).toEqual([])
    const again = till(target.url, folder, 'restore', path)
    expect(await again.ended(60_000)).toBe(0)
    expect(again.output()).toContain('Restored 0 organizations,')
    expect(await tableSums(target.sql)).toEqual(await tableSums(source.sql))
    return { end, output: restoring.output() }
  }

  it('a restore leaves the target empty, and the next one works', async () => {
    const { end } = await interrupted(await emptyDatabaseForThisTest(), async (process) => process.kill('SIGKILL'))
    expect(end).toBe('SIGKILL')
  })

  it('a database that goes away during a restore: one sentence, and the next one works', async () => {
    const target = await emptyDatabaseForThisTest()
    const { end, output } = await interrupted(target, async () => {
      await target.sql`select pg_terminate_backend(${await copying(target.sql)})`
    })
    expect(end).toBe(1)
    expect(output).toMatch(/\nNothing was restored: [^\n]+\.\n$/)
  })
})

/** Lets everything through until a commit was passed on, and then hangs up. */
async function cutAtCommit(url: string): Promise<string> {
  const { port, hostname } = new URL(url)
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname)
    const hangUp = () => [client, server].map((socket) => socket.destroy())
    for (const socket of [client, server]) socket.on('error', hangUp).on('close', hangUp)
    server.on('data', (data) => client.write(data))
    client.on('data', (data) => {
      server.write(data)
      if (data.includes('\0commit\0')) setTimeout(hangUp, 0)
    })
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  onTestFinished(() => void proxy.close())
  const cut = new URL(url)
  cut.port = String((proxy.address() as AddressInfo).port)
  return cut.href
}

describe('a connection that breaks at the commit', { timeout: 60_000 }, () => {
  it('takes nothing away from rows that may be there, and says how to find out', async () => {
    const shop = await closedShop()
    onTestFinished(() => shop.remove())
    const target = await emptyDatabaseForThisTest()
    const folder = await folderForThisTest()
    const unknown = restore(configOf(await cutAtCommit(target.url), folder, { secretKey: null }), shop.path)
    await expect(unknown).rejects.toThrow(/went away at the very end .* Run npm run verify: if it finds books,/)
    await until(async () => (await target.tables()).length > 0)
    expect(await readdir(folder)).toEqual(['files', 'secret.key'])
    await rm(join(folder, 'files'), { recursive: true })
    const again = restore(configOf(target.url, folder, { secretKey: null }), shop.path)
    await expect(again).rejects.toThrow('is not empty')
  })
})

describe('books that were not in order when the backup was made', { timeout: 60_000 }, () => {
  it('are restored all the same, and said to be so', async () => {
    const shop = await closedShop()
    onTestFinished(() => shop.remove())
    await shop.database.sql`update orders set amount = amount + 1 where id = ${shop.shop.order.id}`
    const folder = await folderForThisTest()
    const path = join(folder, 'odd.till')
    await backUp(configOf(shop.database.url, folder), path, { withFiles: false })
    const target = await emptyDatabaseForThisTest()
    const env = { DATABASE_URL: target.url, TILL_DATA_DIR: folder }
    const restored = spawnTill({ port: 0, env, command: ['node', 'scripts/till.mjs', 'restore', path] })
    expect(await restored.ended(60_000)).toBe(1)
    expect(restored.output()).toContain(shop.shop.order.id)
    expect(restored.output()).toMatch(/\nEverything in the backup was restored, and its books are not in order\.\n$/)
    expect(await tableSums(target.sql)).toEqual(await tableSums(shop.database.sql))
  })
})

describe('to standard output', { timeout: 60_000 }, () => {
  it('is given up with a sentence when nobody reads on', async () => {
    const env = { DATABASE_URL: source.url, TILL_DATA_DIR: await folderForThisTest(), TILL_SECRET_KEY: KEY }
    const script = '{ node scripts/till.mjs backup -; echo "code $?" >&2; } | head -c 14'
    const piped = spawnTill({ port: 0, env, command: ['sh', '-c', script] })
    expect(await piped.ended(60_000)).toBe(0)
    expect(piped.output()).toMatch(/^The backup was not made: [^\n]+\.\ncode 1$/m)
  })

  it('goes the backup and nothing else', async () => {
    const folder = await folderForThisTest()
    const path = join(folder, 'piped.till')
    const command = ['sh', '-c', `node scripts/till.mjs backup - --with-secrets > '${path}'`]
    const env = { DATABASE_URL: source.url, TILL_DATA_DIR: folder, TILL_SECRET_KEY: KEY }
    const piped = spawnTill({ port: 0, env, command })
    expect(await piped.ended(60_000)).toBe(0)
    expect(piped.output()).toContain('The secret key is in it')
    expect((await readFile(path)).subarray(0, 14).toString()).toBe('Till backup 1\n')
    const target = await emptyDatabaseForThisTest()
    await restore(configOf(target.url, folder, { secretKey: null }), path)
    expect(await tableSums(target.sql)).toEqual(await tableSums(source.sql))
  })
})
