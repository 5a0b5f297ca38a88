import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isAlive } from '../../src/platform/postgres/embedded/postmaster.ts'
import { StartupProblem } from '../../src/platform/startup-problem.ts'
import { ask, until, Workshop } from './embedded-fixture.ts'

let shop: Workshop
let data: string

beforeEach(() => {
  shop = new Workshop()
  data = join(shop.root, 'data')
})
afterEach(() => shop.clear())

const cluster = () => join(data, 'postgres', 'cluster')

describe('an ordinary life', () => {
  test('data survives a stop, and the second start is quick', async () => {
    const lines: string[] = []
    const first = await shop.start(data, { say: (line) => lines.push(line) })
    await ask(first.url, 'create table kept as select 42 as answer')
    await first.stop()
    expect(isAlive(first.serverPid)).toBe(false)
    expect(lines).toEqual([`Creating the database in ${cluster()}`])

    const begun = performance.now()
    const second = await shop.start(data)
    expect(performance.now() - begun).toBeLessThan(3000)
    expect(second.attached).toBe(false)
    expect(await ask(second.url, 'select answer from kept')).toBe(42)
  })

  test('nobody comes in without the password, and only from this machine', async () => {
    const { url } = await shop.start(data)
    await expect(ask(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toMatchObject({ code: '28P01' })
    expect(await ask(url, 'show listen_addresses')).toBe('127.0.0.1')
    expect(await ask(url, "select count(*)::int from pg_hba_file_rules where auth_method <> 'scram-sha-256'")).toBe(0)
    expect(statSync(join(data, 'postgres', 'password')).mode & 0o777).toBe(0o600)
    expect(statSync(cluster()).mode & 0o777).toBe(0o700)
  })

  test('the database sorts and folds alike on every system', async () => {
    const { url } = await shop.start(data)
    const locale = await ask(
      url,
      "select concat_ws(' ', datlocprovider, datlocale, pg_encoding_to_char(encoding)) from pg_database where datname = 'till'",
    )
    expect(locale).toBe('b C.UTF-8 UTF8')
    expect(await ask(url, "select upper('é')")).toBe('É')
  })

  test('two first starts at once share one server, and the last one out stops it', async () => {
    const [one, two] = await Promise.all([shop.startChild(data), shop.startChild(data)])
    expect(one.serverPid).toBe(two.serverPid)
    expect([one.attached, two.attached].sort()).toEqual([false, true])
    await ask(one.url, 'select 1')

    one.child.kill('SIGTERM')
    await once(one.child, 'exit')
    expect(await ask(two.url, 'select 1')).toBe(1)

    two.child.kill('SIGTERM')
    await once(two.child, 'exit')
    expect(isAlive(two.serverPid)).toBe(false)
  })
})

describe('after a kill -9', () => {
  test('of Node: the next start attaches to the living server', async () => {
    const killed = await shop.startChild(data)
    await ask(killed.url, 'create table kept as select 42 as answer')
    killed.child.kill('SIGKILL')
    await once(killed.child, 'exit')

    const next = await shop.start(data)
    expect(next).toMatchObject({ attached: true, serverPid: killed.serverPid, url: killed.url })
    expect(await ask(next.url, 'select answer from kept')).toBe(42)
    await next.stop()
    expect(isAlive(killed.serverPid)).toBe(false)
  })

  test('of Postgres: it comes back by itself at the same address', async () => {
    const held = await shop.start(data)
    await ask(held.url, 'create table kept as select 42 as answer')
    await ask(held.url, 'checkpoint')
    const before = held.serverPid
    process.kill(before, 'SIGKILL')
    await until(() => held.serverPid !== before)
    expect(await ask(held.url, 'select answer from kept')).toBe(42)
    await held.stop()
    expect(isAlive(held.serverPid)).toBe(false)
  })

  test('of both: the next start recovers, though the pid file is still there', async () => {
    const killed = await shop.startChild(data, { durable: true })
    await ask(killed.url, 'create table kept as select 42 as answer')
    killed.child.kill('SIGKILL')
    process.kill(killed.serverPid, 'SIGKILL')
    await once(killed.child, 'exit')

    const next = await shop.start(data)
    expect(next.attached).toBe(false)
    expect(await ask(next.url, 'select answer from kept')).toBe(42)
  })
})

describe('a pid file that names somebody else', () => {
  const pidFile = () => join(cluster(), 'postmaster.pid')

  test('a living process that is no Postgres does not keep Till from starting', async () => {
    await (await shop.start(data)).stop()
    writeFileSync(pidFile(), `${process.pid}\n${cluster()}\n1\n5432\n\n127.0.0.1\n 1 1\nready   \n`)
    expect(await shop.start(data)).toMatchObject({ attached: false })
  })

  test('the Postgres of another instance is neither used nor disturbed', async () => {
    const copy = join(shop.root, 'copy')
    const original = await shop.start(data)
    await ask(original.url, "create table whose as select 'original' as name")
    await ask(original.url, 'checkpoint')
    // The copy has the original's password and its pid file.
    cpSync(data, copy, { recursive: true, filter: (path) => !path.includes('.s.PGSQL') })

    const second = await shop.start(copy)
    expect(second.attached).toBe(false)
    expect(second.serverPid).not.toBe(original.serverPid)
    await ask(second.url, "update whose set name = 'copy'")
    expect(await ask(original.url, 'select name from whose')).toBe('original')
    expect(existsSync(pidFile())).toBe(true)
  })
})

describe('what a person has to put right is one sentence', () => {
  const refusal = () =>
    shop.start(data).then(
      () => expect.fail('it started'),
      (error: Error) => error,
    )

  test('a data folder made by another major version', async () => {
    mkdirSync(cluster(), { recursive: true })
    writeFileSync(join(cluster(), 'PG_VERSION'), '17\n')
    const error = await refusal()
    expect(error).toBeInstanceOf(StartupProblem)
    expect(error.message).toMatch(/was made by Postgres 17, and this Till brings Postgres 18;/)
    expect(readFileSync(join(cluster(), 'PG_VERSION'), 'utf8')).toBe('17\n')
  })

  test('a file where the data folder should be', async () => {
    writeFileSync(data, '')
    const error = await refusal()
    expect(error).toBeInstanceOf(StartupProblem)
    expect(error.message).toMatch(/^Till cannot write to its data folder .* or set TILL_DATA_DIR to another folder\.$/)
  })

  test('a folder in the way of the database', async () => {
    mkdirSync(join(cluster(), 'something'), { recursive: true })
    const error = await refusal()
    expect(error).toBeInstanceOf(StartupProblem)
    expect(error.message).toMatch(/is in the way of a new database/)
  })

  test('a setting that Postgres refuses', async () => {
    await (await shop.start(data)).stop()
    writeFileSync(join(cluster(), 'postgresql.conf'), "datestyle = 'nonsense'\n")
    const error = await refusal()
    expect(error).toBeInstanceOf(StartupProblem)
    expect(error.message).toMatch(/^The database server did not start .* its log is .*server\.log\.$/)
  })
})
