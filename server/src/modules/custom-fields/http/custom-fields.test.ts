import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buy } from '../../../../test/support/checkout-factories.ts'
import { makeCustomField } from '../../../../test/support/custom-field-factories.ts'
import { makeOrganization, makeToken, unique } from '../../../../test/support/factories.ts'
import { makeProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'

let till: TestTill
let shop: string
beforeAll(async () => {
  till = await startTill()
  shop = (await makeOrganization(till)).id
})
afterAll(() => till.stop())

const NOBODY = '0197a6f0-1c2b-7d3e-8f40-51627384a5b6'
const PATH = '/v1/custom-fields/'
const SIZES = [
  { value: 's', label: 'Small' },
  { value: 'm', label: 'Medium' },
]

describe('POST /v1/custom-fields/', () => {
  it('201: a field with every key of its shape, and only the properties that were given', async () => {
    const properties = { form_label: 'What shall we engrave?', max_length: 40 }
    const { status, body, headers } = await till.owner.post(PATH, {
      organization_id: shop,
      type: 'text',
      slug: 'Engraving',
      name: 'Engraving',
      properties,
      metadata: { shelf: 3 },
    })
    expect(status).toBe(201)
    expect(headers.get('etag')).toMatch(/^"1-/)
    expect(body).toEqual({
      id: expect.any(String),
      created_at: expect.stringMatching(/Z$/),
      modified_at: null,
      metadata: { shelf: 3 },
      type: 'text',
      slug: 'Engraving',
      name: 'Engraving',
      organization_id: shop,
      properties,
    })
    expect((await till.owner.get(PATH + body.id)).body).toEqual(body)
  })

  it.each([
    ['text', { textarea: true, min_length: 2, max_length: 40, form_placeholder: 'Ada' }],
    ['number', { ge: -3, le: 9_007_199_254_740_991, form_help_text: 'Whole numbers' }],
    ['date', { ge: 1_769_817_600, le: 1_800_000_000 }],
    ['checkbox', { form_label: 'I have read the terms' }],
    ['select', { options: SIZES }],
  ])('201: %s with its properties', async (type, properties) => {
    expect(await makeCustomField(till, shop, { type, properties })).toMatchObject({ type, properties })
  })

  it('201: properties of other types are ignored, and null counts as left out', async () => {
    const properties = { options: SIZES, ge: 3, max_length: null, form_label: null, textarea: false }
    const made = await makeCustomField(till, shop, { type: 'text', properties, metadata: null })
    expect(made).toMatchObject({ properties: { textarea: false }, metadata: {} })
    expect(Object.keys(made.properties)).toEqual(['textarea'])
    expect((await makeCustomField(till, shop, { type: 'checkbox', properties: null })).properties).toEqual({})
  })

  it('201: the slug of another organization, and of a field that was deleted', async () => {
    const slug = `size-${unique()}`
    const first = await makeCustomField(till, shop, { slug })
    await makeCustomField(till, (await makeOrganization(till)).id, { slug })
    await till.owner.delete(PATH + first.id)
    expect((await makeCustomField(till, shop, { slug })).slug).toBe(slug)
  })

  it('201: an organization’s token need not name its organization', async () => {
    const client = till.as(await makeToken(till, shop, ['custom_fields:write']))
    const { status, body } = await client.post(PATH, { type: 'checkbox', slug: `own-${unique()}`, name: 'Own' })
    expect(status).toBe(201)
    expect(body.organization_id).toBe(shop)
  })

  it.each([
    [{ type: undefined }, ['type'], 'missing'],
    [{ type: 'color' }, ['type'], 'enum'],
    [{ slug: undefined }, ['slug'], 'missing'],
    [{ slug: '' }, ['slug'], 'string_too_short'],
    [{ slug: 'a'.repeat(65) }, ['slug'], 'string_too_long'],
    [{ slug: '__proto__' }, ['slug'], 'string_pattern_mismatch'],
    [{ slug: 'shirt size' }, ['slug'], 'string_pattern_mismatch'],
    [{ slug: 'größe' }, ['slug'], 'string_pattern_mismatch'],
    [{ slug: 'a.b' }, ['slug'], 'string_pattern_mismatch'],
    [{ slug: 'a\n' }, ['slug'], 'string_pattern_mismatch'],
    [{ name: '' }, ['name'], 'string_too_short'],
    [{ name: null }, ['name'], 'string_type'],
    [{ properties: [] }, ['properties'], 'dict_type'],
    [{ properties: { max_length: 0 } }, ['properties', 'max_length'], 'greater_than_equal'],
    [{ properties: { max_length: '5' } }, ['properties', 'max_length'], 'int_type'],
    [{ properties: { min_length: 5, max_length: 4 } }, ['properties', 'max_length'], 'value_error'],
    [{ properties: { form_label: '' } }, ['properties', 'form_label'], 'string_too_short'],
    [{ type: 'number', properties: { ge: 1.5 } }, ['properties', 'ge'], 'int_type'],
    [{ type: 'number', properties: { le: 1e300 } }, ['properties', 'le'], 'less_than_equal'],
    [{ type: 'date', properties: { le: 1e15 } }, ['properties', 'le'], 'value_error'],
    [{ type: 'select' }, ['properties', 'options'], 'missing'],
    [{ type: 'select', properties: { options: [] } }, ['properties', 'options'], 'too_short'],
    [
      { type: 'select', properties: { options: [...SIZES, { value: 's', label: 'Slim' }] } },
      ['properties', 'options', 2, 'value'],
      'value_error',
    ],
    [{ type: 'select', properties: { options: [{ value: 's' }] } }, ['properties', 'options', 0, 'label'], 'missing'],
    [{ metadata: { nested: {} } }, ['metadata', 'nested'], 'value_error'],
    [{ organization_id: NOBODY }, ['organization_id'], 'value_error'],
    [{ organization_id: undefined }, ['organization_id'], 'missing'],
  ])('422: %j', async (fields, loc, type) => {
    const body = { organization_id: shop, type: 'text', slug: `bad-${unique()}`, name: 'Any', ...fields }
    const reply = await till.owner.post(PATH, body)
    expect(reply.status).toBe(422)
    expect(reply.body.detail).toEqual([expect.objectContaining({ loc: ['body', ...loc], type })])
  })

  it('422: a slug that is taken, whatever its case', async () => {
    const slug = `taken-${unique()}`
    await makeCustomField(till, shop, { slug })
    const again = { organization_id: shop, type: 'number', slug: slug.toUpperCase(), name: 'Again' }
    const { status, body } = await till.owner.post(PATH, again)
    expect(status).toBe(422)
    expect(body.detail).toEqual([expect.objectContaining({ loc: ['body', 'slug'], input: slug.toUpperCase() })])
  })

  it('422: one of fifty who ask for the same slug at once gets it', async () => {
    const body = { organization_id: shop, type: 'text', slug: `race-${unique()}`, name: 'Race' }
    const replies = await Promise.all(Array.from({ length: 50 }, () => till.owner.post(PATH, body)))
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1)
    const losers = replies.filter((reply) => reply.status !== 201)
    expect(new Set(losers.map((reply) => reply.status))).toEqual(new Set([422]))
    expect(losers[0]?.body.detail[0].loc).toEqual(['body', 'slug'])
  })
})

describe('GET /v1/custom-fields/', () => {
  async function slugs(query: string): Promise<string[]> {
    const { items } = await till.owner.must(till.owner.get(`${PATH}?${query}`))
    return items.map((item: { slug: string }) => item.slug)
  }

  it('200: filters, sorts, and the true totals past the end', async () => {
    const { id } = await makeOrganization(till)
    const make = (slug: string, name: string, type: string) => makeCustomField(till, id, { slug, name, type })
    await make('size', 'Éclair size', 'text')
    await make('Consent', 'Agreed 100%', 'checkbox')
    const gone = await make('gone', 'Gone', 'text')
    await make('born', 'Birthday', 'date')
    await till.owner.delete(PATH + gone.id)
    const here = `organization_id=${id}`
    expect(await slugs(here)).toEqual(['born', 'Consent', 'size'])
    expect(await slugs(`${here}&type=date&type=checkbox`)).toEqual(['born', 'Consent'])
    expect(await slugs(`${here}&query=CONS`)).toEqual(['Consent'])
    expect(await slugs(`${here}&query=${encodeURIComponent('éCLAIR')}`)).toEqual(['size'])
    expect(await slugs(`${here}&query=${encodeURIComponent('0%')}`)).toEqual(['Consent'])
    expect(await slugs(`organization_id=${NOBODY}`)).toEqual([])
    const orders: Record<string, string> = {
      slug: 'born Consent size',
      '-slug': 'size Consent born',
      created_at: 'size Consent born',
      '-created_at': 'born Consent size',
      name: 'Consent born size',
      '-name': 'size born Consent',
      type: 'Consent born size',
      '-type': 'size born Consent',
    }
    const sorted = await Promise.all(Object.keys(orders).map((sorting) => slugs(`${here}&sorting=${sorting}`)))
    expect(sorted.map((each) => each.join(' '))).toEqual(Object.values(orders))
    const { body } = await till.owner.get(`${PATH}?${here}&page=5&limit=2`)
    expect(body).toEqual({ items: [], pagination: { total_count: 3, max_page: 2 } })
  })

  it('200: only what the token may see', async () => {
    const { id } = await makeOrganization(till)
    const mine = await makeCustomField(till, id)
    const { body } = await till.as(await makeToken(till, id, ['custom_fields:read'])).get(`${PATH}?limit=100`)
    expect(body.items).toEqual([mine])
  })

  it.each(['sorting=size', 'type=color', 'organization_id=x'])('422: %s', async (query) => {
    expect((await till.owner.get(`${PATH}?${query}`)).status).toBe(422)
  })
})

describe('GET, PATCH and DELETE /v1/custom-fields/{id}', () => {
  it('403: a token that may only read', async () => {
    const { id } = await makeCustomField(till, shop)
    const reader = till.as(await makeToken(till, shop, ['custom_fields:read']))
    expect((await reader.get(PATH + id)).status).toBe(200)
    expect((await reader.patch(PATH + id, { name: 'Other' })).status).toBe(403)
    expect((await reader.delete(PATH + id)).status).toBe(403)
  })

  it('404: unknown, deleted, and another organization’s', async () => {
    const foreign = await makeCustomField(till, shop)
    const deleted = await makeCustomField(till, shop)
    await till.owner.delete(PATH + deleted.id)
    const stranger = till.as(await makeToken(till, (await makeOrganization(till)).id))
    for (const [client, id] of [
      [till.owner, NOBODY],
      [till.owner, deleted.id],
      [stranger, foreign.id],
    ] as const) {
      expect((await client.get(PATH + id)).status).toBe(404)
      expect((await client.patch(PATH + id, { name: 'Taken over' })).status).toBe(404)
      expect((await client.delete(PATH + id)).status).toBe(404)
    }
    expect((await till.owner.get(PATH + foreign.id)).body).toEqual(foreign)
  })
})

describe('PATCH /v1/custom-fields/{id}', () => {
  it('200: keeps what is absent, replaces the properties, and changes nothing when nothing changes', async () => {
    const made = await makeCustomField(till, shop, {
      properties: { max_length: 5, textarea: true },
      metadata: { a: 1 },
    })
    const { status, body } = await till.owner.patch(PATH + made.id, {
      type: 'text',
      name: 'Renamed',
      properties: { min_length: 1 },
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      ...made,
      name: 'Renamed',
      properties: { min_length: 1 },
      modified_at: expect.stringMatching(/Z$/),
    })
    const same = await till.owner.patch(PATH + made.id, { name: 'Renamed', properties: { min_length: 1 } })
    expect(same.headers.get('etag')).toMatch(/^"2-/)
    expect((await till.owner.patch(PATH + made.id, { metadata: null })).body.metadata).toEqual({})
  })

  it('200: a new slug, also one that differs in case only', async () => {
    const made = await makeCustomField(till, shop)
    const { body } = await till.owner.patch(PATH + made.id, { slug: made.slug.toUpperCase() })
    expect(body.slug).toBe(made.slug.toUpperCase())
  })

  it('412: when somebody else changed it first', async () => {
    const { id } = await makeCustomField(till, shop)
    const stale = (await till.owner.get(PATH + id)).headers.get('etag') ?? ''
    await till.owner.patch(PATH + id, { name: 'First' }, { 'if-match': stale })
    expect((await till.owner.patch(PATH + id, { name: 'Second' }, { 'if-match': stale })).status).toBe(412)
    expect((await till.owner.delete(PATH + id, { 'if-match': stale })).status).toBe(412)
  })

  it.each([
    [{ type: 'number' }, ['type']],
    [{ type: null }, ['type']],
    [{ name: null }, ['name']],
    [{ slug: null }, ['slug']],
    [{ slug: '-x' }, ['slug']],
    [{ properties: null }, ['properties']],
    [{ properties: { min_length: 3, max_length: 2 } }, ['properties', 'max_length']],
  ])('422: %j', async (patch, loc) => {
    const { id } = await makeCustomField(till, shop)
    const { status, body } = await till.owner.patch(PATH + id, patch)
    expect(status).toBe(422)
    expect(body.detail).toEqual([expect.objectContaining({ loc: ['body', ...loc] })])
  })

  it('422: a slug that is taken', async () => {
    const [first, second] = [await makeCustomField(till, shop), await makeCustomField(till, shop)]
    const { status, body } = await till.owner.patch(PATH + second.id, { slug: first.slug.toUpperCase() })
    expect(status).toBe(422)
    expect(body.detail[0].loc).toEqual(['body', 'slug'])
  })
})

describe('DELETE /v1/custom-fields/{id}', () => {
  it('204: takes it off the products that ask for it, and leaves no gap', async () => {
    const [first, second] = [await makeCustomField(till, shop), await makeCustomField(till, shop)]
    const attached = [first, second].map(({ id }) => ({ custom_field_id: id, required: false }))
    const product = await makeProduct(till, shop, { attached_custom_fields: attached })
    expect((await till.owner.delete(PATH + first.id)).status).toBe(204)
    const { body } = await till.owner.get(`/v1/products/${product.id}`)
    expect(body.attached_custom_fields).toEqual([
      { custom_field_id: second.id, custom_field: second, order: 0, required: false },
    ])
    const links = await till.sql`select from product_custom_fields where custom_field_id = ${first.id}`
    expect(links).toHaveLength(0)
  })

  it('204: what a buyer answered stays with the order, under the slug that it was asked with', async () => {
    const field = await makeCustomField(till, shop, { type: 'number' })
    const attached = [{ custom_field_id: field.id, required: true }]
    const { id } = await makeProduct(till, shop, { attached_custom_fields: attached })
    const order = await buy(till, id, 'ada@example.com', { custom_field_data: { [field.slug]: 5 } })
    expect(order.custom_field_data).toEqual({ [field.slug]: 5 })
    await till.owner.must(till.owner.patch(PATH + field.id, { slug: `renamed-${unique()}` }))
    expect((await till.owner.get(`/v1/orders/${order.id}`)).body).toEqual(order)
    expect((await till.owner.delete(PATH + field.id)).status).toBe(204)
    // The product is another one from here on: it asks no more.
    const product = { ...order.product, modified_at: expect.stringMatching(/Z$/) }
    expect((await till.owner.get(`/v1/orders/${order.id}`)).body).toEqual({ ...order, product })
  })
})
