import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCustomer } from '../../../../test/support/customer-factories.ts'
import { purchase, signIn } from '../../../../test/support/customer-sessions.ts'
import { makeOrganization } from '../../../../test/support/factories.ts'
import { makeProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { stopWithCleanBooks } from '../../../../test/support/verify.ts'

const url = '/v1/customer-portal/customers/'

let till: TestTill
let shop: string
beforeAll(async () => {
  till = await startTill()
  shop = (await makeOrganization(till)).id
})
afterAll(() => stopWithCleanBooks(till))

const ADA = {
  name: 'Ada Lovelace',
  billing_address: { line1: '12 St James Square', city: 'London', country: 'GB' },
  tax_id: ['GB123456789', 'gb_vat'],
  metadata: { risk: 'low' },
}

describe('GET /v1/customer-portal/customers/me', () => {
  it('200: who they are, without the seller’s notes; the same by id', async () => {
    const customer = await makeCustomer(till, shop, { ...ADA, external_id: 'ada' })
    const client = await signIn(till, customer.id)
    const { status, body, headers } = await client.get(`${url}me`)
    expect(status).toBe(200)
    expect(headers.get('etag')).toMatch(/^"1-/)
    const { id, created_at, modified_at, email, email_verified, name, billing_address, tax_id } = customer
    expect(body).toEqual({
      id,
      created_at,
      modified_at,
      email,
      email_verified,
      name,
      billing_address,
      tax_id,
      oauth_accounts: {},
    })
    expect((await client.get(url + id)).body).toEqual(body)
    expect((await client.get(url + id.toUpperCase())).body).toEqual(body)
  })

  it('404: anybody else, also of the same shop', async () => {
    const [one, other] = [await makeCustomer(till, shop), await makeCustomer(till, shop)]
    const abroad = await makeCustomer(till, (await makeOrganization(till)).id)
    const client = await signIn(till, one.id)
    for (const { id } of [other, abroad]) expect((await client.get(url + id)).status).toBe(404)
    expect((await client.get(`${url}garbage`)).status).toBe(422)
  })

  it('404: for the session of a purchase: the address was typed, not proved', async () => {
    const customer = await makeCustomer(till, shop, ADA)
    const { id } = await makeProduct(till, shop)
    const { buyer, customerId } = await purchase(till, id, { customer_email: customer.email })
    expect(customerId).toBe(customer.id)
    for (const reply of [
      await buyer.get(`${url}me`),
      await buyer.get(url + customer.id),
      await buyer.patch(`${url}me`, { name: 'Mine' }),
    ]) {
      expect(reply.status).toBe(404)
      expect(JSON.stringify(reply.body)).not.toMatch(/Lovelace|London/)
    }
    expect((await till.owner.get(`/v1/customers/${customer.id}`)).body.name).toBe('Ada Lovelace')
    const named = await purchase(till, id, { customer_id: customer.id })
    expect((await named.buyer.get(`${url}me`)).body.name).toBe('Ada Lovelace')
  })
})

describe('PATCH /v1/customer-portal/customers/me', () => {
  it('200: changes name, address and tax id, and tells others of it', async () => {
    const customer = await makeCustomer(till, shop, ADA)
    const client = await signIn(till, customer.id)
    const { status, body } = await client.patch(`${url}me`, { name: 'Ada King', tax_id: null })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'Ada King', tax_id: null, billing_address: customer.billing_address })
    const address = { country: 'FR', city: 'Paris' }
    await client.must(client.patch(`${url}me`, { billing_address: address }))
    const seen = (await till.owner.get(`/v1/customers/${customer.id}`)).body
    expect(seen).toMatchObject({
      name: 'Ada King',
      metadata: ADA.metadata,
      billing_address: { line1: null, ...address },
    })
    const events = await till.sql<
      { type: string }[]
    >`select type from events where object_id = ${customer.id} order by id`
    expect(events.map(({ type }) => type)).toEqual(['customer.created', 'customer.updated', 'customer.updated'])
  })

  it('200: what is the seller’s to say is passed over', async () => {
    const customer = await makeCustomer(till, shop, ADA)
    const client = await signIn(till, customer.id)
    const grab = {
      email: 'other@example.com',
      email_verified: true,
      external_id: 'x',
      metadata: {},
      organization_id: shop,
    }
    expect((await client.patch(`${url}me`, grab)).status).toBe(200)
    expect((await till.owner.get(`/v1/customers/${customer.id}`)).body).toEqual(customer)
  })

  it('412: another version than the one that was read', async () => {
    const client = await signIn(till, (await makeCustomer(till, shop)).id)
    expect((await client.patch(`${url}me`, { name: 'Late' }, { 'if-match': '"7"' })).status).toBe(412)
  })

  it.each([
    [{ name: '' }, ['body', 'name']],
    [{ billing_address: { city: 'Ulm' } }, ['body', 'billing_address', 'country']],
    [{ tax_id: ['1', 'moon_vat'] }, ['body', 'tax_id', 1]],
    [{ tax_id: ['nope', 'eu_vat'] }, ['body', 'tax_id']],
    [{ billing_address: { country: 'DE' }, tax_id: ['GB123456789', 'gb_vat'] }, ['body', 'tax_id']],
  ])('422: %j', async (patch, loc) => {
    const client = await signIn(till, (await makeCustomer(till, shop)).id)
    const { status, body } = await client.patch(`${url}me`, patch)
    expect(status).toBe(422)
    expect(body.detail[0].loc).toEqual(loc)
  })
})
