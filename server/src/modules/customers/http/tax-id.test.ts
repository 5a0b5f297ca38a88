import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCustomer } from '../../../../test/support/customer-factories.ts'
import { makeOrganization, unique } from '../../../../test/support/factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'

let till: TestTill
let shop: string
beforeAll(async () => {
  till = await startTill()
  shop = (await makeOrganization(till)).id
})
afterAll(() => till.stop())

const GERMANY = { country: 'DE' }
const GERMAN = ['DE136695976', 'eu_vat']
const patch = (id: string, body: object) => till.owner.patch(`/v1/customers/${id}`, body)

describe('the tax_id of a customer', () => {
  it('is kept in its plain form', async () => {
    const made = await makeCustomer(till, shop, { billing_address: GERMANY, tax_id: ['de 136.695.976', 'eu_vat'] })
    expect(made.tax_id).toEqual(GERMAN)
    const moved = await patch(made.id, { billing_address: { country: 'US' }, tax_id: ['91-1144442', 'us_ein'] })
    expect(moved.body.tax_id).toEqual(['911144442', 'us_ein'])
    const nowhere = await makeCustomer(till, shop, { tax_id: ['FR 61 954 506 077', 'eu_vat'] })
    expect(nowhere.tax_id).toEqual(['FR61954506077', 'eu_vat'])
  })

  it.each([
    [GERMANY, ['nope', 'eu_vat']],
    [GERMANY, ['FR61954506077', 'eu_vat']],
    [GERMANY, ['911144442', 'us_ein']],
    [{ country: 'GH' }, ['911144442', 'us_ein']],
    [null, ['nope', 'eu_vat']],
    [null, ['12', 'us_ein']],
  ])('422: where the address is %j: %j', async (billing_address, tax_id) => {
    const customer = await makeCustomer(till, shop, { billing_address })
    const known = { organization_id: shop, email: `b2b-${unique()}@example.com`, billing_address }
    for (const reply of [
      await till.owner.post('/v1/customers/', { ...known, tax_id }),
      await patch(customer.id, { tax_id }),
      await patch(customer.id, { billing_address, tax_id }),
    ]) {
      expect(reply.status).toBe(422)
      expect(reply.body.detail).toEqual([
        { type: 'value_error', loc: ['body', 'tax_id'], msg: expect.any(String), input: tax_id },
      ])
    }
    expect((await till.owner.get(`/v1/customers/${customer.id}`)).body).toEqual(customer)
  })

  it('is dropped by an address in a country whose it cannot be, and by no other', async () => {
    const { id } = await makeCustomer(till, shop, { tax_id: ['DE 136 695 976', 'eu_vat'] })
    expect((await patch(id, { billing_address: GERMANY })).body.tax_id).toEqual(GERMAN)
    expect((await patch(id, { billing_address: { ...GERMANY, city: 'Ulm' } })).body.tax_id).toEqual(GERMAN)
    expect((await patch(id, { billing_address: null })).body.tax_id).toEqual(GERMAN)
    expect((await patch(id, { billing_address: { country: 'US' } })).body.tax_id).toBeNull()
  })

  it('is shown as it is, and stays, where it was kept before it was checked', async () => {
    const { id } = await makeCustomer(till, shop, { billing_address: GERMANY })
    await till.sql`update customers set tax_id = '["nope", "us_ein"]' where id = ${id}`
    expect((await till.owner.get(`/v1/customers/${id}`)).body.tax_id).toEqual(['nope', 'us_ein'])
    const renamed = await patch(id, { name: 'Ada', billing_address: { ...GERMANY, city: 'Ulm' } })
    expect(renamed.body).toMatchObject({ name: 'Ada', tax_id: ['nope', 'us_ein'] })
    expect((await patch(id, { tax_id: null })).body.tax_id).toBeNull()
  })
})
