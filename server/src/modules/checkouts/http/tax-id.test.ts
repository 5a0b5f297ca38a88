import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirm, makeCheckout } from '../../../../test/support/checkout-factories.ts'
import { makeCustomer } from '../../../../test/support/customer-factories.ts'
import { makeOrganization, unique } from '../../../../test/support/factories.ts'
import { makeProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'

let till: TestTill
let organizationId: string
let productId: string
beforeAll(async () => {
  till = await startTill()
  organizationId = (await makeOrganization(till)).id
  productId = (await makeProduct(till, organizationId)).id
})
afterAll(() => till.stop())

const path = '/v1/checkouts/custom/'
const client = (checkout: { client_secret: string }) => `${path}client/${checkout.client_secret}`
const email = () => `business${unique()}@example.com`
const FRANCE = { country: 'FR' }
const GERMANY = { country: 'DE' }

describe('customer_tax_id', () => {
  it('is kept in its plain form, whoever sends it', async () => {
    const made = await makeCheckout(till, {
      product_id: productId,
      customer_billing_address: FRANCE,
      customer_tax_id: 'fr 61 954 506 077',
    })
    expect(made.customer_tax_id).toBe('FR61954506077')
    const bySeller = await till.owner.patch(path + made.id, {
      customer_billing_address: GERMANY,
      customer_tax_id: 'DE 136.695.976',
    })
    expect(bySeller.body.customer_tax_id).toBe('DE136695976')
    const byBuyer = await till.anonymous.patch(client(made), { customer_tax_id: '123456789' })
    expect(byBuyer.body.customer_tax_id).toBe('DE123456789')
    expect((await till.anonymous.patch(client(made), { customer_tax_id: null })).body.customer_tax_id).toBeNull()
  })

  it('422: one that is none of the country, at both updates, create and confirm', async () => {
    const wrong = { customer_tax_id: 'FR61954506077' }
    const checkout = await makeCheckout(till, {
      product_id: productId,
      customer_billing_address: GERMANY,
      customer_email: email(),
    })
    const address = { customer_billing_address: GERMANY }
    for (const reply of [
      await till.owner.post(path, { product_id: productId, ...address, ...wrong }),
      await till.owner.patch(path + checkout.id, wrong),
      await till.anonymous.patch(client(checkout), { ...address, ...wrong }),
      await confirm(till.anonymous, checkout, wrong),
    ]) {
      expect(reply.status).toBe(422)
      expect(reply.body.detail).toEqual([
        expect.objectContaining({ loc: ['body', 'customer_tax_id'], input: 'FR61954506077' }),
      ])
    }
    expect((await till.owner.get(path + checkout.id)).body).toEqual(checkout)
  })

  it('waits for a country, and is dropped by one whose it cannot be', async () => {
    const checkout = await makeCheckout(till, { product_id: productId, customer_tax_id: 'DE 136 695 976' })
    expect(checkout.customer_tax_id).toBe('DE 136 695 976')
    const patch = async (country: string) => {
      const body = { customer_billing_address: { country } }
      return (await till.anonymous.must(till.anonymous.patch(client(checkout), body))).customer_tax_id
    }
    expect(await patch('DE')).toBe('DE136695976')
    expect(await patch('US')).toBeNull()
  })

  it('comes from the customer that the seller names', async () => {
    const customer = await makeCustomer(till, organizationId, {
      billing_address: GERMANY,
      tax_id: ['DE136695976', 'eu_vat'],
    })
    const named = { product_id: productId, customer_id: customer.id }
    expect((await makeCheckout(till, named)).customer_tax_id).toBe('DE136695976')
    expect((await makeCheckout(till, { ...named, customer_tax_id: '123456789' })).customer_tax_id).toBe('DE123456789')
    const moved = await makeCheckout(till, { ...named, customer_billing_address: FRANCE })
    expect(moved.customer_tax_id).toBeNull()
  })
})

describe('a purchase', () => {
  const customerOf = async (checkout: { id: string }) => {
    const { customer_id } = await till.owner.must(till.owner.get(path + checkout.id))
    return till.owner.must(till.owner.get(`/v1/customers/${customer_id}`))
  }

  it.each([
    ['DE', '136695976', ['DE136695976', 'eu_vat']],
    ['US', '91-1144442', ['911144442', 'us_ein']],
    ['GB', 'GB 980 7806 84', ['GB980780684', 'gb_vat']],
    ['AD', 'A-123456-Z', ['A123456Z', 'ad_nrt']],
  ])('gives a new customer of %s the number and its type', async (country, text, taxId) => {
    const checkout = await makeCheckout(till, { product_id: productId, customer_email: email() })
    const said = { customer_billing_address: { country }, customer_tax_id: text }
    expect((await confirm(till.anonymous, checkout, said)).body.customer_tax_id).toBe(taxId[0])
    expect((await customerOf(checkout)).tax_id).toEqual(taxId)
  })

  it('gives it to a customer who had none, and overwrites none', async () => {
    const customer_email = email()
    const said = { customer_billing_address: GERMANY, customer_tax_id: 'DE136695976' }
    const plain = await makeCheckout(till, { product_id: productId, customer_email })
    await till.anonymous.must(confirm(till.anonymous, plain))
    expect((await customerOf(plain)).tax_id).toBeNull()
    const second = await makeCheckout(till, { product_id: productId, customer_email })
    await till.anonymous.must(confirm(till.anonymous, second, said))
    expect((await customerOf(second)).tax_id).toEqual(['DE136695976', 'eu_vat'])
    const third = await makeCheckout(till, { product_id: productId, customer_email })
    await till.anonymous.must(confirm(till.anonymous, third, { ...said, customer_tax_id: 'DE123456789' }))
    expect((await customerOf(third)).tax_id).toEqual(['DE136695976', 'eu_vat'])
  })

  it('without a country leaves the customer without one', async () => {
    const checkout = await makeCheckout(till, { product_id: productId, customer_email: email() })
    await till.anonymous.must(confirm(till.anonymous, checkout, { customer_tax_id: 'DE136695976' }))
    expect((await customerOf(checkout)).tax_id).toBeNull()
  })
})
