import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDownloadablesBenefit } from '../../../../test/support/benefit-factories.ts'
import { buy } from '../../../../test/support/checkout-factories.ts'
import type { Reply } from '../../../../test/support/client.ts'
import { purchase } from '../../../../test/support/customer-sessions.ts'
import { makeOrganization } from '../../../../test/support/factories.ts'
import { announceFile, makeFile, makeProductMedia } from '../../../../test/support/file-factories.ts'
import { makeProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'

let till: TestTill
let shop: string
let manual: string
let sounds: string
beforeAll(async () => {
  till = await startTill()
  shop = (await makeOrganization(till)).id
  manual = (await makeFile(till, shop, Buffer.from('how it works'), { name: 'manual.pdf' })).id
  sounds = (await makeFile(till, shop, Buffer.from('la la la'), { name: 'sounds.zip' })).id
})
afterAll(() => till.stop())

const NOTHING = '0197a6f0-1c2b-7d3e-8f40-51627384a5b6'
const create = (properties: object | null) =>
  till.owner.post('/v1/benefits/', { organization_id: shop, type: 'downloadables', description: 'Files', properties })

describe('POST /v1/benefits/ with files', () => {
  it('201: in their order, each once, and archived as told', async () => {
    const { status, body } = await create({
      files: [sounds, manual, sounds.toUpperCase()],
      archived: { [manual]: true, [NOTHING]: true },
      note: 'not a property of files',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ type: 'downloadables', selectable: true, deletable: true, organization_id: shop })
    expect(body.properties).toEqual({ files: [sounds, manual], archived: { [manual]: true } })
    expect((await till.owner.get(`/v1/benefits/${body.id}`)).body).toEqual(body)
  })

  it("422: files that are not there, not complete, not for customers, deleted, or another organization's", async () => {
    const elsewhere = await makeFile(till, (await makeOrganization(till)).id, Buffer.from('theirs'))
    const picture = await makeProductMedia(till, shop)
    const announced = await announceFile(till, shop, Buffer.from('never sent'))
    const deleted = await makeFile(till, shop, Buffer.from('gone'))
    await till.owner.must(till.owner.delete(`/v1/files/${deleted.id}`))
    const unknown = [NOTHING, elsewhere.id, picture.id, announced.id, deleted.id]
    const { status, body } = await create({ files: [manual, ...unknown] })
    expect(status).toBe(422)
    expect(body.detail).toEqual(
      unknown.map((id, index) =>
        expect.objectContaining({ type: 'value_error', loc: ['body', 'properties', 'files', index + 1], input: id }),
      ),
    )
  })

  it.each([
    [null, ['files'], 'missing'],
    [{}, ['files'], 'missing'],
    [{ files: null }, ['files'], 'missing'],
    [{ files: [] }, ['files'], 'too_short'],
    [{ files: ['manual.pdf'] }, ['files', 0], 'uuid_parsing'],
    [{ files: NOTHING }, ['files'], 'list_type'],
    [{ files: [NOTHING], archived: { [NOTHING]: 'yes' } }, ['archived', NOTHING], 'bool_type'],
    [{ files: [NOTHING], archived: [] }, ['archived'], 'dict_type'],
  ])('422: %j', async (properties, field, type) => {
    const { status, body } = await create(properties)
    expect(status).toBe(422)
    expect(body.detail).toEqual([expect.objectContaining({ loc: ['body', 'properties', ...field], type })])
  })
})

describe('PATCH /v1/benefits/{id} with files', () => {
  it('200: replaced for everybody who has the benefit already', async () => {
    const benefit = await makeDownloadablesBenefit(till, shop, [manual])
    const { id: product } = await makeProduct(till, shop)
    await till.owner.must(till.owner.post(`/v1/products/${product}/benefits`, { benefits: [benefit.id] }))
    await buy(till, product, 'ada@example.com')
    const grants = async () => (await till.owner.get(`/v1/benefits/${benefit.id}/grants`)).body.items
    expect(await grants()).toMatchObject([{ is_granted: true, properties: { files: [manual] } }])
    const { status, body } = await till.owner.patch(`/v1/benefits/${benefit.id}`, { properties: { files: [sounds] } })
    expect(status).toBe(200)
    expect(body.properties).toEqual({ files: [sounds], archived: {} })
    expect(await grants()).toMatchObject([
      { properties: { files: [sounds] }, benefit: { properties: body.properties } },
    ])
  })

  it('422: a file that is not there, at its place; and nothing changes', async () => {
    const benefit = await makeDownloadablesBenefit(till, shop, [manual])
    const { status, body } = await till.owner.patch(`/v1/benefits/${benefit.id}`, {
      description: 'Better files',
      properties: { files: [manual, NOTHING] },
    })
    expect(status).toBe(422)
    expect(body.detail).toEqual([expect.objectContaining({ loc: ['body', 'properties', 'files', 1] })])
    expect((await till.owner.get(`/v1/benefits/${benefit.id}`)).body).toEqual(benefit)
  })
})

describe('DELETE /v1/files/{id} of a file that benefits list', () => {
  const remove = (id: string) => till.owner.must(till.owner.delete(`/v1/files/${id}`))
  const read = (id: string) => till.owner.must(till.owner.get(`/v1/benefits/${id}`))
  const newFile = async () => (await makeFile(till, shop, Buffer.from('short-lived'))).id

  it('204: takes it off every list, also of those who have the benefit; and one event tells of each change', async () => {
    const doomed = await newFile()
    const properties = { files: [manual, doomed], archived: { [doomed]: true, [manual]: false } }
    const both = await makeDownloadablesBenefit(till, shop, [], { properties })
    const alone = await makeDownloadablesBenefit(till, shop, [doomed])
    const other = await makeDownloadablesBenefit(till, shop, [manual])
    const { id: product } = await makeProduct(till, shop)
    await till.owner.must(till.owner.post(`/v1/products/${product}/benefits`, { benefits: [both.id, alone.id] }))
    const { buyer } = await purchase(till, product, { customer_email: 'grace@example.com' })
    await remove(doomed)

    expect((await read(both.id)).properties).toEqual({ files: [manual], archived: { [manual]: false } })
    expect((await read(alone.id)).properties).toEqual({ files: [], archived: {} })
    expect(await read(other.id)).toEqual(other)
    const { items } = await till.owner.must(till.owner.get(`/v1/benefits/${alone.id}/grants`))
    expect(items).toMatchObject([{ is_granted: true, properties: { files: [] } }])
    const shown = await till.owner.must(till.owner.get(`/v1/products/${product}`))
    expect(shown.benefits.map((benefit: Reply['body']) => benefit.properties.files)).toEqual([[manual], []])
    const downloads = await buyer.must(buyer.get('/v1/customer-portal/downloadables/'))
    expect(downloads.items.map((item: Reply['body']) => item.file.id)).toEqual([manual])
    const events = await till.sql`
      select object_id, type, object_version, data, previous_attributes from events
      where object_id in ${till.sql([both.id, alone.id, other.id])} and object_version > 1 order by id`
    expect(events).toEqual(
      [both, alone].map(({ id, properties: before }) => ({
        objectId: id,
        type: 'benefit.updated',
        objectVersion: 2,
        data: expect.objectContaining({ id }),
        previousAttributes: { properties: before },
      })),
    )
    expect(events[0]?.data).toEqual(await read(both.id))
  })

  it('204: and from then on it can be named no more', async () => {
    const doomed = await newFile()
    const benefit = await makeDownloadablesBenefit(till, shop, [doomed, manual])
    await remove(doomed)
    const properties = { files: [doomed, manual] }
    for (const reply of [
      await create(properties),
      await till.owner.patch(`/v1/benefits/${benefit.id}`, { properties }),
    ]) {
      expect(reply.status).toBe(422)
      expect(reply.body.detail).toEqual([expect.objectContaining({ loc: ['body', 'properties', 'files', 0] })])
    }
    const { status, body } = await till.owner.patch(`/v1/benefits/${benefit.id}`, { description: 'Better files' })
    expect(status).toBe(200)
    expect(body.properties.files).toEqual([manual])
  })

  it('204: a benefit that was deleted before stays as it was', async () => {
    const doomed = await newFile()
    const { id } = await makeDownloadablesBenefit(till, shop, [doomed])
    await till.owner.must(till.owner.delete(`/v1/benefits/${id}`))
    await remove(doomed)
    expect(await till.sql`select version from benefits where id = ${id}`).toEqual([{ version: 2 }])
  })

  it('412: a file that has changed stays on the list', async () => {
    const file = await newFile()
    const benefit = await makeDownloadablesBenefit(till, shop, [file])
    expect((await till.owner.delete(`/v1/files/${file}`, { 'if-match': '"7"' })).status).toBe(412)
    expect(await read(benefit.id)).toEqual(benefit)
  })
})

describe('GET /v1/benefits/ with a query', () => {
  it('200: a part of the description, whatever the case', async () => {
    const made = await makeDownloadablesBenefit(till, shop, [manual], { description: 'Loops & SAMPLES 100%' })
    const list = async (query: string) => {
      const path = `/v1/benefits/?organization_id=${shop}&query=${encodeURIComponent(query)}`
      return (await till.owner.get(path)).body.items.map(({ id }: { id: string }) => id)
    }
    expect(await list('samples')).toEqual([made.id])
    expect(await list('100%')).toEqual([made.id])
    expect(await list('_oops')).toEqual([])
  })
})
