import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOrganization } from '../support/factories.ts'
import { startTill, type TestTill } from '../support/till.ts'

let till: TestTill
const slugs: string[] = []
beforeAll(async () => {
  till = await startTill()
  for (let index = 0; index < 12; index += 1) slugs.push((await makeOrganization(till)).slug)
})
afterAll(() => till.stop())

const list = (query: string) => till.owner.get(`/v1/organizations/?${query}`)

describe('200', () => {
  it('ten entries are the default, and totals are of all', async () => {
    const { body } = await list('')
    expect(body.items).toHaveLength(10)
    expect(body.pagination).toEqual({ total_count: 12, max_page: 2 })
  })

  it('limit and page are read as numbers', async () => {
    const { body } = await list('limit=5&page=3')
    expect(body.items).toHaveLength(2)
    expect(body.pagination).toEqual({ total_count: 12, max_page: 3 })
  })

  it('a limit above 100 is lowered to 100', async () => {
    const { status, body } = await list('limit=1000')
    expect(status).toBe(200)
    expect(body.pagination).toEqual({ total_count: 12, max_page: 1 })
  })

  it('a page past the end is empty and keeps the totals', async () => {
    const { body } = await list('page=9007199254740&limit=100')
    expect(body).toEqual({ items: [], pagination: { total_count: 12, max_page: 1 } })
  })

  it('an empty list has no pages', async () => {
    const { body } = await list('slug=nobody')
    expect(body).toEqual({ items: [], pagination: { total_count: 0, max_page: 0 } })
  })

  it('a filter given several times means any of its values', async () => {
    const { body } = await list(`slug=${slugs[1]}&slug=${slugs[4]}&slug=nobody`)
    expect(body.items.map((item: { slug: string }) => item.slug)).toEqual([slugs[1], slugs[4]])
  })

  it('the last of a parameter that is given twice counts', async () => {
    expect((await list('limit=1&limit=3')).body.items).toHaveLength(3)
  })

  it('sorting descends with a minus sign, and pages do not overlap', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => list(`sorting=-created_at&limit=5&page=${page}`)))
    const seen = pages.flatMap(({ body }) => body.items.map((item: { slug: string }) => item.slug))
    expect(seen).toEqual([...slugs].reverse())
  })

  it('a criterion that is repeated counts once, the first time', async () => {
    const { body } = await list(`sorting=-created_at${'&sorting=created_at'.repeat(9)}&limit=100`)
    expect(body.items.map((item: { slug: string }) => item.slug)).toEqual([...slugs].reverse())
  })

  it('unknown parameters are ignored', async () => {
    for (const query of ['color=red&__proto__=1', '_=1700000000', 'color[]=red', '[]=1', 'slug[a]=1', 'limit[]=5']) {
      expect((await list(query)).status).toBe(200)
    }
  })
})

describe('422', () => {
  it.each([
    ['limit=abc', 'limit', 'int_type', 'abc'],
    ['limit=1.5', 'limit', 'int_type', '1.5'],
    ['limit=', 'limit', 'int_type', ''],
    ['limit=0', 'limit', 'greater_than_equal', 0],
    ['limit=-5', 'limit', 'greater_than_equal', -5],
    ['limit=1e3', 'limit', 'int_type', '1e3'],
    ['page=0', 'page', 'greater_than_equal', 0],
    ['page=99999999999999999999', 'page', 'int_type', '99999999999999999999'],
  ])('%s', async (query, name, type, input) => {
    const { status, body } = await list(query)
    expect(status).toBe(422)
    expect(body.detail).toEqual([{ type, loc: ['query', name], msg: expect.any(String), input }])
  })

  it('every unknown sorting criterion has its place', async () => {
    const { status, body } = await list('sorting=name&sorting=--name')
    expect(status).toBe(422)
    expect(body.detail).toEqual([
      { type: 'enum', loc: ['query', 'sorting', 1], msg: expect.stringContaining('created_at, name'), input: '--name' },
    ])
  })

  it('more sorting criteria than anybody needs', async () => {
    const { status, body } = await list(`sorting=name${'&sorting=name'.repeat(10)}`)
    expect(status).toBe(422)
    expect(body.detail).toEqual([
      {
        type: 'too_long',
        loc: ['query', 'sorting'],
        msg: expect.stringContaining('10'),
        input: Array(11).fill('name'),
      },
    ])
  })

  it('an id filter that is no UUID', async () => {
    const { status, body } = await till.owner.get('/v1/organization-access-tokens/?organization_id=nonsense')
    expect(status).toBe(422)
    expect(body.detail[0]).toMatchObject({ type: 'uuid_parsing', loc: ['query', 'organization_id', 0] })
  })

  it.each([
    ['slug[]=a', 'slug[]', 'a'],
    ['slug%5B%5D=a&slug%5B%5D=b', 'slug[]', ['a', 'b']],
    ['slug=a&slug[0]=b', 'slug[0]', 'b'],
    ['sorting[]=name', 'sorting[]', 'name'],
  ])('a name that can be repeated, with brackets: %s', async (query, sent, input) => {
    const { status, body } = await list(query)
    const [name] = sent.split('[')
    const msg = `Repeat the name without brackets: ${name}=...&${name}=...`
    expect(status).toBe(422)
    expect(body.detail).toEqual([{ type: 'value_error', loc: ['query', sent], msg, input }])
  })

  it('a text with U+0000', async () => {
    const { status, body } = await list('slug=a%00b')
    expect(status).toBe(422)
    expect(body.detail[0].loc[0]).toBe('query')
  })
})

describe('ids in the path', () => {
  it('any version of UUID is accepted, in any case', async () => {
    const { id } = await makeOrganization(till)
    expect((await till.owner.get(`/v1/organizations/${id.toUpperCase()}`)).status).toBe(200)
    for (const other of ['00000000-0000-0000-0000-000000000000', '3f2504e0-4f89-41d3-9a0c-0305e82c3301']) {
      expect((await till.owner.get(`/v1/organizations/${other}`)).status).toBe(404)
    }
  })

  it.each([
    'nonsense',
    '0197a6f0',
    '{0197a6f0-0000-7000-8000-000000000000}',
    '%00',
    '0197a6f0-0000-7000-8000-00000000000g',
  ])('422: %s', async (id) => {
    const { status, body } = await till.owner.get(`/v1/organizations/${id}`)
    expect(status).toBe(422)
    expect(body.detail).toEqual([expect.objectContaining({ type: 'uuid_parsing', loc: ['path', 'id'] })])
  })
})
