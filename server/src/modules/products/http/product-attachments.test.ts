import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCheckout } from '../../../../test/support/checkout-factories.ts'
import { makeCustomField } from '../../../../test/support/custom-field-factories.ts'
import { makeOrganization } from '../../../../test/support/factories.ts'
import { announceFile, makeFile, makeProductMedia, PIXEL } from '../../../../test/support/file-factories.ts'
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
const idsOf = (items: { id: string }[]) => items.map((item) => item.id)
const PICTURE = { name: 'cover.png', mime_type: 'image/png', service: 'product_media' }
const asked = (id: string, required = false) => ({ custom_field_id: id, required })

function eventsOf(id: string) {
  return till.sql`
    select type, object_version, previous_attributes from events where object_id = ${id} order by object_version`
}

describe('medias and attached_custom_fields of a product', () => {
  it('201: shown in the order given, everywhere the product is shown', async () => {
    const medias = [await makeProductMedia(till, shop), await makeProductMedia(till, shop)].reverse()
    const [size, terms] = [await makeCustomField(till, shop), await makeCustomField(till, shop, { type: 'checkbox' })]
    const product = await makeProduct(till, shop, {
      medias: medias.map(({ id }) => id.toUpperCase()),
      attached_custom_fields: [asked(terms.id.toUpperCase(), true), asked(size.id)],
    })
    expect(product.medias).toEqual(medias)
    expect(product.medias[0]).toMatchObject({ service: 'product_media', is_uploaded: true, name: 'cover.png' })
    expect(product.attached_custom_fields).toEqual([
      { custom_field_id: terms.id, custom_field: terms, order: 0, required: true },
      { custom_field_id: size.id, custom_field: size, order: 1, required: false },
    ])
    expect((await till.owner.get(`/v1/products/${product.id}`)).body).toEqual(product)
    expect((await till.owner.get(`/v1/products/?organization_id=${shop}`)).body.items[0]).toEqual(product)
    const checkout = await makeCheckout(till, { product_id: product.id })
    expect(checkout.product.medias).toEqual(product.medias)
    expect(checkout.attached_custom_fields).toEqual(product.attached_custom_fields)
    const [event] = await till.sql`select data from events where object_id = ${product.id}`
    expect(event?.data).toEqual(product)
  })

  it('200: absent keeps, a list replaces, null clears, and each change is one event', async () => {
    const [one, two] = idsOf([await makeProductMedia(till, shop), await makeProductMedia(till, shop)])
    const field = await makeCustomField(till, shop)
    const made = await makeProduct(till, shop, { medias: [one, two], attached_custom_fields: [asked(field.id)] })
    const patch = (body: object) => till.owner.must(till.owner.patch(`/v1/products/${made.id}`, body))
    expect(await patch({ name: made.name })).toEqual(made)
    expect(await patch({ medias: [one, two], attached_custom_fields: [asked(field.id)] })).toEqual(made)
    const swapped = await patch({ medias: [two, one] })
    expect(idsOf(swapped.medias)).toEqual([two, one])
    expect(swapped.attached_custom_fields).toEqual(made.attached_custom_fields)
    const required = await patch({ attached_custom_fields: [asked(field.id, true)] })
    expect(required.attached_custom_fields[0].required).toBe(true)
    const cleared = await patch({ medias: null, attached_custom_fields: [] })
    expect(cleared).toMatchObject({ medias: [], attached_custom_fields: [] })
    expect((await till.owner.get(`/v1/products/${made.id}`)).body).toEqual(cleared)
    expect((await eventsOf(made.id)).slice(1)).toEqual([
      { type: 'product.updated', objectVersion: 2, previousAttributes: { medias: made.medias } },
      {
        type: 'product.updated',
        objectVersion: 3,
        previousAttributes: { attached_custom_fields: made.attached_custom_fields },
      },
      {
        type: 'product.updated',
        objectVersion: 4,
        previousAttributes: { medias: swapped.medias, attached_custom_fields: required.attached_custom_fields },
      },
    ])
  })

  it('a file or a field that is deleted leaves the product, which is a change like any other', async () => {
    const medias = [await makeProductMedia(till, shop), await makeProductMedia(till, shop)]
    const fields = [await makeCustomField(till, shop), await makeCustomField(till, shop)]
    const made = await makeProduct(till, shop, {
      medias: idsOf(medias),
      attached_custom_fields: fields.map(({ id }) => asked(id)),
    })
    const other = await makeProduct(till, shop, { medias: [medias[1]?.id] })
    expect((await till.owner.delete(`/v1/files/${medias[0]?.id}`)).status).toBe(204)
    expect((await till.owner.delete(`/v1/custom-fields/${fields[0]?.id}`)).status).toBe(204)
    const { body, headers } = await till.owner.get(`/v1/products/${made.id}`)
    expect(headers.get('etag')).toMatch(/^"3-/)
    expect(body.medias).toEqual([medias[1]])
    expect(body.attached_custom_fields).toEqual([{ ...made.attached_custom_fields[1], order: 0 }])
    expect((await eventsOf(made.id)).slice(1)).toEqual([
      { type: 'product.updated', objectVersion: 2, previousAttributes: { medias: made.medias } },
      {
        type: 'product.updated',
        objectVersion: 3,
        previousAttributes: { attached_custom_fields: made.attached_custom_fields },
      },
    ])
    const [event] = await till.sql`select data from events where object_id = ${made.id} and object_version = 3`
    expect(event?.data).toEqual(body)
    expect(await eventsOf(other.id)).toHaveLength(1)
  })

  it('200: a field that was renamed shows its new name, and the same list again is no change', async () => {
    const field = await makeCustomField(till, shop)
    const { id } = await makeProduct(till, shop, { attached_custom_fields: [asked(field.id)] })
    const renamed = await till.owner.must(till.owner.patch(`/v1/custom-fields/${field.id}`, { name: 'Renamed' }))
    const { body } = await till.owner.patch(`/v1/products/${id}`, { attached_custom_fields: [asked(field.id)] })
    expect(body.attached_custom_fields[0].custom_field).toEqual(renamed)
    expect(await eventsOf(id)).toHaveLength(1)
  })

  it('422: every id that is unknown, another organization’s, unfinished, of another service, or there twice', async () => {
    const stranger = (await makeOrganization(till)).id
    const deleted = await makeCustomField(till, shop)
    await till.owner.delete(`/v1/custom-fields/${deleted.id}`)
    const { id: mine } = await makeProductMedia(till, shop)
    const field = await makeCustomField(till, shop)
    const body = {
      medias: [
        NOBODY,
        mine,
        (await makeProductMedia(till, stranger)).id,
        (await announceFile(till, shop, PIXEL, PICTURE)).id,
        (await makeFile(till, shop)).id,
        mine.toUpperCase(),
      ],
      attached_custom_fields: [
        asked(field.id),
        asked(NOBODY),
        asked((await makeCustomField(till, stranger)).id),
        asked(deleted.id),
        asked(field.id.toUpperCase(), true),
      ],
    }
    const locs = [
      ...[0, 2, 3, 4, 5].map((index) => ['body', 'medias', index]),
      ...[1, 2, 3, 4].map((index) => ['body', 'attached_custom_fields', index, 'custom_field_id']),
    ]
    const { id } = await makeProduct(till, shop)
    const prices = [{ amount_type: 'free' }]
    for (const reply of [
      await till.owner.patch(`/v1/products/${id}`, body),
      await till.owner.post('/v1/products/', { organization_id: shop, name: 'Any', prices, ...body }),
    ]) {
      expect(reply.status).toBe(422)
      expect(reply.body.detail.map((issue: { loc: unknown }) => issue.loc)).toEqual(locs)
    }
    expect(await eventsOf(id)).toHaveLength(1)
  })

  it.each([
    [{ attached_custom_fields: [{ custom_field_id: NOBODY }] }, ['attached_custom_fields', 0, 'required']],
    [{ attached_custom_fields: [{ required: true }] }, ['attached_custom_fields', 0, 'custom_field_id']],
    [{ attached_custom_fields: [NOBODY] }, ['attached_custom_fields', 0]],
    [{ medias: ['x'] }, ['medias', 0]],
    [{ medias: [null] }, ['medias', 0]],
    [{ medias: Array(101).fill(NOBODY) }, ['medias']],
  ])('422: %j', async (patch, loc) => {
    const { id } = await makeProduct(till, shop)
    const { status, body } = await till.owner.patch(`/v1/products/${id}`, patch)
    expect(status).toBe(422)
    expect(body.detail).toEqual([expect.objectContaining({ loc: ['body', ...loc] })])
  })
})
