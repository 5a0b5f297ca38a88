import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeLicenseKeysBenefit } from '../../../../test/support/benefit-factories.ts'
import { makeCustomer } from '../../../../test/support/customer-factories.ts'
import { makeOrganization, makeToken } from '../../../../test/support/factories.ts'
import { makeProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { newId } from '../../../kernel/ids.ts'

let till: TestTill
let shop: string
let ada: string
let bob: string
beforeAll(async () => {
  till = await startTill()
  shop = (await makeOrganization(till)).id
  ada = (await makeCustomer(till, shop)).id
  bob = (await makeCustomer(till, shop)).id
})
afterAll(() => till.stop())

const MORNING = new Date('2026-01-31T09:30:00.000Z')
const EVENING = new Date('2026-01-31T18:30:00.000Z')

/** A row as a purchase would leave it, without the purchase: foreign keys are not looked at for this once. */
async function insertRow(table: string, row: Record<string, unknown>): Promise<void> {
  await till.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`insert into ${sql(table)} ${sql(row as Record<string, never>)}`
  })
}

async function insertGrant(benefitId: string, customerId: string, fields: object = {}): Promise<string> {
  const id = newId()
  await insertRow('benefit_grants', {
    id,
    createdAt: MORNING,
    organizationId: shop,
    customerId,
    benefitId,
    orderId: newId(),
    isGranted: true,
    grantedAt: MORNING,
    properties: { display_key: '****-A1B2C3' },
    ...fields,
  })
  return id
}

async function insertKey(benefitId: string, grantId: string): Promise<void> {
  await insertRow('license_keys', {
    id: newId(),
    createdAt: MORNING,
    organizationId: shop,
    customerId: ada,
    benefitId,
    grantId,
    key: `KEY-${grantId}`,
    displayKey: '****-A1B2C3',
    status: 'disabled',
    limitActivations: 3,
    usage: 2,
    validations: 0,
    paymentsMode: 'sandbox',
  })
}

const keysOf = (benefitId: string) => till.sql`select * from license_keys where benefit_id = ${benefitId}`
const grantsOf = (benefitId: string) => till.sql`select * from benefit_grants where benefit_id = ${benefitId}`

describe('GET /v1/benefits/{id}/grants', () => {
  it('200: who has it and why', async () => {
    const benefit = await makeLicenseKeysBenefit(till, shop)
    const orderId = newId()
    const id = await insertGrant(benefit.id, ada, { orderId })
    const { status, body } = await till.owner.get(`/v1/benefits/${benefit.id}/grants`)
    expect(status).toBe(200)
    expect(body).toEqual({
      items: [
        {
          id,
          created_at: MORNING.toISOString(),
          modified_at: null,
          is_granted: true,
          is_revoked: false,
          granted_at: MORNING.toISOString(),
          revoked_at: null,
          subscription_id: null,
          order_id: orderId,
          customer_id: ada,
          user_id: ada,
          benefit_id: benefit.id,
          benefit,
          customer: expect.objectContaining({ id: ada, email: expect.any(String), avatar_url: expect.any(String) }),
          properties: { display_key: '****-A1B2C3' },
        },
      ],
      pagination: { total_count: 1, max_page: 1 },
    })
  })

  it('200: filters by customer and by whether it is granted, and sorts by creation', async () => {
    const { id } = await makeLicenseKeysBenefit(till, shop)
    const revoked = { isGranted: false, revokedAt: EVENING, createdAt: EVENING }
    const [first, second] = [await insertGrant(id, ada), await insertGrant(id, bob, revoked)]
    await insertGrant((await makeLicenseKeysBenefit(till, shop)).id, ada)
    const list = async (query: string) => {
      const { body } = await till.owner.get(`/v1/benefits/${id}/grants?${query}`)
      return body.items.map((item: { id: string }) => item.id)
    }
    expect(await list('')).toEqual([first, second])
    expect(await list('sorting=-created_at')).toEqual([second, first])
    expect(await list('is_granted=true')).toEqual([first])
    expect(await list('is_granted=false')).toEqual([second])
    expect(await list(`customer_id=${bob}`)).toEqual([second])
    expect(await list(`customer_id=${ada}&customer_id=${bob}`)).toEqual([first, second])
    expect(await list(`customer_id=${bob}&is_granted=true`)).toEqual([])
  })

  it('404: a benefit of another organization', async () => {
    const { id } = await makeLicenseKeysBenefit(till, shop)
    const other = till.as(await makeToken(till, (await makeOrganization(till)).id))
    expect((await other.get(`/v1/benefits/${id}/grants`)).status).toBe(404)
  })

  it.each([
    ['is_granted=maybe', ['query', 'is_granted']],
    ['customer_id=ada', ['query', 'customer_id', 0]],
    ['sorting=granted_at', ['query', 'sorting', 0]],
  ])('422: %s', async (query, loc) => {
    const { id } = await makeLicenseKeysBenefit(till, shop)
    const { status, body } = await till.owner.get(`/v1/benefits/${id}/grants?${query}`)
    expect(status).toBe(422)
    expect(body.detail[0].loc).toEqual(loc)
  })
})

describe('what customers have', () => {
  it('PATCH does not touch: a disabled key stays disabled and keeps its limits', async () => {
    const { id } = await makeLicenseKeysBenefit(till, shop, { properties: { activations: { limit: 3 } } })
    await insertKey(id, await insertGrant(id, ada))
    const before = [await keysOf(id), await grantsOf(id)]
    await till.owner.must(till.owner.patch(`/v1/benefits/${id}`, { properties: { activations: { limit: 9 } } }))
    expect([await keysOf(id), await grantsOf(id)]).toEqual(before)
  })

  it('DELETE takes it from every product that had it, which is a change of that product, and has each reviewed', async () => {
    const { id } = await makeLicenseKeysBenefit(till, shop)
    const other = await makeLicenseKeysBenefit(till, shop)
    const products = [await makeProduct(till, shop), await makeProduct(till, shop)]
    for (const product of products) {
      await till.owner.must(till.owner.post(`/v1/products/${product.id}/benefits`, { benefits: [id, other.id] }))
    }
    await expect.poll(() => till.sql`select from grant_reviews`, { timeout: 10_000 }).toHaveLength(0)
    const asked = async () => (await till.sql`select last_value from grant_reviews_id_seq`)[0]?.lastValue
    const before = await asked()
    // Also when the address spells it in capitals.
    await till.owner.must(till.owner.delete(`/v1/benefits/${id.toUpperCase()}`))
    expect(await asked()).toBe(before + 2)
    for (const { id: productId } of products) {
      const { body } = await till.owner.get(`/v1/products/${productId}`)
      expect(body.benefits.map((benefit: { id: string }) => benefit.id)).toEqual([other.id])
      const events = await till.sql`
        select object_version, data -> 'benefits' as benefits from events
        where object_id = ${productId} and type = 'product.updated' order by id`
      expect(events.at(-1)).toMatchObject({ objectVersion: 3, benefits: [{ id: other.id }] })
    }
  })
})
