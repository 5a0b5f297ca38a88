import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCustomer } from '../../../../test/support/customer-factories.ts'
import { makeOrganization, makeToken } from '../../../../test/support/factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { fingerprint, isWellFormed } from '../../../kernel/secrets.ts'

let till: TestTill
let shop: string
beforeAll(async () => {
  till = await startTill()
  shop = (await makeOrganization(till)).id
})
afterAll(() => till.stop())

describe('POST /v1/customer-sessions/', () => {
  it('201: a token for an hour, of which only the hash is kept', async () => {
    const customer = await makeCustomer(till, shop)
    const { status, body } = await till.owner.post('/v1/customer-sessions/', { customer_id: customer.id })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      created_at: expect.any(String),
      modified_at: null,
      token: expect.stringMatching(/^till_cst_/),
      expires_at: expect.any(String),
      customer_portal_url: 'http://till.example.com/portal',
      customer_id: customer.id,
      customer,
    })
    expect(isWellFormed('customerSession', body.token)).toBe(true)
    expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(3_600_000)
    const [row] = await till.sql`select * from customer_sessions where id = ${body.id}`
    expect(row?.tokenHash).toEqual(fingerprint(body.token))
    expect(Object.values(row ?? {})).not.toContain(body.token)
  })

  it.each(['external_customer_id', 'customer_external_id'])("201: by the seller's own id, as %s", async (field) => {
    const external_id = `session-${field}`
    const customer = await makeCustomer(till, shop, { external_id })
    const { status, body } = await till.owner.post('/v1/customer-sessions/', { [field]: external_id })
    expect(status).toBe(201)
    expect(body.customer_id).toBe(customer.id)
    const other = till.as(await makeToken(till, (await makeOrganization(till)).id))
    for (const reply of [
      await other.post('/v1/customer-sessions/', { [field]: external_id }),
      await till.owner.post('/v1/customer-sessions/', { [field]: 'nobody' }),
    ]) {
      expect(reply.status).toBe(422)
      expect(reply.body.detail).toEqual([expect.objectContaining({ loc: ['body', field] })])
    }
  })

  it('422: an external id that two organizations of the caller know', async () => {
    const external_id = 'known-twice'
    for (const id of [shop, (await makeOrganization(till)).id]) await makeCustomer(till, id, { external_id })
    const { status, body } = await till.owner.post('/v1/customer-sessions/', { external_customer_id: external_id })
    expect(status).toBe(422)
    expect(body.detail).toEqual([expect.objectContaining({ loc: ['body', 'external_customer_id'] })])
    const own = till.as(await makeToken(till, shop))
    expect((await own.post('/v1/customer-sessions/', { external_customer_id: external_id })).status).toBe(201)
  })

  it("403: a token that may only manage customers cannot act in a customer's name", async () => {
    const { id } = await makeCustomer(till, shop)
    const token = await makeToken(till, shop, ['customers:write'])
    const { status, body } = await till.as(token).post('/v1/customer-sessions/', { customer_id: id })
    expect(status).toBe(403)
    expect(body.code).toBe('insufficient_scope')
  })

  it("422: nobody, a deleted customer, another organization's customer, and no id at all", async () => {
    const [deleted, foreign] = [await makeCustomer(till, shop), await makeCustomer(till, shop)]
    await till.owner.delete(`/v1/customers/${deleted.id}`)
    const other = till.as(await makeToken(till, (await makeOrganization(till)).id))
    for (const reply of [
      await till.owner.post('/v1/customer-sessions/', { customer_id: '0197a6f0-1c2b-7d3e-8f40-51627384a5b6' }),
      await till.owner.post('/v1/customer-sessions/', { customer_id: deleted.id }),
      await other.post('/v1/customer-sessions/', { customer_id: foreign.id }),
      await till.owner.post('/v1/customer-sessions/', { customer_id: null }),
      await till.owner.post('/v1/customer-sessions/', {}),
    ]) {
      expect(reply.status).toBe(422)
      expect(reply.body.detail).toEqual([expect.objectContaining({ loc: ['body', 'customer_id'] })])
    }
  })
})
