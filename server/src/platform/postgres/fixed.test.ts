import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/support/till.ts'
import { fixed } from './fixed.ts'
import type { Sql } from './pool.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase(4)
})
afterAll(() => database.drop())

const inner = fixed((sql) => sql`n * 2`)
const doubled = fixed((sql) => sql`select ${inner(sql)} as twice from ${sql('numbers')}`)

async function twice(sql: Sql, n: number): Promise<number | undefined> {
  const [row] = await sql<{ twice: number }[]>`with numbers as (select ${n}::int as n) ${doubled(sql)} where n = ${n}`
  return row?.twice
}

describe('a fixed part', () => {
  it('serves many statements at once, on the pool and in transactions', async () => {
    const { sql } = database
    const pooled = Array.from({ length: 20 }, (_, n) => twice(sql, n))
    const inside = sql.begin((tx) => Promise.all([twice(tx as unknown as Sql, 50), twice(tx as unknown as Sql, 51)]))
    expect(await Promise.all(pooled)).toEqual(Array.from({ length: 20 }, (_, n) => 2 * n))
    expect(await inside).toEqual([100, 102])
  })

  it('is made once', () => {
    expect(doubled(database.sql)).toBe(doubled(database.sql))
  })
})
