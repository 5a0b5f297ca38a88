import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/support/till.ts'
import { copyIn, copyOut } from './copy.ts'
import type { Sql } from './pool.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase(2)
  await database.sql`create table numbers (n int primary key, filler text)`
})
afterAll(() => database.drop())

async function* pieces(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text)
}

const numbers = async () => (await database.sql`select n from numbers order by n`).map(({ n }) => n)
const INTO = 'copy numbers (n) from stdin'

describe('copying in', () => {
  it('takes pieces that end anywhere, one statement after the other', async () => {
    await database.sql.begin(async (tx) => {
      const connection = tx as unknown as Sql
      await copyIn(connection, INTO, pieces('1\n', '2', '0\n3', '\n'))
      await copyIn(connection, INTO, pieces())
      // A statement that is longer than what the driver gathers, so that it is on its way at once.
      await copyIn(connection, `${INTO} ${' '.repeat(5000)}`, pieces('4\n'))
    })
    expect(await numbers()).toEqual([1, 3, 4, 20])
  })

  it('tells of an error that the server finds after the last byte, and nothing is kept', async () => {
    const before = await numbers()
    for (const last of ['1\n', 'x\n', '1\t2\n']) {
      const copied = database.sql.begin((tx) => copyIn(tx as unknown as Sql, INTO, pieces('100\n', last)))
      await expect(copied).rejects.toMatchObject({ name: 'PostgresError' })
    }
    expect(await numbers()).toEqual(before)
  })

  it('gives up when the pieces throw, with what they have thrown', async () => {
    const failing = async function* () {
      yield Buffer.from('200\n')
      throw new Error('the disk is gone')
    }
    const copied = database.sql.begin((tx) => copyIn(tx as unknown as Sql, INTO, failing()))
    await expect(copied).rejects.toThrow('the disk is gone')
    expect(await numbers()).not.toContain(200)
  })

  it('tells when the connection is lost', async () => {
    const endless = async function* () {
      for (let n = 1000; ; n += 1) {
        yield Buffer.from(`${n}\n`)
        await sleep(1)
      }
    }
    const connection = await database.sql.reserve()
    const copied = copyIn(connection as unknown as Sql, INTO, endless())
    const refused = expect(copied).rejects.toThrow()
    await expect
      .poll(async () => {
        const ended = await database.sql`
          select pg_terminate_backend(pid) from pg_stat_activity where query like 'copy numbers%' and state = 'active'
            and datname = current_database()`
        return ended.length
      })
      .toBe(1)
    await refused
  })
})

describe('copying out', () => {
  it('answers every row to a slow reader, and the connection goes on', async () => {
    await database.sql`delete from numbers`
    await database.sql`insert into numbers select n, repeat('x', 90) from generate_series(1, 20000) n`
    const connection = await database.sql.reserve()
    // Many lengths, so that packets end at many places, also between the last row and the end of the statement.
    for (let many = 600; many < 1200; many += 7) {
      let bytes = 0
      const statement = `copy (select n, filler from numbers where n <= ${many} order by n) to stdout`
      for await (const piece of copyOut(connection as unknown as Sql, statement)) {
        bytes += piece.length
        await sleep(0)
      }
      const [row] = await connection<{ bytes: number }[]>`
        select sum(length(n::text) + 92)::int as bytes from numbers where n <= ${many}`
      expect(bytes).toBe(row?.bytes)
    }
    connection.release()
  })
})
