import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCustomBenefit, makeLicenseKeysBenefit } from '../../../../test/support/benefit-factories.ts'
import { makeOrganization, makeToken } from '../../../../test/support/factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'

let till: TestTill
let shop: string
beforeAll(async () => {
  till = await startTill()
  shop = (await makeOrganization(till)).id
})
afterAll(() => till.stop())

const NOTHING = '0197a6f0-1c2b-7d3e-8f40-51627384a5b6'
const MOST = Number.MAX_SAFE_INTEGER
const eventsOf = (id: string) =>
  till.sql`select type, object_type, object_version, data, previous_attributes from events where object_id = ${id} order by id`

describe('POST /v1/benefits/', () => {
  it('201: a custom benefit', async () => {
    const { status, body, headers } = await till.owner.post('/v1/benefits/', {
      organization_id: shop,
      type: 'custom',
      description: 'A call with the maker',
      properties: { note: 'Write to hello@example.com' },
    })
    expect(status).toBe(201)
    expect(headers.get('etag')).toMatch(/^"1-/)
    expect(body).toEqual({
      id: expect.any(String),
      created_at: expect.any(String),
      modified_at: null,
      type: 'custom',
      description: 'A call with the maker',
      selectable: true,
      deletable: true,
      organization_id: shop,
      properties: { note: 'Write to hello@example.com' },
      is_tax_applicable: true,
    })
  })

  it('201: license keys, with limits as large as a number can be', async () => {
    const properties = {
      prefix: 'North_wind-2',
      expires: { ttl: MOST, timeframe: 'year' },
      activations: { limit: MOST, enable_customer_admin: true },
      limit_usage: MOST,
    }
    const made = await makeLicenseKeysBenefit(till, shop, { properties })
    expect(made.properties).toEqual(properties)
    expect((await till.owner.get(`/v1/benefits/${made.id}`)).body).toEqual(made)
  })

  it.each([
    ['license_keys', undefined, { prefix: null, expires: null, activations: null, limit_usage: null }],
    [
      'license_keys',
      { activations: { limit: 3 }, note: 'not a property of keys' },
      { prefix: null, expires: null, activations: { limit: 3, enable_customer_admin: false }, limit_usage: null },
    ],
    ['custom', null, { note: null }],
    ['custom', { limit_usage: 5, unknown: true }, { note: null }],
  ])('201: %s from %j has all of its properties and no others', async (type, properties, expected) => {
    const input = { organization_id: shop, type, description: 'Benefit', properties }
    const { status, body } = await till.owner.post('/v1/benefits/', input)
    expect(status).toBe(201)
    expect(body.properties).toEqual(expected)
  })

  it('201: tells others of it', async () => {
    const benefit = await makeCustomBenefit(till, shop)
    expect(await eventsOf(benefit.id)).toEqual([
      { type: 'benefit.created', objectType: 'benefit', objectVersion: 1, data: benefit, previousAttributes: null },
    ])
  })

  it.each([
    [{ type: undefined }, ['type'], 'missing'],
    [{ type: 'github_repository' }, ['type'], 'enum'],
    [{ type: 'coffee' }, ['type'], 'enum'],
    [{ description: 'ab' }, ['description'], 'string_too_short'],
    [{ description: 'x'.repeat(121) }, ['description'], 'string_too_long'],
    [{ description: null }, ['description'], 'string_type'],
    [{ properties: [] }, ['properties'], 'dict_type'],
    [{ properties: { note: 5 } }, ['properties', 'note'], 'string_type'],
    [{ properties: { prefix: '' } }, ['properties', 'prefix'], 'string_too_short'],
    [{ properties: { prefix: 'P'.repeat(21) } }, ['properties', 'prefix'], 'string_too_long'],
    [{ properties: { prefix: 'NORTH WIND' } }, ['properties', 'prefix'], 'string_pattern_mismatch'],
    [{ properties: { expires: { ttl: 0, timeframe: 'day' } } }, ['properties', 'expires', 'ttl'], 'greater_than_equal'],
    [{ properties: { expires: { ttl: 1, timeframe: 'week' } } }, ['properties', 'expires', 'timeframe'], 'enum'],
    [{ properties: { expires: { ttl: 1 } } }, ['properties', 'expires', 'timeframe'], 'missing'],
    [{ properties: { activations: { limit: 0 } } }, ['properties', 'activations', 'limit'], 'greater_than_equal'],
    [{ properties: { activations: { limit: MOST + 1 } } }, ['properties', 'activations', 'limit'], 'less_than_equal'],
    [{ properties: { activations: {} } }, ['properties', 'activations', 'limit'], 'missing'],
    [{ properties: { limit_usage: 0 } }, ['properties', 'limit_usage'], 'greater_than_equal'],
    [{ properties: { limit_usage: '5' } }, ['properties', 'limit_usage'], 'int_type'],
    [{ organization_id: NOTHING }, ['organization_id'], 'value_error'],
  ])('422: %j', async (fields, field, type) => {
    const input = { organization_id: shop, type: 'license_keys', description: 'Key', properties: {}, ...fields }
    const { status, body } = await till.owner.post('/v1/benefits/', input)
    expect(status).toBe(422)
    expect(body.detail).toEqual([expect.objectContaining({ loc: ['body', ...field], type })])
  })
})

describe('GET /v1/benefits/', () => {
  it('200: filters by organization and type, in the order of creation or by description', async () => {
    const { id } = await makeOrganization(till)
    await makeCustomBenefit(till, id, { description: 'banana' })
    await makeLicenseKeysBenefit(till, id, { description: 'Cherry' })
    await makeCustomBenefit(till, id, { description: 'Apple' })
    const list = async (query: string) => {
      const { body } = await till.owner.get(`/v1/benefits/?organization_id=${id}${query}`)
      return body.items.map((item: { description: string }) => item.description)
    }
    expect(await list('')).toEqual(['banana', 'Cherry', 'Apple'])
    expect(await list('&sorting=-created_at')).toEqual(['Apple', 'Cherry', 'banana'])
    expect(await list('&sorting=description')).toEqual(['Apple', 'banana', 'Cherry'])
    expect(await list('&type=custom')).toEqual(['banana', 'Apple'])
    expect(await list('&type=license_keys&type=ads')).toEqual(['Cherry'])
    expect(await list('&type=discord')).toEqual([])
  })

  it("200: an organization's token sees its own only", async () => {
    const { id } = await makeOrganization(till)
    await makeCustomBenefit(till, shop)
    const made = await makeCustomBenefit(till, id)
    const { body } = await till.as(await makeToken(till, id)).get('/v1/benefits/')
    expect(body).toEqual({ items: [made], pagination: { total_count: 1, max_page: 1 } })
  })

  it.each([
    ['type=coffee', ['query', 'type', 0]],
    ['sorting=type', ['query', 'sorting', 0]],
  ])('422: %s', async (query, loc) => {
    const { status, body } = await till.owner.get(`/v1/benefits/?${query}`)
    expect(status).toBe(422)
    expect(body.detail[0].loc).toEqual(loc)
  })
})

describe('GET /v1/benefits/{id}', () => {
  it('404: nothing, and a benefit of another organization', async () => {
    const { id } = await makeCustomBenefit(till, shop)
    const other = till.as(await makeToken(till, (await makeOrganization(till)).id))
    expect((await till.owner.get(`/v1/benefits/${NOTHING}`)).status).toBe(404)
    expect((await other.get(`/v1/benefits/${id}`)).status).toBe(404)
  })
})

describe('PATCH /v1/benefits/{id}', () => {
  it('200: changes the description and replaces the properties', async () => {
    const made = await makeLicenseKeysBenefit(till, shop, { properties: { prefix: 'OLD', limit_usage: 5 } })
    const { status, body, headers } = await till.owner.patch(`/v1/benefits/${made.id}`, {
      type: 'license_keys',
      description: 'Better key',
      properties: { prefix: 'NEW' },
    })
    expect(status).toBe(200)
    expect(headers.get('etag')).toMatch(/^"2-/)
    expect(body).toEqual({
      ...made,
      modified_at: expect.any(String),
      description: 'Better key',
      properties: { prefix: 'NEW', expires: null, activations: null, limit_usage: null },
    })
    expect((await till.owner.get(`/v1/benefits/${made.id}`)).body).toEqual(body)
  })

  it('200: writes one event for a change and none for no change', async () => {
    const { id } = await makeCustomBenefit(till, shop, { description: 'One', properties: { note: 'Hello' } })
    const same = { type: 'custom', description: 'Two', properties: { note: 'Hello' } }
    for (const patch of [{ description: 'Two' }, same, {}]) await till.owner.patch(`/v1/benefits/${id}`, patch)
    const events = await eventsOf(id)
    expect(events.map((event) => event.type)).toEqual(['benefit.created', 'benefit.updated'])
    expect(events[1]).toMatchObject({
      objectVersion: 2,
      data: { id, description: 'Two', type: 'custom' },
      previousAttributes: { description: 'One' },
    })
  })

  it('404: a benefit of another organization', async () => {
    const { id } = await makeCustomBenefit(till, shop)
    const other = till.as(await makeToken(till, (await makeOrganization(till)).id))
    expect((await other.patch(`/v1/benefits/${id}`, { description: 'Mine' })).status).toBe(404)
  })

  it('412: another version than the one that was read', async () => {
    const { id } = await makeCustomBenefit(till, shop)
    const { status } = await till.owner.patch(`/v1/benefits/${id}`, { description: 'Late' }, { 'if-match': '"3"' })
    expect(status).toBe(412)
  })

  it.each([
    [{ type: 'license_keys' }, ['body', 'type']],
    [{ type: null }, ['body', 'type']],
    [{ description: null }, ['body', 'description']],
    [{ description: 'no' }, ['body', 'description']],
    [{ properties: null }, ['body', 'properties']],
    [{ properties: { note: false } }, ['body', 'properties', 'note']],
  ])('422: %j on a custom benefit', async (patch, loc) => {
    const { id } = await makeCustomBenefit(till, shop)
    const { status, body } = await till.owner.patch(`/v1/benefits/${id}`, patch)
    expect(status).toBe(422)
    expect(body.detail).toEqual([expect.objectContaining({ loc })])
  })
})

describe('DELETE /v1/benefits/{id}', () => {
  it('204: it is gone, and stays gone', async () => {
    const { id } = await makeCustomBenefit(till, shop)
    expect((await till.owner.delete(`/v1/benefits/${id}`)).status).toBe(204)
    for (const reply of [
      await till.owner.get(`/v1/benefits/${id}`),
      await till.owner.patch(`/v1/benefits/${id}`, { description: 'Back' }),
      await till.owner.delete(`/v1/benefits/${id}`),
      await till.owner.get(`/v1/benefits/${id}/grants`),
    ]) {
      expect(reply.status).toBe(404)
    }
    const { body } = await till.owner.get(`/v1/benefits/?organization_id=${shop}&limit=100`)
    expect(body.items.map((item: { id: string }) => item.id)).not.toContain(id)
  })

  it('403: a benefit that is not deletable stays', async () => {
    const { id } = await makeCustomBenefit(till, shop)
    await till.sql`update benefits set deletable = false where id = ${id}`
    const { status, body } = await till.owner.delete(`/v1/benefits/${id}`)
    expect(status).toBe(403)
    expect(body).toMatchObject({ error: 'NotPermitted', code: 'benefit_not_deletable' })
    expect((await till.owner.get(`/v1/benefits/${id}`)).status).toBe(200)
  })

  it('404: a benefit of another organization stays', async () => {
    const { id } = await makeCustomBenefit(till, shop)
    const other = till.as(await makeToken(till, (await makeOrganization(till)).id))
    expect((await other.delete(`/v1/benefits/${id}`)).status).toBe(404)
    expect((await till.owner.get(`/v1/benefits/${id}`)).status).toBe(200)
  })
})
