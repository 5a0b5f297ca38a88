import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buy } from '../../../../test/support/checkout-factories.ts'
import type { Reply } from '../../../../test/support/client.ts'
import { makeOrganization, makeToken, unique } from '../../../../test/support/factories.ts'
import { makeProduct, makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import { askForRefund } from '../../../../test/support/refund-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { newId } from '../../../kernel/ids.ts'

let till: TestTill
let shop: string
let orders: Reply['body'][]
let refunds: Reply['body'][]
beforeAll(async () => {
  till = await startTill()
  shop = (await makeOrganization(till)).id
  const [once, monthly] = [await makeProduct(till, shop), await makeRecurringProduct(till, shop)]
  const sell = (product: Reply['body']) => buy(till, product.id, `refunds-${unique()}@example.com`)
  orders = [await sell(once), await sell(monthly)]
  refunds = []
  for (const [index, amount] of [300, 100, 200].entries()) {
    refunds.push((await askForRefund(till.owner, orders[index % 2], { amount })).body)
  }
  await till.sql`update refunds set status = 'failed' where id = ${refunds[2].id}`
})
afterAll(() => till.stop())

const path = '/v1/refunds/'
const shown = async (query: string) => {
  const { items, pagination } = await till.owner.must(till.owner.get(`${path}?${query}`))
  expect(pagination.total_count).toBe(items.length)
  return items.map((item: Reply['body']) => refunds.findIndex(({ id }) => id === item.id))
}

describe('GET /v1/refunds/', () => {
  it.each([
    ['newest first', '', [2, 1, 0]],
    ['by time', 'sorting=created_at', [0, 1, 2]],
    ['by amount', 'sorting=amount', [1, 2, 0]],
    ['that succeeded', 'succeeded=true', [1, 0]],
    ['that did not', 'succeeded=false', [2]],
  ])('200: %s', async (_, query, expected) => {
    expect(await shown(`organization_id=${shop}&${query}`)).toEqual(expected)
  })

  it('200: of an order, a subscription, a customer, and by their ids', async () => {
    expect(await shown(`order_id=${orders[0].id}`)).toEqual([2, 0])
    expect(await shown(`subscription_id=${orders[1].subscription_id}`)).toEqual([1])
    expect(await shown(`customer_id=${orders[1].customer_id}&customer_id=${orders[0].customer_id}`)).toEqual([2, 1, 0])
    expect(await shown(`id=${refunds[0].id}&id=${refunds[1].id}`)).toEqual([1, 0])
    expect(await shown(`id=${refunds[0].id}&succeeded=false`)).toEqual([])
  })

  it.each(['succeeded=maybe', 'order_id=x', 'sorting=status'])('422: %s', async (query) => {
    expect((await till.owner.get(`${path}?${query}`)).status).toBe(422)
  })
})

describe('GET /v1/refunds/{id}', () => {
  it('200: as the request for it was answered', async () => {
    const { status, body, headers } = await till.owner.get(path + refunds[0].id)
    expect([status, body]).toEqual([200, refunds[0]])
    expect(headers.get('etag')).toMatch(/^"2-/)
  })

  it('404: of another organization, and of nobody', async () => {
    const other = till.as(await makeToken(till, (await makeOrganization(till)).id))
    expect((await other.get(path + refunds[0].id)).status).toBe(404)
    expect((await till.owner.get(path + newId())).status).toBe(404)
  })
})
