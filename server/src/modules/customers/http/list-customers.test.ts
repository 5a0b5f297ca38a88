import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCustomer } from '../../../../test/support/customer-factories.ts'
import { makeOrganization, makeToken } from '../../../../test/support/factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'

let till: TestTill
let shop: string
let other: string
beforeAll(async () => {
  till = await startTill()
  shop = (await makeOrganization(till)).id
  other = (await makeOrganization(till)).id
  await makeCustomer(till, shop, { email: 'carla@example.com', name: 'Zoe 100% Sure' })
  await makeCustomer(till, shop, { email: 'Ada_L@example.com', name: 'ada lovelace' })
  await makeCustomer(till, shop, { email: 'bob@example.net' })
  await makeCustomer(till, other, { email: 'bob@example.net', name: 'Bob' })
})
afterAll(() => till.stop())

const emails = async (query: string) => {
  const { status, body } = await till.owner.get(`/v1/customers/?${query}`)
  expect(status).toBe(200)
  return body.items.map((item: { email: string }) => item.email)
}

describe('GET /v1/customers/', () => {
  it('200: the newest first, and those of other organizations only for who may see them', async () => {
    expect(await emails('')).toEqual(['bob@example.net', 'bob@example.net', 'Ada_L@example.com', 'carla@example.com'])
    const { body } = await till.as(await makeToken(till, other)).get('/v1/customers/')
    expect(body).toMatchObject({ items: [{ name: 'Bob' }], pagination: { total_count: 1, max_page: 1 } })
  })

  it.each([
    ['sorting=created_at', ['carla@example.com', 'Ada_L@example.com', 'bob@example.net']],
    ['sorting=email', ['Ada_L@example.com', 'bob@example.net', 'carla@example.com']],
    ['sorting=-email', ['carla@example.com', 'bob@example.net', 'Ada_L@example.com']],
    ['sorting=name', ['Ada_L@example.com', 'carla@example.com', 'bob@example.net']],
    ['sorting=-name', ['carla@example.com', 'Ada_L@example.com', 'bob@example.net']],
  ])('200: %s', async (query, expected) => {
    expect(await emails(`organization_id=${shop}&${query}`)).toEqual(expected)
  })

  it.each([
    ['email=ADA_L@example.com', ['Ada_L@example.com']],
    ['email=ada', []],
    ['email=carla@example.com&email=bob@example.net&sorting=email', ['bob@example.net', 'carla@example.com']],
    ['query=LOVE', ['Ada_L@example.com']],
    ['query=example.net', ['bob@example.net']],
    ['query=love&query=.net&sorting=email', ['Ada_L@example.com', 'bob@example.net']],
    ['query=love&email=bob@example.net', []],
    // Characters with a meaning in patterns mean themselves.
    ['query=0%25+s', ['carla@example.com']],
    ['query=a_l', ['Ada_L@example.com']],
    ['query=c_r', []],
    // An address, whole or a part of it, with the @ anywhere.
    ['query=ADA_L@example.com', ['Ada_L@example.com']],
    ['query=ada_l@example.net', []],
    ['query=la@ex', ['carla@example.com']],
    ['query=b@example', ['bob@example.net']],
    ['query=b@example.com', []],
    ['query=@example.net', ['bob@example.net']],
    ['query=l@&sorting=email', ['Ada_L@example.com']],
    ['query=@', ['bob@example.net', 'Ada_L@example.com', 'carla@example.com']],
    // Too short for an index.
    ['query=ZO', ['carla@example.com']],
    ['query=_', ['Ada_L@example.com']],
    ['query=bo@', []],
  ])('200: filters by %s', async (query, expected) => {
    expect(await emails(`organization_id=${shop}&${query}`)).toEqual(expected)
  })

  it('200: pages, with the true totals also past the end', async () => {
    const page = (n: number) => till.owner.get(`/v1/customers/?organization_id=${shop}&limit=2&page=${n}`)
    const [first, second, third] = [await page(1), await page(2), await page(3)]
    expect([first, second, third].map(({ body }) => body.items.length)).toEqual([2, 1, 0])
    for (const { body } of [first, second, third]) expect(body.pagination).toEqual({ total_count: 3, max_page: 2 })
  })

  it.each([
    ['sorting=email&sorting=age', ['query', 'sorting', 1]],
    ['organization_id=shop', ['query', 'organization_id', 0]],
    ['limit=0', ['query', 'limit']],
  ])('422: %s', async (query, loc) => {
    const { status, body } = await till.owner.get(`/v1/customers/?${query}`)
    expect(status).toBe(422)
    expect(body.detail[0].loc).toEqual(loc)
  })
})
