import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/support/till.ts'
import { begin } from './begin.ts'
import { contains, orderBy } from './list.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase(1)
  const { sql } = database
  await sql`create table things (id int primary key, owner int not null, made int not null, ended int)`
  await sql`create index on things (owner, made desc, id desc)`
  await sql`insert into things select n, n % 2, n, case when n % 3 > 0 then n end from generate_series(1, 2000) n`
  await sql`create table people (email text not null)`
  await sql`create index people_by_word on people using gin (lower(email) gin_trgm_ops)`
  await sql`insert into people select n || '@example.com' from generate_series(1, 2000) n`
  await sql`analyze things, people`
})
afterAll(() => database.drop())

type Criterion = 'made' | 'ended'

async function firstIds(by: Criterion, descending: boolean): Promise<number[]> {
  const rows = await database.sql<{ id: number }[]>`select id from things order by ${order(by, descending)} limit 3`
  return rows.map((row) => row.id)
}

function order(by: Criterion, descending: boolean) {
  const { sql } = database
  return orderBy<Criterion>(sql, [{ by, descending }], { made: sql`made`, ended: sql`ended` }, sql`id`, ['ended'])
}

describe('orderBy', () => {
  it('puts nulls last in both directions', async () => {
    expect(await firstIds('ended', true)).toEqual([2000, 1999, 1997])
    expect(await firstIds('ended', false)).toEqual([1, 2, 4])
  })

  it('lets an index give the newest of one owner, so that a page costs the same in a table of any size', async () => {
    const plan = await database.sql<Record<string, string>[]>`
      explain select id from things where owner = 1 order by ${order('made', true)} limit 10`
    const text = plan.map((line) => Object.values(line).join()).join('\n')
    expect(text).toContain('Index')
    expect(text).not.toContain('Sort')
  })
})

describe('contains', () => {
  it.each([
    ['Ada@Example.com', ['%ada@%', '%example.%', '%com%']],
    ['b_b@example', ['%\\_b@%', '%example%']],
    ['100% sure', ['%100\\% %', '%sure%']],
    ['@example', ['%example%']],
    ['a@b.example', ['%@b.%', '%example%']],
    ['License key 2', ['%license %', '%key %', '% 2%']],
    ['mary jo', ['%mary %', '% jo%']],
    ['jo-ann', ['%jo-%', '%ann%']],
    ['one two three four five', ['%one %', '%two %', '%three %', '%four %']],
    ['-a', ['%-a%']],
    ['doc\\dir', ['%doc\\\\%', '%dir%']],
    // In some databases, a Σ becomes a σ or a ς, depending on what follows.
    ['ΠΕΤΡΟΣ.Κ', ['%.κ%']],
    ['ab', []],
    ['a@', []],
    ['@', []],
    ['', []],
  ])('asks an index for the words of "%s"', async (query, patterns) => {
    expect(await asked(query)).toEqual(patterns)
  })

  it('finds what has the query in it, and nothing else', async () => {
    const text = fc
      .array(fc.constantFrom(...'aAbB1 -_%\\\\@.éÉßİıΣσςи山\u0301🙂'), { maxLength: 12 })
      .map((all) => all.join(''))
    const cut = fc
      .tuple(text, fc.nat(12), fc.nat(12))
      .map(([whole, a, b]) => ({ whole, query: [...whole].slice(a, b).join('') }))
    const other = fc.record({ whole: text, query: text })
    await fc.assert(
      fc.asyncProperty(fc.oneof(cut, other), async ({ whole, query }) => {
        const { sql } = database
        const [row] = await sql`
          select ${contains(sql, [sql`lower(${whole}::text)`], query)} as is_found,
            strpos(lower(${whole}::text), lower(${query}::text)) > 0 as is_there`
        expect(row?.isFound).toBe(row?.isThere)
      }),
      { numRuns: 500 },
    )
  })
})

/** The patterns that the index is asked for. */
async function asked(query: string): Promise<(string | undefined)[]> {
  const plan = await begin(database.sql, async (sql) => {
    await sql`set local enable_seqscan = off`
    await sql`set local plan_cache_mode = force_custom_plan`
    const isFound = contains(sql, [sql`lower(email)`], query)
    return sql<Record<string, string>[]>`explain select from people where ${isFound}`
  })
  const condition = plan.map((line) => Object.values(line).join()).find((line) => line.includes('Index Cond'))
  return [...(condition ?? '').matchAll(/~~ '(.*?)'::text/g)].map(([, pattern]) => pattern)
}
