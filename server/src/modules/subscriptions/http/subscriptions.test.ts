import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buy } from '../../../../test/support/checkout-factories.ts'
import { makeOrganization, makeToken } from '../../../../test/support/factories.ts'
import { makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'

let till: TestTill
let organizationId: string
let first: { id: string; [key: string]: unknown }
let second: { id: string; [key: string]: unknown }

beforeAll(async () => {
  till = await startTill()
  organizationId = (await makeOrganization(till)).id
  const monthly = await makeRecurringProduct(till, organizationId, { name: 'Zeta' })
  const yearly = await makeRecurringProduct(till, organizationId, { name: 'Eta', recurring_interval: 'year' })
  first = (await buy(till, monthly.id, 'zoe@example.com')).subscription
  second = (await buy(till, yearly.id, 'amy@example.com')).subscription
})
afterAll(() => till.stop())

async function list(query = ''): Promise<unknown[]> {
  const path = `/v1/subscriptions/?organization_id=${organizationId}&${query}`
  return (await till.owner.must(till.owner.get(path))).items.map(({ id }: { id: string }) => id)
}

describe('GET /v1/subscriptions/', () => {
  it('200: latest first; sorts and filters', async () => {
    expect(await list()).toEqual([second.id, first.id])
    expect(await list('sorting=started_at')).toEqual([first.id, second.id])
    expect(await list('sorting=current_period_end')).toEqual([first.id, second.id])
    expect(await list('sorting=customer')).toEqual([second.id, first.id])
    expect(await list('sorting=-product')).toEqual([first.id, second.id])
    expect(await list('sorting=status&sorting=amount')).toHaveLength(2)
    expect(await list(`product_id=${first.product_id}`)).toEqual([first.id])
    expect(await list(`customer_id=${second.customer_id}`)).toEqual([second.id])
    expect(await list('active=true')).toHaveLength(2)
    expect(await list('active=false')).toEqual([])
    expect(await list(`discount_id=${organizationId}`)).toEqual([])
  })

  it('422: active has to be true or false', async () => {
    const { status, body } = await till.owner.get('/v1/subscriptions/?active=perhaps')
    expect(status).toBe(422)
    expect(body.detail[0].loc).toEqual(['query', 'active'])
  })
})

describe('GET /v1/subscriptions/{id}', () => {
  it('200: with customer, product and price', async () => {
    const { status, body } = await till.owner.get(`/v1/subscriptions/${second.id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...second,
      customer: { email: 'amy@example.com' },
      user: { id: body.customer_id },
      product: { name: 'Eta', recurring_interval: 'year' },
      price: { recurring_interval: 'year' },
      discount: null,
    })
    const [start, end] = [new Date(body.current_period_start), new Date(body.current_period_end)]
    expect(end.getUTCFullYear() - start.getUTCFullYear()).toBe(1)
  })

  it("404: another organization's", async () => {
    const token = await makeToken(till, (await makeOrganization(till)).id)
    expect((await till.as(token).get(`/v1/subscriptions/${first.id}`)).status).toBe(404)
  })
})
