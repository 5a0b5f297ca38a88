import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDiscount } from '../../../../test/support/discount-factories.ts'
import { makeOrganization, makeToken, unique } from '../../../../test/support/factories.ts'
import { makeProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'

let till: TestTill
let shop: string
beforeAll(async () => {
  till = await startTill()
  shop = (await makeOrganization(till, { default_currency: 'eur' })).id
})
afterAll(() => till.stop())

const NOBODY = '0197a6f0-1c2b-7d3e-8f40-51627384a5b6'

describe('POST /v1/discounts/', () => {
  it('201: a percentage, with null for what only other kinds have', async () => {
    const { status, body, headers } = await till.owner.post('/v1/discounts/', {
      organization_id: shop,
      name: 'Spring',
      type: 'percentage',
      basis_points: 2000,
      duration: 'once',
    })
    expect(status).toBe(201)
    expect(headers.get('etag')).toMatch(/^"1-/)
    expect(body).toEqual({
      id: expect.any(String),
      created_at: expect.stringMatching(/Z$/),
      modified_at: null,
      name: 'Spring',
      code: null,
      type: 'percentage',
      basis_points: 2000,
      amount: null,
      currency: null,
      duration_in_months: null,
      duration: 'once',
      metadata: {},
      starts_at: null,
      ends_at: null,
      max_redemptions: null,
      max_redemptions_per_customer: null,
      redemptions_count: 0,
      organization_id: shop,
      products: [],
    })
    expect((await till.owner.get(`/v1/discounts/${body.id}`)).body).toEqual(body)
  })

  it('201: a fixed amount for some months, for some products, within a time', async () => {
    const product = await makeProduct(till, shop)
    const made = await makeDiscount(till, shop, {
      type: 'fixed',
      basis_points: null,
      amount: 500,
      duration: 'repeating',
      duration_in_months: 3,
      starts_at: '2026-01-01T00:00:00+01:00',
      ends_at: '2026-02-01T00:00:00Z',
      max_redemptions: 10,
      max_redemptions_per_customer: 2,
      products: [product.id.toUpperCase(), product.id],
      metadata: { campaign: 'spring' },
    })
    expect(made).toMatchObject({
      type: 'fixed',
      amount: 500,
      currency: 'eur',
      duration_in_months: 3,
      starts_at: '2025-12-31T23:00:00.000Z',
      ends_at: '2026-02-01T00:00:00.000Z',
      max_redemptions: 10,
      max_redemptions_per_customer: 2,
    })
    expect(made.basis_points).toBeNull()
    expect(made.products).toEqual([
      {
        id: product.id,
        created_at: product.created_at,
        modified_at: null,
        name: product.name,
        description: null,
        is_recurring: false,
        is_archived: false,
        recurring_interval: null,
        organization_id: shop,
      },
    ])
  })

  it('201: any number of discounts without a code, and one code in two organizations', async () => {
    const other = (await makeOrganization(till)).id
    const { code } = await makeDiscount(till, shop)
    expect((await makeDiscount(till, other, { code })).code).toBe(code)
    await makeDiscount(till, shop, { code: null })
    await makeDiscount(till, shop, { code: null })
  })

  it('422: a code that is taken, whatever its case', async () => {
    const { code } = await makeDiscount(till, shop)
    const { status, body } = await till.owner.post('/v1/discounts/', {
      organization_id: shop,
      name: 'Twin',
      type: 'percentage',
      basis_points: 1,
      duration: 'once',
      code: code.toLowerCase(),
    })
    expect(status).toBe(422)
    expect(body.detail).toEqual([expect.objectContaining({ loc: ['body', 'code'], input: code.toLowerCase() })])
  })

  it('422: a code that twenty ask for at once goes to exactly one', async () => {
    const input = { organization_id: shop, name: 'Race', type: 'percentage', basis_points: 1, duration: 'once' }
    const code = `RACE${unique()}`
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => till.owner.post('/v1/discounts/', { ...input, code })),
    )
    expect(replies.map((reply) => reply.status).sort()).toEqual([201, ...Array(19).fill(422)])
  })

  it.each([
    [{ name: '' }, ['body', 'name'], 'string_too_short'],
    [{ type: 'gift' }, ['body', 'type'], 'enum'],
    [{ duration: null }, ['body', 'duration'], 'string_type'],
    [{ basis_points: 0 }, ['body', 'basis_points'], 'greater_than_equal'],
    [{ basis_points: 10_001 }, ['body', 'basis_points'], 'less_than_equal'],
    [{ basis_points: undefined }, ['body', 'basis_points'], 'missing'],
    [{ amount: 5 }, ['body', 'amount'], 'value_error'],
    [{ type: 'fixed', basis_points: null }, ['body', 'amount'], 'missing'],
    [{ type: 'fixed', basis_points: null, amount: 5, currency: 'xxx' }, ['body', 'currency'], 'enum'],
    [{ duration: 'repeating' }, ['body', 'duration_in_months'], 'missing'],
    [{ duration_in_months: 3 }, ['body', 'duration_in_months'], 'value_error'],
    [{ code: 'ab' }, ['body', 'code'], 'string_too_short'],
    [{ code: 'x'.repeat(257) }, ['body', 'code'], 'string_too_long'],
    [{ code: 'SPRING-20' }, ['body', 'code'], 'string_pattern_mismatch'],
    [{ max_redemptions: 0 }, ['body', 'max_redemptions'], 'greater_than_equal'],
    [{ max_redemptions_per_customer: 0 }, ['body', 'max_redemptions_per_customer'], 'greater_than_equal'],
    [{ max_redemptions_per_customer: 1.5 }, ['body', 'max_redemptions_per_customer'], 'int_type'],
    [{ starts_at: 'tomorrow' }, ['body', 'starts_at'], 'datetime_parsing'],
    [{ starts_at: '2026-01-01T00:00:00Z', ends_at: '2026-01-01T00:00:00Z' }, ['body', 'ends_at'], 'value_error'],
    [{ products: [NOBODY] }, ['body', 'products', 0], 'value_error'],
    [{ organization_id: NOBODY }, ['body', 'organization_id'], 'value_error'],
  ])('422: %j', async (fields, loc, type) => {
    const { status, body } = await till.owner.post('/v1/discounts/', {
      organization_id: shop,
      name: 'Any',
      type: 'percentage',
      basis_points: 100,
      duration: 'once',
      ...fields,
    })
    expect(status).toBe(422)
    expect(body.detail).toEqual([expect.objectContaining({ loc, type })])
  })

  it('422: another organization’s product', async () => {
    const foreign = await makeProduct(till, (await makeOrganization(till)).id)
    const mine = await makeProduct(till, shop)
    const { status, body } = await till.owner.post('/v1/discounts/', {
      organization_id: shop,
      name: 'Any',
      type: 'percentage',
      basis_points: 100,
      duration: 'once',
      products: [mine.id, foreign.id],
    })
    expect(status).toBe(422)
    expect(body.detail).toEqual([expect.objectContaining({ loc: ['body', 'products', 1], input: foreign.id })])
  })
})

describe('GET /v1/discounts/{id}', () => {
  it('404: unknown, and another organization’s', async () => {
    const { id } = await makeDiscount(till, shop)
    const stranger = till.as(await makeToken(till, (await makeOrganization(till)).id))
    expect((await till.owner.get(`/v1/discounts/${NOBODY}`)).status).toBe(404)
    expect((await stranger.get(`/v1/discounts/${id}`)).status).toBe(404)
    expect((await stranger.patch(`/v1/discounts/${id}`, { name: 'Mine' })).status).toBe(404)
    expect((await stranger.delete(`/v1/discounts/${id}`)).status).toBe(404)
  })
})
