import { Polar } from '@polar-sh/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDiscount, redeem } from '../../../../test/support/discount-factories.ts'
import { makeOrganization, makeToken } from '../../../../test/support/factories.ts'
import { makeProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'

let till: TestTill
beforeAll(async () => {
  till = await startTill()
})
afterAll(() => till.stop())

async function names(query: string): Promise<string[]> {
  const { items } = await till.owner.must(till.owner.get(`/v1/discounts/?${query}`))
  return items.map((item: { name: string }) => item.name)
}

describe('GET /v1/discounts/', () => {
  it('200: newest first, with products, without deleted ones, and the true totals past the end', async () => {
    const { id } = await makeOrganization(till)
    const product = await makeProduct(till, id)
    const first = await makeDiscount(till, id, { products: [product.id] })
    const second = await makeDiscount(till, id)
    const deleted = await makeDiscount(till, id)
    await till.owner.delete(`/v1/discounts/${deleted.id}`)
    const { body } = await till.owner.get(`/v1/discounts/?organization_id=${id}`)
    expect(body).toEqual({ items: [second, first], pagination: { total_count: 2, max_page: 1 } })
    const past = await till.owner.get(`/v1/discounts/?organization_id=${id}&page=2`)
    expect(past.body).toEqual({ items: [], pagination: { total_count: 2, max_page: 1 } })
  })

  it('200: searches names and codes, and sorts by each criterion', async () => {
    const { id } = await makeOrganization(till)
    const here = `organization_id=${id}`
    const spring = await makeDiscount(till, id, { name: 'Spring', code: 'ZEBRA' })
    await makeDiscount(till, id, { name: 'Winter', code: 'apple' })
    await makeDiscount(till, id, { name: 'Friends', code: null })
    await redeem(till, spring)
    expect(await names(`${here}&query=SPR`)).toEqual(['Spring'])
    expect(await names(`${here}&query=app`)).toEqual(['Winter'])
    expect(await names(`${here}&query=i`)).toEqual(['Friends', 'Winter', 'Spring'])
    expect(await names(`${here}&sorting=created_at`)).toEqual(['Spring', 'Winter', 'Friends'])
    expect(await names(`${here}&sorting=name`)).toEqual(['Friends', 'Spring', 'Winter'])
    expect(await names(`${here}&sorting=code`)).toEqual(['Winter', 'Spring', 'Friends'])
    expect(await names(`${here}&sorting=-redemptions_count&sorting=name`)).toEqual(['Spring', 'Friends', 'Winter'])
  })

  it('200: only what the token may see', async () => {
    const { id } = await makeOrganization(till)
    const mine = await makeDiscount(till, id)
    const { body } = await till.as(await makeToken(till, id, ['discounts:read'])).get('/v1/discounts/')
    expect(body.items).toEqual([mine])
  })

  it('422: an unknown criterion', async () => {
    const { status, body } = await till.owner.get('/v1/discounts/?sorting=-amount')
    expect(status).toBe(422)
    expect(body.detail[0].loc).toEqual(['query', 'sorting', 0])
  })
})

describe('an existing client', () => {
  it('accepts every kind of discount, and its calls work', async () => {
    const { id } = await makeOrganization(till)
    const client = new Polar({ serverURL: till.url, accessToken: await makeToken(till, id) })
    const made = await client.discounts.create({
      name: 'Euros',
      duration: 'once',
      type: 'fixed',
      amount: 500,
      currency: 'eur',
    })
    expect(made).toMatchObject({ type: 'fixed', amount: 500, currency: 'eur' })
    // This client sends `currency: "usd"` with every update.
    const renamed = await client.discounts.update({ id: made.id, discountUpdate: { name: 'Still euros' } })
    expect(renamed).toMatchObject({ name: 'Still euros', amount: 500, currency: 'eur' })
    await makeDiscount(till, id, { name: 'Share', duration: 'forever' })
    await makeDiscount(till, id, { name: 'Months', duration: 'repeating', duration_in_months: 3 })
    const listed = await client.discounts.list({ sorting: ['name'] })
    expect(listed.result.items).toMatchObject([
      { name: 'Months', basisPoints: 2000, duration: 'repeating' },
      { name: 'Share', basisPoints: 2000, duration: 'forever' },
      { name: 'Still euros', amount: 500 },
    ])
    await client.discounts.delete({ id: made.id })
  })
})
