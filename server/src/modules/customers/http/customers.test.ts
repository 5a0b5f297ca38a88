import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCustomer } from '../../../../test/support/customer-factories.ts'
import { makeOrganization, makeToken, unique } from '../../../../test/support/factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'

let till: TestTill
let shop: string
beforeAll(async () => {
  till = await startTill()
  shop = (await makeOrganization(till)).id
})
afterAll(() => till.stop())

const NOBODY = '0197a6f0-1c2b-7d3e-8f40-51627384a5b6'
const ADDRESS = { line1: '1 Main St', postal_code: '94105', city: 'San Francisco', state: 'US-CA', country: 'US' }
const newEmail = () => `ada-${unique()}@example.com`
const eventsOf = (id: string) =>
  till.sql`select type, object_type, object_version, data, previous_attributes from events where object_id = ${id} order by id`

describe('POST /v1/customers/', () => {
  it('201: answers the documented shape with everything that was sent', async () => {
    const email = newEmail()
    const { status, body, headers } = await till.owner.post('/v1/customers/', {
      organization_id: shop,
      email,
      name: 'Ada Lovelace',
      billing_address: ADDRESS,
      tax_id: ['12-3456789', 'us_ein'],
      external_id: `user-${email}`,
      metadata: { seats: 5, beta: true, source: 'fair' },
    })
    expect(status).toBe(201)
    expect(headers.get('etag')).toMatch(/^"1-/)
    expect(body).toEqual({
      id: expect.any(String),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      modified_at: null,
      metadata: { seats: 5, beta: true, source: 'fair' },
      email,
      email_verified: false,
      name: 'Ada Lovelace',
      billing_address: { ...ADDRESS, line2: null },
      tax_id: ['123456789', 'us_ein'],
      organization_id: shop,
      avatar_url: 'http://till.example.com/avatars/A.svg',
      external_id: `user-${email}`,
      deleted_at: null,
    })
  })

  it('201: an e-mail address is enough; null is the same as left out', async () => {
    const { status, body } = await till.owner.post('/v1/customers/', {
      organization_id: shop,
      email: newEmail(),
      name: null,
      billing_address: null,
      tax_id: null,
      external_id: null,
      metadata: null,
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: null, billing_address: null, tax_id: null, external_id: null, metadata: {} })
  })

  it('201: tells others of it', async () => {
    const customer = await makeCustomer(till, shop)
    expect(await eventsOf(customer.id)).toEqual([
      { type: 'customer.created', objectType: 'customer', objectVersion: 1, data: customer, previousAttributes: null },
    ])
  })

  it('201: another organization may have a customer with the same e-mail address', async () => {
    const { email } = await makeCustomer(till, shop)
    const other = await makeOrganization(till)
    expect((await makeCustomer(till, other.id, { email })).email).toBe(email)
  })

  it.each([
    [{ email: undefined }, ['body', 'email'], 'missing'],
    [{ email: 'nobody' }, ['body', 'email'], 'value_error'],
    [{ email: null }, ['body', 'email'], 'string_type'],
    [{ name: '' }, ['body', 'name'], 'string_too_short'],
    [{ billing_address: {} }, ['body', 'billing_address', 'country'], 'missing'],
    [{ billing_address: { country: 'USA' } }, ['body', 'billing_address', 'country'], 'enum'],
    [{ tax_id: ['1'] }, ['body', 'tax_id'], 'too_short'],
    [{ tax_id: ['1', 'us_ein', 'x'] }, ['body', 'tax_id'], 'too_long'],
    [{ tax_id: ['', 'us_ein'] }, ['body', 'tax_id', 0], 'string_too_short'],
    [{ tax_id: ['1', 'moon_vat'] }, ['body', 'tax_id', 1], 'enum'],
    [{ tax_id: 'DE123456789' }, ['body', 'tax_id'], 'list_type'],
    [{ metadata: { rate: 0.5 } }, ['body', 'metadata', 'rate'], 'value_error'],
    [{ external_id: 7 }, ['body', 'external_id'], 'string_type'],
    [{ organization_id: NOBODY }, ['body', 'organization_id'], 'value_error'],
    [{ organization_id: null }, ['body', 'organization_id'], 'missing'],
  ])('422: %j', async (fields, loc, type) => {
    const input = { organization_id: shop, email: newEmail(), ...fields }
    const { status, body } = await till.owner.post('/v1/customers/', input)
    expect(status).toBe(422)
    expect(body.detail[0]).toMatchObject({ loc, type })
  })

  it('422: an e-mail address that is taken, whatever its case', async () => {
    const { email } = await makeCustomer(till, shop)
    const input = { organization_id: shop, email: email.toUpperCase() }
    const { status, body } = await till.owner.post('/v1/customers/', input)
    expect(status).toBe(422)
    expect(body.detail).toEqual([expect.objectContaining({ loc: ['body', 'email'], input: input.email })])
  })

  it('422: an external id that is taken', async () => {
    await makeCustomer(till, shop, { external_id: 'taken' })
    const input = { organization_id: shop, email: newEmail(), external_id: 'taken' }
    const { status, body } = await till.owner.post('/v1/customers/', input)
    expect(status).toBe(422)
    expect(body.detail[0].loc).toEqual(['body', 'external_id'])
  })

  it('422: an e-mail address that twenty ask for at once goes to exactly one', async () => {
    const input = { organization_id: shop, email: newEmail() }
    const replies = await Promise.all(Array.from({ length: 20 }, () => till.owner.post('/v1/customers/', input)))
    expect(replies.map((reply) => reply.status).sort()).toEqual([201, ...Array(19).fill(422)])
  })
})

describe('GET /v1/customers/{id}', () => {
  it('200: what the creation answered, and 304 for the same ETag', async () => {
    const made = await makeCustomer(till, shop, { tax_id: ['DE123456789', 'eu_vat'] })
    const { status, body, headers } = await till.owner.get(`/v1/customers/${made.id}`)
    expect(status).toBe(200)
    expect(body).toEqual(made)
    const etag = headers.get('etag') ?? ''
    expect((await till.owner.get(`/v1/customers/${made.id}`, { 'if-none-match': etag })).status).toBe(304)
  })

  it('404: nobody, and a customer of another organization', async () => {
    const { id } = await makeCustomer(till, shop)
    const other = till.as(await makeToken(till, (await makeOrganization(till)).id))
    for (const reply of [await till.owner.get(`/v1/customers/${NOBODY}`), await other.get(`/v1/customers/${id}`)]) {
      expect(reply.status).toBe(404)
      expect(reply.body.error).toBe('ResourceNotFound')
    }
  })
})

describe('PATCH /v1/customers/{id}', () => {
  it('200: keeps what is absent, clears what is null, replaces address and metadata', async () => {
    const made = await makeCustomer(till, shop, { name: 'Ada', billing_address: ADDRESS, metadata: { a: 1, b: 2 } })
    const { status, body, headers } = await till.owner.patch(`/v1/customers/${made.id}`, {
      name: null,
      billing_address: { country: 'CA', state: 'QC' },
      tax_id: ['123456789', 'ca_bn'],
      metadata: { b: 3 },
    })
    expect(status).toBe(200)
    expect(headers.get('etag')).toMatch(/^"2-/)
    expect(body).toEqual({
      ...made,
      modified_at: expect.any(String),
      name: null,
      avatar_url: 'http://till.example.com/avatars/C.svg',
      billing_address: { line1: null, line2: null, postal_code: null, city: null, state: 'QC', country: 'CA' },
      tax_id: ['123456789', 'ca_bn'],
      metadata: { b: 3 },
    })
    expect((await till.owner.get(`/v1/customers/${made.id}`)).body).toEqual(body)
    const cleared = await till.owner.patch(`/v1/customers/${made.id}`, { tax_id: null, billing_address: null })
    expect(cleared.body).toMatchObject({ tax_id: null, billing_address: null })
  })

  it('200: writes one event for a change and none for no change', async () => {
    const { id } = await makeCustomer(till, shop, {
      name: 'One',
      billing_address: ADDRESS,
      tax_id: ['123456789', 'us_ein'],
    })
    const same = { name: 'Two', billing_address: ADDRESS, tax_id: ['123456789', 'us_ein'], metadata: {} }
    for (const patch of [{ name: 'Two' }, same, {}]) await till.owner.patch(`/v1/customers/${id}`, patch)
    const events = await eventsOf(id)
    expect(events.map((event) => event.type)).toEqual(['customer.created', 'customer.updated'])
    expect(events[1]).toMatchObject({
      objectVersion: 2,
      data: { id, name: 'Two' },
      previousAttributes: { name: 'One', avatar_url: 'http://till.example.com/avatars/O.svg' },
    })
  })

  it('200: an e-mail address may change its case, and its owner may send it again', async () => {
    const { id, email } = await makeCustomer(till, shop)
    const { status, body } = await till.owner.patch(`/v1/customers/${id}`, { email: email.toUpperCase() })
    expect(status).toBe(200)
    expect(body.email).toBe(email.toUpperCase())
  })

  it('404: a customer of another organization', async () => {
    const { id } = await makeCustomer(till, shop)
    const other = till.as(await makeToken(till, (await makeOrganization(till)).id))
    expect((await other.patch(`/v1/customers/${id}`, { name: 'Mine' })).status).toBe(404)
  })

  it('412: another version than the one that was read', async () => {
    const { id } = await makeCustomer(till, shop)
    const { status } = await till.owner.patch(`/v1/customers/${id}`, { name: 'Late' }, { 'if-match': '"7"' })
    expect(status).toBe(412)
  })

  it.each([
    [{ email: null }, ['body', 'email']],
    [{ email: 'nobody' }, ['body', 'email']],
    [{ name: 5 }, ['body', 'name']],
    [{ billing_address: { city: 'Ulm' } }, ['body', 'billing_address', 'country']],
    [{ tax_id: ['1', null] }, ['body', 'tax_id', 1]],
    [{ metadata: { a: null } }, ['body', 'metadata', 'a']],
  ])('422: %j', async (patch, loc) => {
    const { id } = await makeCustomer(till, shop)
    const { status, body } = await till.owner.patch(`/v1/customers/${id}`, patch)
    expect(status).toBe(422)
    expect(body.detail[0].loc).toEqual(loc)
  })

  it('422: an e-mail address or an external id of somebody else', async () => {
    const first = await makeCustomer(till, shop, { external_id: `own-${unique()}` })
    const { id } = await makeCustomer(till, shop)
    const byEmail = await till.owner.patch(`/v1/customers/${id}`, { email: first.email.toUpperCase() })
    expect(byEmail.status).toBe(422)
    expect(byEmail.body.detail[0].loc).toEqual(['body', 'email'])
    const byExternalId = await till.owner.patch(`/v1/customers/${id}`, { external_id: first.external_id })
    expect(byExternalId.status).toBe(422)
    expect(byExternalId.body.detail[0].loc).toEqual(['body', 'external_id'])
  })
})

describe('DELETE /v1/customers/{id}', () => {
  it('204: the customer is gone and the e-mail address is free', async () => {
    const { id, email } = await makeCustomer(till, shop, { external_id: 'gone' })
    expect((await till.owner.delete(`/v1/customers/${id}`)).status).toBe(204)
    for (const reply of [
      await till.owner.get(`/v1/customers/${id}`),
      await till.owner.patch(`/v1/customers/${id}`, { name: 'Back' }),
      await till.owner.delete(`/v1/customers/${id}`),
    ]) {
      expect(reply.status).toBe(404)
    }
    expect((await till.owner.get(`/v1/customers/?email=${email}`)).body.items).toEqual([])
    expect((await makeCustomer(till, shop, { email, external_id: 'gone' })).id).not.toBe(id)
  })

  it('204: forgets who it was, in the row and in the event', async () => {
    const fields = { name: 'Ada', billing_address: ADDRESS, tax_id: ['123456789', 'us_ein'], metadata: { plan: 'pro' } }
    const { id, email } = await makeCustomer(till, shop, { ...fields, external_id: `own-${unique()}` })
    await till.owner.delete(`/v1/customers/${id}`)
    const [row] = await till.sql`select * from customers where id = ${id}`
    expect(row).toMatchObject({
      name: null,
      billingAddress: null,
      taxId: null,
      externalId: null,
      metadata: {},
      version: 2,
      deletedAt: expect.any(Date),
    })
    expect(row?.email).toMatch(/\.invalid$/)
    const event = (await eventsOf(id)).at(-1)
    expect(event).toMatchObject({ type: 'customer.deleted', objectVersion: 2, data: { id }, previousAttributes: {} })
    expect(JSON.stringify(event)).not.toContain(email)
  })

  it('204: ends the sessions of this customer and of nobody else', async () => {
    const [leaving, staying] = [await makeCustomer(till, shop), await makeCustomer(till, shop)]
    for (const { id } of [leaving, leaving, staying])
      await till.owner.post('/v1/customer-sessions/', { customer_id: id })
    await till.owner.delete(`/v1/customers/${leaving.id}`)
    const left = await till.sql`
      select customer_id from customer_sessions where customer_id in (${leaving.id}, ${staying.id})`
    expect(left).toEqual([{ customerId: staying.id }])
  })

  it('204: no session outlives its customer when both are asked for at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await makeCustomer(till, shop)
      const [, ...sessions] = await Promise.all([
        till.owner.delete(`/v1/customers/${id}`),
        ...Array.from({ length: 5 }, () => till.owner.post('/v1/customer-sessions/', { customer_id: id })),
      ])
      for (const session of sessions) expect([201, 422]).toContain(session.status)
      expect(await till.sql`select id from customer_sessions where customer_id = ${id}`).toEqual([])
    }
  })

  it('404: a customer of another organization stays', async () => {
    const { id } = await makeCustomer(till, shop)
    const other = till.as(await makeToken(till, (await makeOrganization(till)).id))
    expect((await other.delete(`/v1/customers/${id}`)).status).toBe(404)
    expect((await till.owner.get(`/v1/customers/${id}`)).status).toBe(200)
  })

  it('412: another version than the one that was read', async () => {
    const { id } = await makeCustomer(till, shop)
    expect((await till.owner.delete(`/v1/customers/${id}`, { 'if-match': '"2"' })).status).toBe(412)
    expect((await till.owner.delete(`/v1/customers/${id}`, { 'if-match': '"1"' })).status).toBe(204)
  })
})
