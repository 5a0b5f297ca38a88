import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCheckoutLink } from '../../../../test/support/checkout-link-factories.ts'
import { makeOrganization, makeToken } from '../../../../test/support/factories.ts'
import { makeProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { stopWithCleanBooks } from '../../../../test/support/verify.ts'

const PATH = '/v1/checkout-links/'

let till: TestTill
beforeAll(async () => {
  till = await startTill()
})
afterAll(() => stopWithCleanBooks(till))

async function openShop() {
  const { id } = await makeOrganization(till)
  return { id, product: await makeProduct(till, id), other: await makeProduct(till, id) }
}

async function labels(query: string): Promise<(string | null)[]> {
  const { items, pagination } = await till.owner.must(till.owner.get(`${PATH}?${query}`))
  expect(pagination.total_count).toBe(items.length)
  return items.map((item: { label: string | null }) => item.label)
}

describe('GET /v1/checkout-links/', () => {
  it('200: newest first, without deleted ones, and the true totals past the end', async () => {
    const { id, product } = await openShop()
    const first = await makeCheckoutLink(till, { product_id: product.id })
    const second = await makeCheckoutLink(till, { product_id: product.id })
    const deleted = await makeCheckoutLink(till, { product_id: product.id })
    await till.owner.must(till.owner.delete(PATH + deleted.id))
    const { body } = await till.owner.get(`${PATH}?organization_id=${id}`)
    expect(body).toEqual({ items: [second, first], pagination: { total_count: 2, max_page: 1 } })
    const past = await till.owner.get(`${PATH}?organization_id=${id}&page=2&limit=2`)
    expect(past.body).toEqual({ items: [], pagination: { total_count: 2, max_page: 1 } })
    const one = await till.owner.get(`${PATH}?organization_id=${id}&page=2&limit=1`)
    expect(one.body).toEqual({ items: [first], pagination: { total_count: 2, max_page: 2 } })
  })

  it('200: by the product that they offer, wherever it stands', async () => {
    const { id, product, other } = await openShop()
    await makeCheckoutLink(till, { product_id: product.id, label: 'one' })
    await makeCheckoutLink(till, { products: [other.id, product.id], label: 'both' })
    await makeCheckoutLink(till, { product_id: other.id, label: 'other' })
    expect(await labels(`product_id=${product.id}`)).toEqual(['both', 'one'])
    expect(await labels(`product_id=${other.id}&sorting=label`)).toEqual(['both', 'other'])
    const either = `product_id=${other.id}&product_id=${product.id}`
    expect(await labels(`${either}&organization_id=${id}`)).toEqual(['other', 'both', 'one'])
    expect(await labels(`${either}&organization_id=${(await openShop()).id}`)).toEqual([])
  })

  it('200: sorted by each criterion, with nothing at the end', async () => {
    const { id, product } = await openShop()
    const make = (label: string | null, path: string | null, allow_discount_codes: boolean) =>
      makeCheckoutLink(till, {
        product_id: product.id,
        label,
        success_url: path && `https://shop.example.com/${path}`,
        allow_discount_codes,
      })
    await make('b', 'z', true)
    await make(null, 'y', false)
    await make('a', null, false)
    await make('c', 'x', true)
    const here = `organization_id=${id}`
    expect(await labels(`${here}&sorting=created_at`)).toEqual(['b', null, 'a', 'c'])
    expect(await labels(`${here}&sorting=label`)).toEqual(['a', 'b', 'c', null])
    expect(await labels(`${here}&sorting=-label`)).toEqual(['c', 'b', 'a', null])
    expect(await labels(`${here}&sorting=success_url`)).toEqual(['c', null, 'b', 'a'])
    expect(await labels(`${here}&sorting=-success_url`)).toEqual(['b', null, 'c', 'a'])
    expect(await labels(`${here}&sorting=-allow_discount_codes&sorting=label`)).toEqual(['b', 'c', 'a', null])
    expect(await labels(`${here}&sorting=allow_discount_codes`)).toEqual([null, 'a', 'b', 'c'])
  })

  it('200: an address as long as it may be, also where it takes four bytes a letter', async () => {
    const { id, product } = await openShop()
    // Nothing that a database could make shorter.
    const noise = Array.from({ length: 900 }, () => String.fromCodePoint(0x20000 + Math.floor(Math.random() * 40_000)))
    const address = `https://shop.example.com/?${noise.join('')}`
    await makeCheckoutLink(till, { product_id: product.id, success_url: address })
    const { items } = await till.owner.must(till.owner.get(`${PATH}?organization_id=${id}&sorting=success_url`))
    expect(items[0].success_url).toBe(address)
  })

  it('200: only what the token may see', async () => {
    const { id, product } = await openShop()
    const mine = await makeCheckoutLink(till, { product_id: product.id })
    const { body } = await till.as(await makeToken(till, id, ['checkout_links:read'])).get(PATH)
    expect(body).toEqual({ items: [mine], pagination: { total_count: 1, max_page: 1 } })
  })

  it('403: a token for checkouts alone', async () => {
    const { id } = await openShop()
    expect((await till.as(await makeToken(till, id, ['checkouts:read'])).get(PATH)).status).toBe(403)
  })

  it('422: an unknown criterion', async () => {
    const { status, body } = await till.owner.get(`${PATH}?sorting=-name`)
    expect([status, body.detail[0].loc]).toEqual([422, ['query', 'sorting', 0]])
  })
})
