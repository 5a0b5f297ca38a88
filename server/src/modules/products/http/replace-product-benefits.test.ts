import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCustomBenefit, makeLicenseKeysBenefit } from '../../../../test/support/benefit-factories.ts'
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

const NOBODY = '0197a6f0-1c2b-7d3e-8f40-51627384a5b6'

function eventsOf(id: string) {
  return till.sql`
    select type, object_version from events where object_id = ${id} order by object_version`
}

describe('POST /v1/products/{id}/benefits', () => {
  it('200: replaces the list in the order given, and writes one event per change', async () => {
    const { id } = await makeProduct(till, shop)
    const custom = await makeCustomBenefit(till, shop)
    const keys = await makeLicenseKeysBenefit(till, shop)
    const { status, body } = await till.owner.post(`/v1/products/${id}/benefits`, {
      benefits: [keys.id, custom.id.toUpperCase(), keys.id],
    })
    expect(status).toBe(200)
    expect(body.benefits).toEqual([keys, custom])
    await till.owner.post(`/v1/products/${id}/benefits`, { benefits: [keys.id, custom.id] })
    const swapped = await till.owner.post(`/v1/products/${id}/benefits`, { benefits: [custom.id, keys.id] })
    expect(swapped.body.benefits).toEqual([custom, keys])
    expect((await till.owner.get(`/v1/products/${id}`)).body).toEqual(swapped.body)
    expect((await till.owner.post(`/v1/products/${id}/benefits`, { benefits: [] })).body.benefits).toEqual([])
    expect((await eventsOf(id)).map((event) => [event.type, event.objectVersion])).toEqual([
      ['product.created', 1],
      ['product.updated', 2],
      ['product.updated', 3],
      ['product.updated', 4],
    ])
  })

  it('200: a benefit that was deleted is gone from the product', async () => {
    const { id } = await makeProduct(till, shop)
    const [first, second] = [await makeCustomBenefit(till, shop), await makeCustomBenefit(till, shop)]
    await till.owner.post(`/v1/products/${id}/benefits`, { benefits: [first.id, second.id] })
    await till.owner.delete(`/v1/benefits/${first.id}`)
    expect((await till.owner.get(`/v1/products/${id}`)).body.benefits).toEqual([second])
  })

  it('422: every id that is unknown, deleted, or another organization’s, at its place', async () => {
    const { id } = await makeProduct(till, shop)
    const mine = await makeCustomBenefit(till, shop)
    const deleted = await makeCustomBenefit(till, shop)
    await till.owner.delete(`/v1/benefits/${deleted.id}`)
    const foreign = await makeCustomBenefit(till, (await makeOrganization(till)).id)
    const { status, body } = await till.owner.post(`/v1/products/${id}/benefits`, {
      benefits: [NOBODY, mine.id, foreign.id, deleted.id],
    })
    expect(status).toBe(422)
    const locs = body.detail.map((issue: { loc: unknown }) => issue.loc)
    expect(locs).toEqual([0, 2, 3].map((index) => ['body', 'benefits', index]))
    expect((await till.owner.get(`/v1/products/${id}`)).body.benefits).toEqual([])
  })

  it.each([[{}], [{ benefits: null }], [{ benefits: ['x'] }]])('422: %j', async (input) => {
    const { id } = await makeProduct(till, shop)
    expect((await till.owner.post(`/v1/products/${id}/benefits`, input)).status).toBe(422)
  })
})
