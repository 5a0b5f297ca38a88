import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDownloadablesBenefit } from '../../../../test/support/benefit-factories.ts'
import { buy } from '../../../../test/support/checkout-factories.ts'
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

  it('200: a file that was deleted since stays on the list until the seller takes it off', async () => {
    const doomed = await makeFile(till, shop, Buffer.from('short-lived'))
    const benefit = await makeDownloadablesBenefit(till, shop, [doomed.id])
    await till.owner.must(till.owner.delete(`/v1/files/${doomed.id}`))
    const { status, body } = await till.owner.patch(`/v1/benefits/${benefit.id}`, { description: 'Better files' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ description: 'Better files', properties: { files: [doomed.id] } })
    const change = (files: string[]) => till.owner.patch(`/v1/benefits/${benefit.id}`, { properties: { files } })
    expect((await change([doomed.id, manual])).body.properties.files).toEqual([doomed.id, manual])
    expect((await change([manual])).body.properties.files).toEqual([manual])
    expect((await change([manual, doomed.id])).status).toBe(422)
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
