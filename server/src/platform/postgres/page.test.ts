import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/support/till.ts'
import type { Door } from './door.ts'
import { findPage, type Listing } from './page.ts'
import { countedTotal, facetsOf } from './totals.ts'
import type { SortKey, Walk } from './walk.ts'

/** 5,000 things of 40 owners with ties and nulls. The first owner has half of them, the last ones have the oldest. */
let database: TestDatabase
const uuid = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
beforeAll(async () => {
  database = await createDatabase(1)
  const { sql } = database
  const id = (n: string) => sql.unsafe(`('00000000-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`)
  await sql`create table boxes (id uuid primary key, organization_id uuid, name text)`
  await sql`insert into boxes select ${id('n')}, ${id('n % 40')}, 'box ' || n % 7 from generate_series(1, 200) n`
  await sql`
    create table things (id uuid primary key, organization_id uuid, box_id uuid, made int, ended int)`
  await sql`
    insert into things
    select ${id('n')}, case when n % 2 = 0 then ${uuid(1)} else ${id('n / 140')} end,
      case when n % 5 > 0 then ${id('1 + n % 200')} end, n / 3, case when n % 4 > 0 then n % 50 end
    from generate_series(1, 5000) n`
  // The same things, told by two tables. One has so few that those of small owners are among its first.
  const isOfFew = sql.unsafe(`organization_id < '${uuid(4)}' and made % 3 = 0`)
  await sql`create view few_things as select * from things where ${isOfFew}`
  await sql`create view most_things as select * from things where not (${isOfFew})`
  await sql`create table joined (organization_id uuid primary key)`
})
afterAll(() => database.drop())

async function doorTo(owners: readonly number[], isWide: boolean): Promise<Door> {
  const { sql } = database
  await sql`truncate joined`
  await sql`insert into joined select unnest(${owners.map(uuid)}::uuid[])`
  return {
    only: owners.length === 1 ? uuid(owners[0] as number) : null,
    userId: null,
    asked: null,
    isWide,
    organizations: sql`select organization_id from joined`,
    admits: (column) => sql`(select true from joined j where j.organization_id = ${column} limit 1)`,
    admitsMany: (column) => sql`(${column} in (select organization_id from joined)) = true`,
  }
}

interface Wanted {
  readonly walks: Listing['walks']
  /** The same, for a statement without any wit. */
  readonly order: string
  readonly where?: string
  readonly more?: Partial<Listing>
}

const plain = (key: Partial<SortKey> = {}): Walk => {
  const { sql } = database
  return { table: 'things', alias: 't', keys: [{ by: sql`t.made`, descending: true, ...key }], where: sql`true` }
}

const PAGES = [1, 2, 7, 100, 101, 120, 200, 201, 249, 250, 251, 330, 498, 500, 900, 100_000]

/** Every page is what sorting everything would give. */
async function expectPages(door: Door, { walks, order, where = 'true', more }: Wanted): Promise<void> {
  const { sql } = database
  const total = countedTotal(sql, sql`things t`, door, sql`t.organization_id`, sql.unsafe(where))
  const item = sql`select json_build_object('id', t.id) as item from things t where t.id = chosen.listed_id`
  const all = await sql<{ id: string }[]>`
    select t.id from things t left join boxes b on b.id = t.box_id
    where t.organization_id in (select organization_id from joined) and ${sql.unsafe(where)}
    order by ${sql.unsafe(order)}`
  for (const number of PAGES) {
    const page = { page: number, limit: 10 }
    const found = await findPage(sql, { door, total, walks, page, item, ...more }, (row) => (row as { id: string }).id)
    const wanted = all.slice((number - 1) * 10, number * 10).map(({ id }) => id)
    expect({ number, ...found }).toEqual({ number, items: wanted, totalCount: all.length })
  }
}

const EVERYBODY = Array.from({ length: 40 }, (_, n) => n)
const DOORS: readonly [string, readonly number[], boolean][] = [
  ['one organization', [1], false],
  ['a few', [1, 5, 30], false],
  ['everybody', EVERYBODY, true],
  ['many, without the largest', EVERYBODY.filter((n) => n !== 1), true],
  ['many who have only old ones', [0, 2], true],
  ['nobody', [], true],
]

