import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Reply } from '../../../../test/support/client.ts'
import { makeOrganization, makeToken } from '../../../../test/support/factories.ts'
import { announceFile, makeFile, makeProductMedia } from '../../../../test/support/file-factories.ts'
import { makeProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { newId } from '../../../kernel/ids.ts'

let till: TestTill
let organizationId: string
beforeAll(async () => {
  till = await startTill()
  organizationId = (await makeOrganization(till)).id
})
afterAll(() => till.stop())

const idsOf = ({ items }: Reply['body']) => items.map(({ id }: { id: string }) => id)
const list = (query: string) => till.owner.must(till.owner.get(`/v1/files/?${query}`))

describe('GET /v1/files/', () => {
  it('200: complete files, newest first, in pages', async () => {
    const { id } = await makeOrganization(till)
    const files = []
    for (const name of ['b.zip', 'c.zip', 'a.zip']) files.push(await makeFile(till, id, Buffer.from(name), { name }))
    await announceFile(till, id, Buffer.from('waiting'))
    const [first, second, third] = files.map((file) => file.id)
    const all = await list(`organization_id=${id}`)
    expect(all).toEqual({ items: [files[2], files[1], files[0]], pagination: { total_count: 3, max_page: 1 } })
    expect(idsOf(await list(`organization_id=${id}&sorting=name`))).toEqual([third, first, second])
    const page = await list(`organization_id=${id}&limit=2&page=2`)
    expect([idsOf(page), page.pagination]).toEqual([[first], { total_count: 3, max_page: 2 }])
  })

  it('200: by ids, of all kinds', async () => {
    const download = await makeFile(till, organizationId)
    const picture = await makeProductMedia(till, organizationId)
    const found = await list(`ids=${download.id}&ids=${picture.id}&ids=${newId()}`)
    expect(idsOf(found).sort()).toEqual([download.id, picture.id].sort())
    expect((await list(`ids=${picture.id}`)).items).toEqual([picture])
  })

  it('200: with the right to read, and only one’s own', async () => {
    const file = await makeFile(till, organizationId)
    const own = till.as(await makeToken(till, organizationId, ['files:read']))
    const stranger = till.as(await makeToken(till, (await makeOrganization(till)).id, ['files:read']))
    expect(idsOf(await own.must(own.get(`/v1/files/?ids=${file.id}`)))).toEqual([file.id])
    expect(idsOf(await stranger.must(stranger.get(`/v1/files/?ids=${file.id}`)))).toEqual([])
  })

  it.each(['ids=x', 'organization_id=x', 'sorting=size', 'page=0'])('422: %s', async (query) => {
    expect((await till.owner.get(`/v1/files/?${query}`)).status).toBe(422)
  })
})

describe('PATCH /v1/files/{id}', () => {
  it('200: its name and version; nothing else', async () => {
    const file = await makeFile(till, organizationId)
    const patch = { name: 'new.zip', version: '2.0', size: 1, path: 'x', is_uploaded: false, service: 'product_media' }
    const { status, body, headers } = await till.owner.patch(`/v1/files/${file.id}`, patch)
    expect([status, body]).toEqual([200, { ...file, name: 'new.zip', version: '2.0' }])
    expect(headers.get('etag')).toMatch(/^"3-/)
    const cleared = await till.owner.patch(`/v1/files/${file.id}`, { version: null })
    expect(cleared.body).toMatchObject({ name: 'new.zip', version: null })
  })

  it('200: nothing changes when nothing is different', async () => {
    const file = await makeFile(till, organizationId)
    const { headers } = await till.owner.patch(`/v1/files/${file.id}`, { name: file.name })
    expect(headers.get('etag')).toMatch(/^"2-/)
  })

  it('403: a token that may only read', async () => {
    const file = await makeFile(till, organizationId)
    const client = till.as(await makeToken(till, organizationId, ['files:read']))
    expect((await client.patch(`/v1/files/${file.id}`, { name: 'x' })).status).toBe(403)
  })

  it('404: another organization’s', async () => {
    const file = await makeFile(till, organizationId)
    const stranger = till.as(await makeToken(till, (await makeOrganization(till)).id))
    expect((await stranger.patch(`/v1/files/${file.id}`, { name: 'x' })).status).toBe(404)
  })

  it('412: it has changed', async () => {
    const file = await makeFile(till, organizationId)
    const reply = await till.owner.patch(`/v1/files/${file.id}`, { name: 'x' }, { 'if-match': '"1"' })
    expect(reply.status).toBe(412)
  })

  it.each([
    ['name', { name: null }],
    ['name', { name: '' }],
    ['name', { name: 'two\r\nlines' }],
    ['version', { version: 'x'.repeat(65) }],
  ])('422: %s: %j', async (field, patch) => {
    const file = await makeFile(till, organizationId)
    const { status, body } = await till.owner.patch(`/v1/files/${file.id}`, patch)
    expect([status, body.detail[0].loc]).toEqual([422, ['body', field]])
  })
})

describe('DELETE /v1/files/{id}', () => {
  it('204: it is gone from lists and cannot be changed any more', async () => {
    const file = await makeFile(till, organizationId)
    expect((await till.owner.delete(`/v1/files/${file.id}`)).status).toBe(204)
    expect((await list(`ids=${file.id}`)).items).toEqual([])
    expect((await till.owner.patch(`/v1/files/${file.id}`, { name: 'x' })).status).toBe(404)
    expect((await till.owner.delete(`/v1/files/${file.id}`)).status).toBe(404)
  })

  it('204: products no longer show it', async () => {
    const [one, other] = [await makeProductMedia(till, organizationId), await makeProductMedia(till, organizationId)]
    const { id } = await makeProduct(till, organizationId, { medias: [one.id, other.id] })
    await till.owner.must(till.owner.delete(`/v1/files/${one.id}`))
    const { medias } = await till.owner.must(till.owner.get(`/v1/products/${id}`))
    expect(medias.map((media: Reply['body']) => media.id)).toEqual([other.id])
    const { status, body } = await till.owner.patch(`/v1/products/${id}`, { medias: [one.id] })
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'medias', 0]])
  })

  it('204: an upload that is not complete', async () => {
    const file = await announceFile(till, organizationId, Buffer.from('x'))
    expect((await till.owner.delete(`/v1/files/${file.id}`)).status).toBe(204)
    expect(await till.sql`select from file_parts where file_id = ${file.id}`).toHaveLength(0)
  })

  it('403: a token that may only read; 404: another organization’s; 412: it has changed', async () => {
    const file = await makeFile(till, organizationId)
    const reader = till.as(await makeToken(till, organizationId, ['files:read']))
    const stranger = till.as(await makeToken(till, (await makeOrganization(till)).id))
    expect((await reader.delete(`/v1/files/${file.id}`)).status).toBe(403)
    expect((await stranger.delete(`/v1/files/${file.id}`)).status).toBe(404)
    expect((await till.owner.delete(`/v1/files/${file.id}`, { 'if-match': '"7"' })).status).toBe(412)
    expect(idsOf(await list(`ids=${file.id}`))).toEqual([file.id])
  })
})
