import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDiscount, redeem } from '../../../../test/support/discount-factories.ts'
import { makeOrganization } from '../../../../test/support/factories.ts'
import { makeProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'

let till: TestTill
let shop: string
beforeAll(async () => {
  till = await startTill()
  shop = (await makeOrganization(till)).id
})
afterAll(() => till.stop())

const patch = (id: string, body: object) => till.owner.patch(`/v1/discounts/${id}`, body)
const rowOf = async (id: string) => {
  const [row] = await till.sql`select version, redemptions_count, max_redemptions from discounts where id = ${id}`
  return row
}

describe('PATCH /v1/discounts/{id}', () => {
  it('200: keeps what is absent and clears what is null', async () => {
    const product = await makeProduct(till, shop)
    const made = await makeDiscount(till, shop, {
      starts_at: '2026-01-01T00:00:00Z',
      max_redemptions: 5,
      max_redemptions_per_customer: 1,
      products: [product.id],
      metadata: { a: 1 },
    })
    const renamed = await patch(made.id, { name: 'Renamed', ends_at: '2027-01-01T00:00:00Z' })
    expect(renamed.status).toBe(200)
    expect(renamed.body).toEqual({
      ...made,
      name: 'Renamed',
      ends_at: '2027-01-01T00:00:00.000Z',
      modified_at: expect.any(String),
    })
    const cleared = await patch(made.id, {
      code: null,
      starts_at: null,
      ends_at: null,
      max_redemptions: null,
      max_redemptions_per_customer: null,
      products: null,
      metadata: null,
    })
    expect(cleared.body).toMatchObject({
      code: null,
      starts_at: null,
      ends_at: null,
      max_redemptions: null,
      max_redemptions_per_customer: null,
      products: [],
      metadata: {},
    })
    expect((await till.owner.get(`/v1/discounts/${made.id}`)).body).toEqual(cleared.body)
  })

  it('200: the same again is no new version', async () => {
    const products = [await makeProduct(till, shop), await makeProduct(till, shop)]
    const ids = products.map((product) => product.id)
    const made = await makeDiscount(till, shop, { products: ids, starts_at: '2026-01-01T00:00:00Z' })
    const { body } = await patch(made.id, {
      name: made.name,
      products: [...ids].reverse(),
      starts_at: '2026-01-01T01:00:00+01:00',
      basis_points: 2000,
      currency: 'usd',
    })
    expect(body).toEqual(made)
    expect(await rowOf(made.id)).toMatchObject({ version: 1 })
  })

  it('200: type, duration and value can change before the first use', async () => {
    const { id } = await makeDiscount(till, shop)
    const fixed = await patch(id, {
      type: 'fixed',
      amount: 500,
      currency: 'usd',
      duration: 'repeating',
      duration_in_months: 2,
    })
    expect(fixed.body).toMatchObject({ type: 'fixed', amount: 500, currency: 'usd', duration_in_months: 2 })
    expect(fixed.body.basis_points).toBeNull()
    const back = await patch(id, { type: 'percentage', basis_points: 100, duration: 'forever' })
    expect(back.body).toMatchObject({ type: 'percentage', basis_points: 100, duration: 'forever' })
    expect(back.body).toMatchObject({ amount: null, currency: null, duration_in_months: null })
  })

  it('200: a used discount keeps its terms, and everything else can change', async () => {
    const made = await makeDiscount(till, shop)
    await redeem(till, made)
    const { status, body } = await patch(made.id, {
      name: 'Used',
      type: 'percentage',
      basis_points: 2000,
      currency: 'usd',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'Used', redemptions_count: 1 })
  })

  it.each([
    [{ basis_points: 1 }, ['basis_points']],
    [{ duration: 'forever' }, ['duration']],
    [{ type: 'fixed', amount: 5, currency: 'usd' }, ['type', 'amount', 'currency']],
    [{ duration: 'repeating', duration_in_months: 2 }, ['duration', 'duration_in_months']],
  ])('422: %j after the first use', async (change, fields) => {
    const made = await makeDiscount(till, shop)
    await redeem(till, made)
    const { status, body } = await patch(made.id, change)
    expect(status).toBe(422)
    expect(body.detail.map((issue: { loc: string[] }) => issue.loc[1])).toEqual(fields)
  })

  it('200: a first cap counts the redemptions that nobody had counted', async () => {
    const made = await makeDiscount(till, shop)
    await redeem(till, made)
    await redeem(till, made, { status: 'reserved' })
    await redeem(till, made, { status: 'released' })
    expect(await rowOf(made.id)).toMatchObject({ redemptionsCount: 0 })
    const tooLow = await patch(made.id, { max_redemptions: 1 })
    expect(tooLow.status).toBe(422)
    expect(tooLow.body.detail[0].loc).toEqual(['body', 'max_redemptions'])
    const { body } = await patch(made.id, { max_redemptions: 2 })
    expect(body).toMatchObject({ max_redemptions: 2, redemptions_count: 2 })
    expect(await rowOf(made.id)).toMatchObject({ redemptionsCount: 2, maxRedemptions: 2 })
    expect((await till.owner.get(`/v1/discounts/${made.id}`)).body.redemptions_count).toBe(2)
  })

  it('200: a limit per customer can be set at any time, also below what some have used', async () => {
    const made = await makeDiscount(till, shop)
    await redeem(till, made)
    const limited = await patch(made.id, { max_redemptions_per_customer: 1 })
    expect(limited.body).toMatchObject({ max_redemptions_per_customer: 1, redemptions_count: 1 })
    expect((await patch(made.id, { max_redemptions_per_customer: 1 })).body).toEqual(limited.body)
    expect((await patch(made.id, { max_redemptions_per_customer: null })).body.max_redemptions_per_customer).toBeNull()
  })

  it('200: a cap can be lifted, and set again', async () => {
    const made = await makeDiscount(till, shop, { max_redemptions: 1 })
    expect((await patch(made.id, { max_redemptions: null })).body.max_redemptions).toBeNull()
    await redeem(till, made)
    await redeem(till, made)
    expect((await patch(made.id, { max_redemptions: 2 })).body).toMatchObject({
      max_redemptions: 2,
      redemptions_count: 2,
    })
    expect((await patch(made.id, { max_redemptions: null })).body.redemptions_count).toBe(2)
    expect((await patch(made.id, { max_redemptions: 2 })).body.redemptions_count).toBe(2)
  })

  it('200: a cap waits for the purchase that is under way, and counts it', async () => {
    const made = await makeDiscount(till, shop)
    let capped: ReturnType<typeof patch> | undefined
    await till.sql.begin(async (purchase) => {
      await purchase`select from discounts where id = ${made.id} for share`
      capped = patch(made.id, { max_redemptions: 3 })
      await new Promise((resolve) => setTimeout(resolve, 100))
      await redeem({ ...till, sql: purchase as unknown as TestTill['sql'] }, made)
    })
    expect((await capped)?.body).toMatchObject({ max_redemptions: 3, redemptions_count: 1 })
    expect(await rowOf(made.id)).toMatchObject({ redemptionsCount: 1 })
  })

  it('412: when somebody else changed it first', async () => {
    const { id } = await makeDiscount(till, shop)
    const stale = (await till.owner.get(`/v1/discounts/${id}`)).headers.get('etag') ?? ''
    await till.owner.patch(`/v1/discounts/${id}`, { name: 'First' }, { 'if-match': stale })
    expect((await till.owner.patch(`/v1/discounts/${id}`, { name: 'Second' }, { 'if-match': stale })).status).toBe(412)
    expect((await till.owner.delete(`/v1/discounts/${id}`, { 'if-match': stale })).status).toBe(412)
  })

  it('422: a code that is taken', async () => {
    const [first, second] = [await makeDiscount(till, shop), await makeDiscount(till, shop)]
    const { status, body } = await patch(second.id, { code: first.code.toLowerCase() })
    expect(status).toBe(422)
    expect(body.detail[0].loc).toEqual(['body', 'code'])
    expect((await patch(first.id, { code: first.code.toLowerCase() })).body.code).toBe(first.code.toLowerCase())
  })

  it.each([
    [{ name: null }, ['body', 'name']],
    [{ type: null }, ['body', 'type']],
    [{ type: 'fixed' }, ['body', 'amount']],
    [{ amount: 5 }, ['body', 'amount']],
    [{ basis_points: null }, ['body', 'basis_points']],
    [{ duration: 'repeating' }, ['body', 'duration_in_months']],
    [{ duration_in_months: 4 }, ['body', 'duration_in_months']],
    [{ max_redemptions: 0 }, ['body', 'max_redemptions']],
    [{ max_redemptions_per_customer: 0 }, ['body', 'max_redemptions_per_customer']],
    [{ starts_at: '2030-01-01T00:00:00Z' }, ['body', 'starts_at']],
    [{ ends_at: '2020-01-01T00:00:00Z' }, ['body', 'ends_at']],
    [{ products: ['0197a6f0-1c2b-7d3e-8f40-51627384a5b6'] }, ['body', 'products', 0]],
  ])('422: %j', async (change, loc) => {
    const window = { starts_at: '2026-01-01T00:00:00Z', ends_at: '2027-01-01T00:00:00Z' }
    const { id } = await makeDiscount(till, shop, window)
    const { status, body } = await patch(id, change)
    expect(status).toBe(422)
    expect(body.detail[0]).toMatchObject({ loc })
  })
})

describe('DELETE /v1/discounts/{id}', () => {
  it('204: it is gone, its code is free, and its row stays', async () => {
    const { id, code } = await makeDiscount(till, shop)
    expect((await till.owner.delete(`/v1/discounts/${id}`)).status).toBe(204)
    expect((await till.owner.get(`/v1/discounts/${id}`)).status).toBe(404)
    expect((await patch(id, { name: 'Back' })).status).toBe(404)
    expect((await till.owner.delete(`/v1/discounts/${id}`)).status).toBe(404)
    expect((await makeDiscount(till, shop, { code })).code).toBe(code)
    expect(await rowOf(id)).toMatchObject({ version: 2 })
  })
})

describe('a discount for products', () => {
  it('200: shows those that were archived since, and stays for them alone', async () => {
    const product = await makeProduct(till, shop)
    const made = await makeDiscount(till, shop, { products: [product.id] })
    await till.owner.must(till.owner.patch(`/v1/products/${product.id}`, { is_archived: true }))
    const { body } = await till.owner.get(`/v1/discounts/${made.id}`)
    expect(body.products).toEqual([expect.objectContaining({ id: product.id, is_archived: true })])
    expect((await patch(made.id, { products: [product.id] })).status).toBe(200)
  })
})