describe.each(DOORS)('findPage for %s', (_, owners, isWide) => {
  it('by one key, in both directions', async () => {
    const door = await doorTo(owners, isWide)
    await expectPages(door, { walks: [plain()], order: 't.made desc, t.id desc' })
    await expectPages(door, { walks: [plain({ descending: false })], order: 't.made, t.id' })
  })

  it('told by two tables', async () => {
    const door = await doorTo(owners, isWide)
    for (const descending of [true, false]) {
      const walk = plain({ descending })
      const walks = [
        { ...walk, table: 'most_things' },
        { ...walk, table: 'few_things' },
      ] as const
      const direction = descending ? 'desc' : 'asc'
      await expectPages(door, { walks, order: `t.made ${direction}, t.id ${direction}`, more: { isMerged: true } })
    }
  })

  it('with a filter that few pass', async () => {
    const { sql } = database
    const walk = { ...plain(), where: sql`t.ended = 7` }
    await expectPages(await doorTo(owners, isWide), {
      walks: [walk],
      where: 't.ended = 7',
      order: 't.made desc, t.id desc',
    })
  })

  it('rows without a value last, also when the order is turned around', async () => {
    const { sql } = database
    const door = await doorTo(owners, isWide)
    for (const descending of [true, false]) {
      const keys = [{ by: sql`t.ended`, descending }]
      const walks: Listing['walks'] = [
        { ...plain(), keys, part: sql`t.ended is not null` },
        { ...plain(), keys, part: sql`t.ended is null` },
      ]
      const direction = descending ? 'desc' : 'asc'
      await expectPages(door, { walks, order: `t.ended ${direction} nulls last, t.id ${direction}` })
    }
  })

  it('by the name of what they belong to', async () => {
    const { sql } = database
    const nothing = (type: string) => ({ by: sql`null::${sql.unsafe(type)}`, descending: false })
    const time = { by: sql`t.made`, descending: false }
    const grouped: Walk = {
      table: 'boxes',
      alias: 'b',
      keys: [{ by: sql`b.name`, descending: false }],
      where: sql`true`,
      rows: { table: 'things', alias: 't', keys: [time], where: sql`t.box_id = b.id` },
    }
    await sql`update things t set organization_id = b.organization_id from boxes b where b.id = t.box_id`
    const without = { ...plain(), keys: [nothing('text'), nothing('uuid'), time], part: sql`t.box_id is null` }
    const order = 'b.name nulls last, b.id nulls last, t.made, t.id'
    await expectPages(await doorTo(owners, isWide), { walks: [grouped, without], order })
  })

  it('within values that have an index of their own', async () => {
    const { sql } = database
    for (const numbers of [[3], [3, 8, 8, 77]]) {
      const values = numbers.map(uuid)
      const where = `t.box_id in (${values.map((value) => `'${value}'`).join()})`
      const more = { pin: { column: sql`t.box_id`, values } }
      await expectPages(await doorTo(owners, isWide), {
        walks: [plain()],
        where,
        order: 't.made desc, t.id desc',
        more,
      })
    }
  })

  it('put in order as a whole, by several keys', async () => {
    const { sql } = database
    const keys = [
      { by: sql`b.name`, descending: true, isNullable: true },
      { by: sql`t.ended`, descending: false, isNullable: true },
    ]
    const walk = { ...plain(), keys, joins: sql`left join boxes b on b.id = t.box_id` }
    const order = 'b.name desc nulls last, t.ended asc nulls last, t.id'
    const door = await doorTo(owners, isWide)
    await expectPages(door, { walks: [walk], order, more: { isSorted: true } })
    await expectPages(door, { walks: [walk], order, more: { isSorted: true, total: undefined } })
  })
})

/**
 * 3,000 goods of one organization, in three kinds: a common one, one whose dear goods are not among the first, and one
 * that is rare. Every other one is in a box, and some prices are missing.
 */
