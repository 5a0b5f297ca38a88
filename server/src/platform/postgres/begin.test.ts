import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/support/till.ts'
import { secretWireTo, type Wire, wireTo } from '../../../test/support/wire.ts'
import { begin } from './begin.ts'
import { openPool, type Sql } from './pool.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase(1)
})
afterAll(() => database.drop())

const pause = () => new Promise((resolve) => setTimeout(resolve, 50))

describe.each([
  ['in the open', wireTo, 'disable'],
  ['in secret', secretWireTo, 'require'],
] as const)('a database that is talked to %s', (_, dial, sslmode) => {
  let wire: Wire
  let sql: Sql
  beforeAll(async () => {
    wire = await dial(new URL(database.url))
  })
  afterAll(() => wire.stop())
  beforeEach(() => {
    sql = poolOverWire(2)
    return () => sql.end({ timeout: 1 })
  })

  function poolOverWire(connections: number): Sql {
    const url = new URL(database.url)
    url.port = String(wire.port)
    url.searchParams.set('sslmode', sslmode)
    return openPool(url.href, { connections })
  }

  const answers = async () => (await sql`select 1 as one`)[0]?.one

  describe('a connection that breaks before its first statement', () => {
    // The driver's own question, which it asks on every new connection.
    const OWN_QUESTION = 'pg_catalog.pg_type'
    const statement = (pool: Sql) => pool`select 1`
    const transaction = (pool: Sql) => begin(pool, (tx) => tx`select 1`)

    it.each([
      ['a statement', statement],
      ['a transaction', transaction],
    ])('hard: %s is rejected, and the process lives', async (_, work) => {
      wire.cutAt(OWN_QUESTION, true)
      await expect(work(sql)).rejects.toMatchObject({ code: expect.stringMatching(/ECONNRESET|EPIPE/) })
      await pause()
      expect(await Promise.all([answers(), answers(), answers()])).toEqual([1, 1, 1])
    })

    it.each([
      ['a statement', statement],
      ['a transaction', transaction],
    ])('softly: %s goes to the next connection, and its place in the pool is not lost', async (_, work) => {
      const only = poolOverWire(1)
      wire.cutAt(OWN_QUESTION, false)
      await expect(work(only)).resolves.toHaveLength(1)
      for (let round = 0; round < 3; round += 1) expect(await only`select ${round}::int as round`).toEqual([{ round }])
      await only.end({ timeout: 1 })
    })
  })

  describe('a transaction whose connection breaks', () => {
    it.each([
      [
        'while a statement runs',
        async (tx: Sql) => {
          setTimeout(wire.cut, 20)
          await tx`select pg_sleep(5)`
        },
      ],
      [
        'while it waits for something else, and then asks again',
        async (tx: Sql) => {
          await tx`select 1`
          wire.cut()
          await pause()
          await tx`select 2`
        },
      ],
      [
        'while it waits for something else, and then fails',
        async (tx: Sql) => {
          await tx`select 1`
          wire.cut()
          await pause()
          throw new Error('something else')
        },
      ],
      [
        'while it waits for something else, and then ends',
        async (tx: Sql) => {
          await tx`select 1`
          wire.cut()
          await pause()
        },
      ],
      [
        'at the very moment of a statement',
        async (tx: Sql) => {
          await tx`select 1`
          wire.cut()
          for (let round = 0; round < 100; round += 1) await tx`select 2`
        },
      ],
    ])('%s: is rejected, and the process lives', async (_, work) => {
      await expect(begin(sql, work)).rejects.toMatchObject({
        code: expect.stringMatching(/ECONNRESET|CONNECTION_CLOSED|EPIPE/),
      })
      // What the driver does wrong, it does a moment later.
      await pause()
      await expect.poll(() => answers().catch(() => 0), { timeout: 5000 }).toBe(1)
    })

    it('leaves no connection of the pool behind', async () => {
      for (let round = 0; round < 10; round += 1) {
        const cutOff = begin(sql, async (tx) => {
          await tx`select 1`
          wire.cut()
          await pause()
          await tx`select 2`
        })
        await expect(cutOff).rejects.toThrow()
      }
      await expect
        .poll(() => Promise.all([answers(), answers(), answers()]).catch(() => []), { timeout: 5000 })
        .toEqual([1, 1, 1])
    })
  })
})

/** As many transactions, each of which ends when all have begun. */
async function connectionsOf(pool: Sql, many: number): Promise<number[]> {
  let begun = 0
  let allBegan = () => {}
  const all = new Promise<void>((resolve) => {
    allBegan = resolve
  })
  const pidOf = (tx: Sql) => tx<{ pid: number }[]>`select pg_backend_pid() as pid`
  const transaction = () =>
    begin(pool, async (tx) => {
      const [row] = await pidOf(tx)
      begun += 1
      if (begun === many) allBegan()
      await all
      return row?.pid ?? 0
    })
  return Promise.all(Array.from({ length: many }, transaction))
}

it('a transaction whose server says goodbye first: nobody else hears of it, and every connection comes back', async () => {
  const many = 4
  const pool = openPool(database.url, { connections: many, applicationName: 'goodbye' })
  const terminate = () => database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  const inTransaction = () => database.sql`
    select from pg_stat_activity
    where datname = current_database() and application_name = 'goodbye' and xact_start is not null`
  const busy = (tx: Sql): Promise<unknown> => tx`select pg_sleep(5)`
  const inALoop = async (tx: Sql) => {
    for (let round = 0; round < 10_000; round += 1) await tx`select ${round}::int`
  }
  const idle = async (tx: Sql) => {
    await tx`select 1`
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await tx`select 2`
  }
  for (const work of [busy, inALoop, busy, inALoop, idle, inALoop, busy]) {
    const broken = Array.from({ length: many }, () => begin(pool, work).catch(() => 'broken'))
    await expect.poll(inTransaction, { timeout: 3000, message: work.name }).toHaveLength(many)
    await terminate()
    expect(await Promise.all(broken)).toEqual(Array(many).fill('broken'))
    expect(new Set(await connectionsOf(pool, many)).size).toBe(many)
  }
  const since = performance.now()
  await pool.end({ timeout: 5 })
  expect(performance.now() - since).toBeLessThan(2000)
})
