import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isAlive } from '../../src/platform/postgres/embedded/postmaster.ts'
import { Client } from '../support/client.ts'
import { freePort, makeFolder, spawnTill, type TillProcess, type TillProcessOptions } from '../support/process.ts'
import { createDatabase, type TestDatabase } from '../support/till.ts'

const TOKEN = 'a-token-of-the-owner-for-start-up-tests'

let folder: { path: string; remove(): Promise<void> }
let running: TillProcess[]
beforeEach(async () => {
  folder = await makeFolder()
  running = []
})
afterEach(async () => {
  for (const till of running) till.kill('SIGTERM')
  for (const till of running) await till.ended()
  await folder.remove()
})

async function start(
  env: Record<string, string> = {},
  options: Partial<TillProcessOptions> = {},
): Promise<TillProcess> {
  const port = options.port ?? (await freePort())
  const till = spawnTill({ port, ...options, env: { TILL_DATA_DIR: folder.path, ...env } })
  running.push(till)
  return till
}

/** The pid of the embedded Postgres, from the file that it keeps itself. */
async function postgresPid(): Promise<number> {
  const text = await readFile(join(folder.path, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')
  return Number(text.split('\n')[0])
}

async function slugs(till: TillProcess, token = TOKEN): Promise<string[]> {
  const client = new Client(till.url, token)
  const { items } = await client.must(client.get('/v1/organizations/?limit=100'))
  return items.map(({ slug }: { slug: string }) => slug)
}

async function make(till: TillProcess, slug: string, token = TOKEN): Promise<void> {
  const client = new Client(till.url, token)
  await client.must(client.post('/v1/organizations/', { name: 'Started', slug }))
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let round = 0; round < 200; round += 1) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it did not come to hold within 10 s')
}

describe('npm start', { timeout: 60_000 }, () => {
  it('prints the token once, keeps the data, is ready within 3 s the second time, and drains on SIGTERM', async () => {
    const first = await start()
    await first.ready()
    const token = /till_pat_[0-9A-Za-z]{43}/.exec(first.output())?.[0] ?? ''
    expect(first.output()).toContain(`Till is ready at ${first.url}`)
    expect(first.output()).toContain(`${first.url}/docs`)
    expect(first.output()).toContain(folder.path)
    await make(first, 'kept', token)
    first.kill('SIGTERM')
    expect(await first.ended()).toBe(0)

    const took: number[] = []
    for (let again = 0; again < 3; again += 1) {
      const since = performance.now()
      const next = await start()
      await next.ready()
      took.push(performance.now() - since)
      expect(next.output()).not.toContain('till_pat_')
      expect(await slugs(next, token)).toEqual(['kept'])
      next.kill('SIGTERM')
      expect(await next.ended()).toBe(0)
    }
    expect(took.sort((a, b) => a - b)[1]).toBeLessThan(3000)
  })

  it('takes the owner token from TILL_ADMIN_TOKEN at the first start only', async () => {
    const first = await start({ TILL_ADMIN_TOKEN: TOKEN })
    await first.ready()
    expect(first.output()).not.toContain(TOKEN)
    expect(await slugs(first)).toEqual([])
    first.kill('SIGTERM')
    await first.ended()
    const second = await start({ TILL_ADMIN_TOKEN: `another-${TOKEN}` })
    await second.ready()
    expect(await slugs(second)).toEqual([])
    const refused = await new Client(second.url, `another-${TOKEN}`).get('/v1/organizations/')
    expect(refused.status).toBe(401)
  })

  it('npm run token makes another token while the server runs', async () => {
    const till = await start({ TILL_ADMIN_TOKEN: TOKEN })
    await till.ready()
    const made = await start({}, { command: ['node', 'scripts/till.mjs', 'token'] })
    expect(await made.ended()).toBe(0)
    expect(await slugs(till, made.output().trim().split('\n').at(-1))).toEqual([])
  })

  it('told to stop while it starts, it leaves no Postgres behind', async () => {
    const till = await start()
    await until(async () => Number.isInteger(await postgresPid().catch(() => null)))
    const postgres = await postgresPid()
    till.kill('SIGTERM')
    expect(await till.ended()).toBe(0)
    expect(till.output()).toContain('Stopped')
    expect(isAlive(postgres)).toBe(false)
  })

  it.each([
    ['the server', ['server']],
    ['Postgres', ['postgres']],
    ['both', ['server', 'postgres']],
  ])('is ready within 30 s after a kill -9 of %s, with everything that was answered', async (_name, victims) => {
    const first = await start({ TILL_ADMIN_TOKEN: TOKEN })
    await first.ready()
    await make(first, 'before-the-kill')
    const postgres = await postgresPid()
    if (victims.includes('postgres')) {
      process.kill(postgres, 'SIGKILL')
      // What still answers for a moment is nobody's database any more.
      await until(async () => !isAlive(postgres))
    }
    if (victims.includes('server')) {
      first.kill('SIGKILL')
      await first.ended()
    }
    const second = victims.includes('server') ? await start() : first
    await second.ready(30_000)
    expect(await slugs(second)).toEqual(['before-the-kill'])
    await make(second, 'after-the-kill')
  })
})

describe('one sentence and exit code 1, never a stack trace:', () => {
  async function sentence(till: TillProcess): Promise<string> {
    expect(await till.ended()).toBe(1)
    expect(till.output()).not.toMatch(/^\s+at /m)
    return till.output()
  }

  it('a taken port', async () => {
    const server = createServer()
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as { port: number }
    const text = await sentence(await start({}, { port }))
    server.close()
    expect(text).toContain(`Port ${port} on 127.0.0.1 is taken`)
  })

  it('a data folder that cannot be written', async () => {
    expect(await sentence(await start({ TILL_DATA_DIR: '/proc/till' }))).toMatch(/\/proc\/till/)
  })

  it('a database that cannot be reached', async () => {
    const url = `postgres://user:secret-password@127.0.0.1:${await freePort()}/till`
    const text = await sentence(await start({ DATABASE_URL: url }))
    expect(text).toContain('cannot be reached')
    expect(text).not.toContain('secret-password')
  })

  it('a host that is no name of this machine', async () => {
    expect(await sentence(await start({ HOST: 'nowhere.invalid' }))).toContain('HOST is nowhere.invalid')
  })

  it('a command or a flag that does not exist', async () => {
    const nope = await start({}, { command: ['node', 'scripts/till.mjs', 'nope'] })
    expect(await sentence(nope)).toContain('There is no command nope.')
    const flag = await start({}, { command: ['node', 'scripts/till.mjs', 'token', '--forever'] })
    expect(await sentence(flag)).toContain('till token does not know --forever.')
    const help = await start({}, { command: ['node', 'scripts/till.mjs', 'token', '--help'] })
    expect(await help.ended()).toBe(0)
    expect(help.output()).not.toContain('till_pat_')
    const size = await start({}, { command: ['node', 'scripts/till.mjs', 'demo', '--orders', '5'] })
    expect(await sentence(size)).toContain('--orders needs --scale')
  })

  it('settings that make no sense', async () => {
    expect(await sentence(await start({ TILL_BASE_URL: 'shop' }))).toContain('TILL_BASE_URL')
    expect(await sentence(await start({ TILL_ADMIN_TOKEN: 'short' }))).toContain('TILL_ADMIN_TOKEN')
    expect(await sentence(await start({ TILL_RATE_LIMITS: 'some' }))).toContain('TILL_RATE_LIMITS')
  })
})

describe('with DATABASE_URL', { timeout: 60_000 }, () => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await createDatabase(2)
    return () => database.drop()
  })

  it('several processes start at once on one database, and every one works', async () => {
    const env = { DATABASE_URL: database.url, TILL_ADMIN_TOKEN: TOKEN, TILL_SECRET_KEY: 'k'.repeat(40) }
    await database.sql`drop schema public, sandbox cascade`
    await database.sql`create schema public`
    const tills = await Promise.all([start(env), start(env), start(env)])
    await Promise.all(tills.map((till) => till.ready()))
    for (const [index, till] of tills.entries()) await make(till, `process-${index}`)
    for (const till of tills) expect((await slugs(till)).sort()).toEqual(['process-0', 'process-1', 'process-2'])
  })

  it('SIGTERM: a request that runs is answered, a new one is refused, who never spoke is not waited for, and it ends', async () => {
    const env = { DATABASE_URL: database.url, TILL_ADMIN_TOKEN: TOKEN, TILL_SECRET_KEY: 'k'.repeat(40) }
    const till = await start(env)
    await till.ready()
    const silent = connect({ host: '127.0.0.1', port: Number(new URL(till.url).port) })
    silent.on('error', () => {})
    await once(silent, 'connect')
    const client = new Client(till.url, TOKEN)
    const shop = await client.must(client.post('/v1/organizations/', { name: 'Slow', slug: 'slow-shop' }))
    let release = () => {}
    let isHeld = false
    const held = database.sql.begin(async (tx) => {
      await tx`select from organizations where id = ${shop.id} for update`
      isHeld = true
      await new Promise<void>((done) => {
        release = done
      })
    })
    await until(async () => isHeld)
    const waiting = client.patch(`/v1/organizations/${shop.id}`, { bio: 'Written while stopping' })
    await until(async () => {
      const rows = await database.sql`
        select from pg_stat_activity
        where wait_event_type = 'Lock' and query like '%organizations%' and datname = current_database()`
      return rows.length > 0
    })
    till.kill('SIGTERM')
    await until(async () => (await fetch(till.url).catch(() => null)) === null)
    release()
    await held
    const answer = await waiting
    expect(answer.status).toBe(200)
    expect(answer.headers.get('connection')).toBe('close')
    expect(await till.ended(5000)).toBe(0)
    const [row] = await database.sql`select bio from organizations where id = ${shop.id}`
    expect(row?.bio).toBe('Written while stopping')
  })

  it('a database from a newer version, and another secret key, are refused', async () => {
    const env = { DATABASE_URL: database.url, TILL_ADMIN_TOKEN: TOKEN, TILL_SECRET_KEY: 'k'.repeat(40) }
    const first = await start(env)
    await first.ready()
    first.kill('SIGTERM')
    await first.ended()
    const other = await start({ ...env, TILL_SECRET_KEY: 'o'.repeat(40) })
    expect(await other.ended()).toBe(1)
    expect(other.output()).toContain('another secret key')
    await database.sql`insert into schema_migrations (name, checksum) values ('9999_future.sql', '')`
    const older = await start(env)
    expect(await older.ended()).toBe(1)
    expect(older.output()).toContain('newer version of Till')
  })
})
