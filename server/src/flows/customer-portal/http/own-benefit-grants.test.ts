import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCustomBenefit, makeLicenseKeysBenefit } from '../../../../test/support/benefit-factories.ts'
import type { Reply } from '../../../../test/support/client.ts'
import { makeCustomer } from '../../../../test/support/customer-factories.ts'
import { idsIn, purchase, sellerOf, signIn } from '../../../../test/support/customer-sessions.ts'
import { makeOrganization, unique } from '../../../../test/support/factories.ts'
import { makeProduct, makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { stopWithCleanBooks } from '../../../../test/support/verify.ts'

const url = '/v1/customer-portal/benefit-grants/'

let till: TestTill
let shop: Reply['body']
let note: Reply['body']
let keys: Reply['body']
let product: Reply['body']
let plan: Reply['body']
beforeAll(async () => {
  till = await startTill()
  shop = await makeOrganization(till)
  note = await makeCustomBenefit(till, shop.id, { properties: { note: 'Write to us at the usual place' } })
  keys = await makeLicenseKeysBenefit(till, shop.id, { properties: { prefix: 'TAPE' } })
  product = await makeProduct(till, shop.id)
  plan = await makeRecurringProduct(till, shop.id)
  await till.owner.must(till.owner.post(`/v1/products/${product.id}/benefits`, { benefits: [note.id] }))
  await till.owner.must(till.owner.post(`/v1/products/${plan.id}/benefits`, { benefits: [keys.id] }))
})
afterAll(() => stopWithCleanBooks(till))

/** Somebody with a note for an order and a key for a subscription. */
async function makeRegular() {
  const customer = await makeCustomer(till, shop.id, { name: 'Ada Lovelace', billing_address: { country: 'GB' } })
  const once = await purchase(till, product.id, { customer_id: customer.id })
  const monthly = await purchase(till, plan.id, { customer_id: customer.id })
  return { customer, once, monthly, client: await signIn(till, customer.id) }
}

const benefitsIn = (body: Reply['body']) => body.items.map((item: Reply['body']) => item.benefit_id)

describe('GET /v1/customer-portal/benefit-grants/', () => {
  it('200: own benefits, the last one first, and nobody else’s', async () => {
    const { client } = await makeRegular()
    await makeRegular()
    const { status, body } = await client.get(url)
    expect(status).toBe(200)
    expect(benefitsIn(body)).toEqual([keys.id, note.id])
    expect(body.pagination).toEqual({ total_count: 2, max_page: 1 })
    expect(benefitsIn((await client.get(`${url}?limit=1&page=2`)).body)).toEqual([note.id])
  })

  it('200: sorts and filters', async () => {
    const { client, once, monthly } = await makeRegular()
    const found = async (query: string) => benefitsIn((await client.get(`${url}?${query}`)).body)
    expect(await found('sorting=granted_at')).toEqual([note.id, keys.id])
    expect(await found('sorting=-type')).toEqual([keys.id, note.id])
    expect(await found('sorting=organization&sorting=type')).toEqual([note.id, keys.id])
    expect(await found('type=custom')).toEqual([note.id])
    expect(await found(`benefit_id=${keys.id}`)).toEqual([keys.id])
    expect(await found(`order_id=${once.order.id}`)).toEqual([note.id])
    expect(await found(`subscription_id=${monthly.order.subscription_id}`)).toEqual([keys.id])
    expect(await found(`checkout_id=${once.checkoutId}`)).toEqual([note.id])
    expect(await found(`checkout_id=${monthly.checkoutId}`)).toEqual([keys.id])
    expect(await found(`organization_id=${shop.id}&type=custom&type=license_keys`)).toHaveLength(2)
    expect(await found(`organization_id=${(await makeOrganization(till)).id}`)).toEqual([])
  })

  it.each([
    ['sorting=created_at', ['query', 'sorting', 0]],
    ['type=moon', ['query', 'type', 0]],
  ])('422: %s', async (query, loc) => {
    const { client } = await makeRegular()
    const { status, body } = await client.get(`${url}?${query}`)
    expect(status).toBe(422)
    expect(body.detail[0].loc).toEqual(loc)
  })
})

describe('GET /v1/customer-portal/benefit-grants/{id}', () => {
  it('200: with the benefit, its seller, and whose it is', async () => {
    const { customer, client, once, monthly } = await makeRegular()
    const [key, word] = (await client.must(client.get(url))).items
    const organization = await sellerOf(till, shop.id)
    const { id, email, created_at, email_verified, name, tax_id, billing_address } = customer
    const profile = { id, created_at, email, email_verified, name, tax_id, billing_address, modified_at: null }
    const { is_tax_applicable: _, properties, ...benefit } = note
    expect((await client.get(url + word.id)).body).toEqual({
      id: word.id,
      created_at: expect.any(String),
      modified_at: null,
      granted_at: expect.any(String),
      revoked_at: null,
      customer_id: customer.id,
      benefit_id: note.id,
      subscription_id: null,
      order_id: once.order.id,
      is_granted: true,
      is_revoked: false,
      customer: { ...profile, oauth_accounts: {} },
      benefit: { ...benefit, properties, organization },
      properties: {},
    })
    const { body } = await client.get(url + key.id)
    expect(body).toMatchObject({
      order_id: null,
      subscription_id: monthly.order.subscription_id,
      benefit: { type: 'license_keys', properties: keys.properties },
      properties: { license_key_id: expect.any(String), display_key: expect.stringMatching(/^\*{4}-/) },
    })
  })

  it('200: what was revoked no longer shows its note', async () => {
    const own = await makeProduct(till, shop.id)
    const secret = await makeCustomBenefit(till, shop.id, { properties: { note: 'Behind the curtain' } })
    await till.owner.must(till.owner.post(`/v1/products/${own.id}/benefits`, { benefits: [secret.id] }))
    const { buyer } = await purchase(till, own.id, { customer_email: `ada-${unique()}@example.com` })
    const [grant] = (await buyer.must(buyer.get(url))).items
    expect(grant.benefit.properties).toEqual({ note: 'Behind the curtain' })
    await till.owner.must(till.owner.post(`/v1/products/${own.id}/benefits`, { benefits: [] }))
    const show = async () => (await buyer.get(url + grant.id)).body
    await expect.poll(show, { timeout: 10_000 }).toMatchObject({ is_granted: false, is_revoked: true })
    expect((await show()).benefit.properties).toEqual({ note: null })
  })

  it('200: the session of a purchase shows what it brought, and not whose it is', async () => {
    const { customer } = await makeRegular()
    const { buyer, order } = await purchase(till, product.id, { customer_email: customer.email })
    const { body } = await buyer.get(url)
    expect(body.items).toMatchObject([{ order_id: order.id, customer: { name: null, billing_address: null } }])
    expect(body.pagination.total_count).toBe(1)
  })

  it('404: somebody else’s, another organization’s, and an earlier one for a purchase’s session', async () => {
    const { customer, client } = await makeRegular()
    const stranger = await makeRegular()
    const abroad = (await makeOrganization(till)).id
    const [theirs, elsewhere] = [await makeProduct(till, abroad), await makeCustomBenefit(till, abroad)]
    await till.owner.must(till.owner.post(`/v1/products/${theirs.id}/benefits`, { benefits: [elsewhere.id] }))
    const bought = await purchase(till, theirs.id, { customer_email: customer.email })
    const { buyer } = await purchase(till, product.id, { customer_email: customer.email })
    const first = async (of: typeof buyer) => idsIn((await of.get(`${url}?sorting=granted_at`)).body)[0]
    for (const reply of [
      await client.get(url + (await first(stranger.client))),
      await client.get(url + (await first(bought.buyer))),
      await buyer.get(url + (await first(client))),
    ]) {
      expect(reply.status).toBe(404)
    }
  })
})