describe.each(DOORS)('findPage of one kind in another order, for %s', (_, owners, isWide) => {
  beforeAll(async () => {
    const { sql } = database
    const id = (n: string) => sql.unsafe(`('00000000-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`)
    await sql`drop table if exists goods, kinds`
    await sql`create table kinds (id uuid primary key, organization_id uuid)`
    await sql`insert into kinds select ${id('n')}, ${uuid(1)} from generate_series(1, 3) n`
    await sql`create table goods (id uuid primary key, organization_id uuid, kind_id uuid, box_id uuid, made int, price int)`
    await sql`
      insert into goods
      select ${id('n')}, ${uuid(1)}, ${id('case when n % 50 = 0 then 3 when n % 3 = 0 then 2 else 1 end')},
        case when n % 2 = 0 then ${id('1 + 40 * (n % 5)')} end, n / 3,
        case when n % 7 > 0 then n % 90 + case when n % 3 = 0 then 1000 else 0 end end
      from generate_series(1, 3000) n`
    await sql`update boxes set organization_id = ${uuid(1)} where id in (select box_id from goods)`
  })

  const pages = [1, 2, 3, 10, 11, 60, 61, 95, 196, 400]

  async function expectKinds(listing: (kind: number) => Partial<Listing>, order: string): Promise<void> {
    const { sql } = database
    const door = await doorTo(owners, isWide)
    for (const kind of [1, 2, 3]) {
      const total = countedTotal(sql, sql`goods g`, door, sql`g.organization_id`, sql`g.kind_id = ${uuid(kind)}`)
      const all = await sql<{ id: string }[]>`
        select g.id from goods g left join boxes b on b.id = g.box_id
        where g.organization_id in (select organization_id from joined) and g.kind_id = ${uuid(kind)}
        order by ${sql.unsafe(order)}`
      const item = sql`select json_build_object('id', g.id) as item from goods g where g.id = chosen.listed_id`
      for (const number of pages) {
        const page = { page: number, limit: 10 }
        const pin = { column: sql`g.kind_id`, values: [uuid(kind)], table: 'kinds' }
        const asked = { door, total, pin, page, item, ...listing(kind) } as Listing
        const found = await findPage(sql, asked, (row) => (row as { id: string }).id)
        const wanted = all.slice((number - 1) * 10, number * 10).map(({ id }) => id)
        expect({ kind, number, ...found }).toEqual({ kind, number, items: wanted, totalCount: all.length })
      }
    }
  }

  it('among the first by another index, else put in order', async () => {
    const { sql } = database
    for (const descending of [true, false]) {
      const keys = [{ by: sql`g.price`, descending }]
      const direction = descending ? 'desc' : 'asc'
      await expectKinds((kind) => {
        const walk = { table: 'goods', alias: 'g', where: sql`g.kind_id = ${uuid(kind)}` }
        const walks: Listing['walks'] = [
          { ...walk, keys, part: sql`g.price is not null` },
          { ...walk, keys, part: sql`g.price is null` },
        ]
        const sorted = { ...walk, keys: [{ by: sql`g.price`, descending, isNullable: true }] }
        return { sought: { walks, isPinned: false }, isSorted: true, walks: [sorted] }
      }, `g.price ${direction} nulls last, g.id ${direction}`)
    }
  })

  it.each([true, false])('by the name of what they belong to, with an index of both: %s', async (isPinned) => {
    const { sql } = database
    for (const descending of [true, false]) {
      const key = (by: string, isNullable = false) => ({ by: sql`${sql.unsafe(by)}`, descending, isNullable })
      await expectKinds((kind) => {
        const ofKind = sql`g.kind_id = ${uuid(kind)}`
        const goods = { table: 'goods', alias: 'g', where: ofKind }
        const rows = { ...goods, keys: [key('g.made')], where: sql`g.box_id = b.id and ${ofKind}` }
        const grouped: Walk = { table: 'boxes', alias: 'b', keys: [key('b.name')], where: sql`true`, rows }
        const nothing = [key('null::text'), key('null::uuid'), key('g.made')]
        const without = { ...goods, keys: nothing, part: sql`g.box_id is null` }
        const joins = sql`left join boxes b on b.id = g.box_id`
        const sorted = { ...goods, keys: [key('b.name', true), key('b.id', true), key('g.made')], joins }
        return { walks: [sorted], isSorted: true, sought: { walks: [grouped, without], isPinned } }
      }, ['b.name', 'b.id', 'g.made', 'g.id'].map((by) => `${by} ${descending ? 'desc' : 'asc'} nulls last`).join())
    }
  })
})

describe('facetsOf', () => {
  const kept = ['status', 'product_id', 'is_archived&is_recurring']

  it('is the whole list when nothing is asked', () => {
    expect(facetsOf({ status: undefined, query: undefined }, kept)).toEqual([''])
  })

  it('names every value of one filter, ids in lower case', () => {
    expect(facetsOf({ status: ['granted', 'revoked'] }, kept)).toEqual(['status=granted', 'status=revoked'])
    expect(facetsOf({ product_id: ['AB-CD'], query: undefined }, kept)).toEqual(['product_id=ab-cd'])
  })

  it('joins two that are kept together, and knows nothing of others', () => {
    expect(facetsOf({ is_archived: false, is_recurring: true }, kept)).toEqual(['is_archived=false&is_recurring=true'])
    expect(facetsOf({ status: ['granted'], product_id: ['x'] }, kept)).toBeUndefined()
    expect(facetsOf({ query: ['a'] }, kept)).toBeUndefined()
  })
})
