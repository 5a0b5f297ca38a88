import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sellerOf } from '../../../../test/support/customer-sessions.ts'
import { makeOrganization } from '../../../../test/support/factories.ts'
import { makeProduct, makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { stopWithCleanBooks } from '../../../../test/support/verify.ts'

const url = '/v1/customer-portal/organizations/'

let till: TestTill
beforeAll(async () => {
  till = await startTill()
})
afterAll(() => stopWithCleanBooks(till))

describe('GET /v1/customer-portal/organizations/{slug}', () => {
  it('200: who sells, and what is on sale, the newest first; for everybody', async () => {
    const organization = await makeOrganization(till, { slug: 'northwind-audio' })
    const first = await makeProduct(till, organization.id, { metadata: { margin: 90 } })
    const second = await makeRecurringProduct(till, organization.id)
    const gone = await makeProduct(till, organization.id)
    await till.owner.must(till.owner.patch(`/v1/products/${gone.id}`, { is_archived: true }))
    await makeProduct(till, (await makeOrganization(till)).id)
    const { status, body } = await till.anonymous.get(`${url}northwind-audio`)
    expect(status).toBe(200)
    const { products, organization: below, ...above } = body
    const shown = await sellerOf(till, organization.id)
    expect(below).toEqual(shown)
    expect(above).toEqual(shown)
    expect(products.map((product: { id: string }) => product.id)).toEqual([second.id, first.id])
    expect(JSON.stringify(products)).not.toContain('margin')
    expect((await till.owner.get(`${url}Northwind-AUDIO`)).body).toEqual(body)
  })

  it('404: nobody', async () => {
    const { status, body } = await till.anonymous.get(`${url}nobody-here`)
    expect([status, body.error]).toEqual([404, 'ResourceNotFound'])
  })

  it('422: what cannot be a slug', async () => {
    const { status, body } = await till.anonymous.get(`${url}a%00b`)
    expect(status).toBe(422)
    expect(body.detail[0].loc).toEqual(['path', 'slug'])
  })
})
