import { Polar } from '@polar-sh/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCustomBenefit, makeLicenseKeysBenefit } from '../../../../test/support/benefit-factories.ts'
import { makeOrganization, makeToken, unique } from '../../../../test/support/factories.ts'
import { makeFreeProduct, makeProduct, makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'

let till: TestTill
beforeAll(async () => {
  till = await startTill()
})
afterAll(() => till.stop())

const NOBODY = '0197a6f0-1c2b-7d3e-8f40-51627384a5b6'
const FIXED = { amount_type: 'fixed', price_amount: 900, price_currency: 'usd' }

describe('GET /v1/products/', () => {
  async function names(query: string): Promise<string[]> {
    const { items } = await till.owner.must(till.owner.get(`/v1/products/?${query}`))
    return items.map((item: { name: string }) => item.name)
  }

  it('200: newest first, with prices and benefits, and the true totals past the end', async () => {
    const { id } = await makeOrganization(till)
    const [first, second] = [await makeProduct(till, id), await makeRecurringProduct(till, id)]
    const benefit = await makeLicenseKeysBenefit(till, id)
    const full = await till.owner.must(till.owner.post(`/v1/products/${first.id}/benefits`, { benefits: [benefit.id] }))
    const { body } = await till.owner.get(`/v1/products/?organization_id=${id}`)
    expect(body).toEqual({ items: [second, full], pagination: { total_count: 2, max_page: 1 } })
    const past = await till.owner.get(`/v1/products/?organization_id=${id}&page=3&limit=1`)
    expect(past.body).toEqual({ items: [], pagination: { total_count: 2, max_page: 2 } })
  })

  it('200: filters', async () => {
    const { id } = await makeOrganization(till)
    const plan = await makeRecurringProduct(till, id, { name: 'Plan_A 100%' })
    const once = await makeProduct(till, id, { name: 'Éclair' })
    await till.owner.patch(`/v1/products/${once.id}`, { is_archived: true })
    const benefit = await makeCustomBenefit(till, id)
    await till.owner.post(`/v1/products/${plan.id}/benefits`, { benefits: [benefit.id] })
    const here = `organization_id=${id}`
    expect(await names(`${here}&is_recurring=true`)).toEqual(['Plan_A 100%'])
    expect(await names(`${here}&is_recurring=false`)).toEqual(['Éclair'])
    expect(await names(`${here}&is_archived=true`)).toEqual(['Éclair'])
    expect(await names(`${here}&is_archived=false`)).toEqual(['Plan_A 100%'])
    expect(await names(`${here}&query=plan`)).toEqual(['Plan_A 100%'])
    expect(await names(`${here}&query=${encodeURIComponent('éCLAIR')}`)).toEqual(['Éclair'])
    expect(await names(`${here}&query=${encodeURIComponent('0%')}`)).toEqual(['Plan_A 100%'])
    expect(await names(`${here}&query=_`)).toEqual(['Plan_A 100%'])
    expect(await names(`${here}&benefit_id=${benefit.id}&benefit_id=${NOBODY}`)).toEqual(['Plan_A 100%'])
    expect(await names(`${here}&benefit_id=${NOBODY}`)).toEqual([])
    expect(await names(`${here}&organization_id=${NOBODY}`)).toHaveLength(2)
    expect(await names(`id=${plan.id}&id=${NOBODY}`)).toEqual(['Plan_A 100%'])
    expect(await names(`id=${plan.id}&id=${once.id}&is_archived=true`)).toEqual(['Éclair'])
  })

  it('200: sorts by each criterion, both ways', async () => {
    const { id } = await makeOrganization(till)
    await makeProduct(till, id, { name: 'Beta', prices: [{ ...FIXED, price_amount: 500 }] })
    await makeRecurringProduct(till, id, { name: 'Alpha' })
    await makeFreeProduct(till, id, { name: 'Gamma' })
    const orders: Record<string, string> = {
      created_at: 'Beta Alpha Gamma',
      '-created_at': 'Gamma Alpha Beta',
      name: 'Alpha Beta Gamma',
      '-name': 'Gamma Beta Alpha',
      price_amount: 'Gamma Beta Alpha',
      '-price_amount': 'Alpha Beta Gamma',
      'price_type&sorting=name': 'Beta Gamma Alpha',
      'price_amount_type&sorting=-name': 'Beta Alpha Gamma',
    }
    for (const [sorting, expected] of Object.entries(orders)) {
      expect(await names(`organization_id=${id}&sorting=${sorting}`), sorting).toEqual(expected.split(' '))
    }
  })

  it('200: only what the token may see', async () => {
    const { id } = await makeOrganization(till)
    const mine = await makeProduct(till, id)
    const { body } = await till.as(await makeToken(till, id, ['products:read'])).get('/v1/products/?limit=100')
    expect(body.items).toEqual([mine])
  })

  it('422: an unknown criterion', async () => {
    const { status, body } = await till.owner.get('/v1/products/?sorting=size')
    expect(status).toBe(422)
    expect(body.detail[0].loc).toEqual(['query', 'sorting', 0])
  })
})

describe('an existing client', () => {
  it('accepts every kind of product, and its calls work', async () => {
    const { id } = await makeOrganization(till)
    const client = new Polar({ serverURL: till.url, accessToken: await makeToken(till, id) })
    const benefit = await makeLicenseKeysBenefit(till, id)
    const name = `Made by a client ${unique()}`
    const made = await client.products.create({ name, prices: [{ priceAmount: 900, recurringInterval: 'month' }] })
    expect(made).toMatchObject({ isRecurring: true, prices: [{ priceAmount: 900, recurringInterval: 'month' }] })
    await client.products.updateBenefits({ id: made.id, productBenefitsUpdate: { benefits: [benefit.id] } })
    const updated = await client.products.update({
      id: made.id,
      productUpdate: { description: 'Hello', prices: [{ id: made.prices[0]?.id ?? '' }] },
    })
    expect(updated).toMatchObject({ description: 'Hello', benefits: [{ type: 'license_keys' }] })
    await client.products.create({ name, prices: [{ amountType: 'free', type: 'one_time' }] })
    await client.products.create({ name, prices: [{ amountType: 'custom', type: 'one_time', minimumAmount: 100 }] })
    const listed = await client.products.list({ query: name, sorting: ['created_at'] })
    const kinds = listed.result.items.map((item) => [item.prices[0]?.type, item.prices[0]?.amountType])
    expect(kinds).toEqual([
      ['recurring', 'fixed'],
      ['one_time', 'free'],
      ['one_time', 'custom'],
    ])
  })
})
