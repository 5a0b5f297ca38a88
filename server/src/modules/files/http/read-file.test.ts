import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Reply } from '../../../../test/support/client.ts'
import { makeOrganization } from '../../../../test/support/factories.ts'
import { announceFile, makeFile, makeProductMedia, PIXEL, reachable } from '../../../../test/support/file-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { newId } from '../../../kernel/ids.ts'
import { Links } from '../../../kernel/links.ts'
import { SecretBox } from '../../../kernel/secrets.ts'
import { systemClock } from '../../../kernel/time.ts'
import { findFiles } from '../store.ts'
import { fileDownloadView } from '../view.ts'

const box = new SecretBox('a key for these tests')
const BYTES = randomBytes(5000)

let till: TestTill
let organizationId: string
beforeAll(async () => {
  till = await startTill({ box })
  organizationId = (await makeOrganization(till)).id
})
afterAll(() => till.stop())

async function get(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(reachable(till, url), { method, headers, redirect: 'manual' })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes, body: () => JSON.parse(bytes.toString()) }
}

/** As the customer portal shows a file. */
async function downloadOf(file: Reply['body'], expiresAt = new Date(Date.now() + 60_000)): Promise<Reply['body']> {
  const db = { sql: till.sql, clock: systemClock }
  const [found] = await findFiles(db, organizationId, [file.id], 'downloadable')
  if (!found) throw new Error('there is no such file')
  return fileDownloadView(found, { links: new Links('http://till.example.com'), box }, expiresAt)
}

const SAFE = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'accept-ranges': 'bytes',
}

describe('GET of a picture at its public_url', () => {
  it('200: for anybody, as what it is, to be kept for good, in pages of others too', async () => {
    const { public_url, checksum_etag } = await makeProductMedia(till, organizationId)
    const { status, headers, bytes } = await get(public_url)
    expect(status).toBe(200)
    expect(bytes.equals(PIXEL)).toBe(true)
    expect(Object.fromEntries(headers)).toMatchObject({
      ...SAFE,
      'content-type': 'image/png',
      'content-length': String(PIXEL.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      etag: `"${checksum_etag}"`,
    })
    expect(headers.has('content-disposition')).toBe(false)
  })

  it('200: an avatar likewise', async () => {
    const { public_url } = await makeProductMedia(till, organizationId, { service: 'organization_avatar' })
    expect((await get(public_url)).status).toBe(200)
  })

  it('200: a drawing cannot run script', async () => {
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const fields = { service: 'product_media', mime_type: 'image/SVG+xml; charset=utf-8', name: 'x.svg' }
    const { public_url } = await makeFile(till, organizationId, drawing, fields)
    const { headers } = await get(public_url)
    expect(headers.get('content-type')).toBe('image/svg+xml')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  })

  it('206: a range', async () => {
    const { public_url } = await makeProductMedia(till, organizationId)
    const { status, bytes } = await get(public_url, { range: 'bytes=0-7' })
    expect([status, bytes.equals(PIXEL.subarray(0, 8))]).toEqual([206, true])
  })

  it('304: it is the same', async () => {
    const { public_url, checksum_etag } = await makeProductMedia(till, organizationId)
    for (const seen of [`"${checksum_etag}"`, `W/"${checksum_etag}"`, `"x", "${checksum_etag}"`, '*']) {
      const { status, bytes, headers } = await get(public_url, { 'if-none-match': seen })
      expect([seen, status, bytes.length]).toEqual([seen, 304, 0])
      expect(headers.get('cache-control')).toContain('immutable')
    }
    expect((await get(public_url, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  it('404: a wrong secret, a file for buyers, one that is not complete or deleted, or anything made up', async () => {
    const picture = await makeProductMedia(till, organizationId)
    const download = await makeFile(till, organizationId, BYTES)
    const waiting = await announceFile(till, organizationId, PIXEL, {
      service: 'product_media',
      mime_type: 'image/png',
    })
    const deleted = await makeProductMedia(till, organizationId)
    await till.owner.must(till.owner.delete(`/v1/files/${deleted.id}`))
    const base = 'http://till.example.com/files'
    const secret = picture.public_url.slice(-32)
    const urls = [
      `${base}/${picture.id}/${'0'.repeat(32)}`,
      `${base}/${picture.id}/${secret.slice(1)}`,
      `${base}/${picture.id}/x`,
      `${base}/${picture.id.toUpperCase()}/${secret}`,
      `${base}/${newId()}/${secret}`,
      `${base}/${download.path.slice('downloadable/'.length)}`,
      waiting.public_url,
      deleted.public_url,
      `${base}/..%2f..%2fsecret.key/${secret}`,
      `${base}/${picture.id}/..%2f..%2f..%2fsecret.key`,
      `${base}/%00/${secret}`,
    ]
    for (const url of urls) {
      const { status, body, headers } = await get(url)
      expect([url, status, body().error]).toEqual([url, 404, 'ResourceNotFound'])
      expect(headers.get('cache-control')).toBeNull()
    }
  })

  it('405: nothing can be written there', async () => {
    const { public_url } = await makeProductMedia(till, organizationId)
    const { status, headers } = await get(public_url, {}, 'DELETE')
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe('GET of a download link', () => {
  it('200: the bytes, to be saved under the file’s name, and in no cache', async () => {
    const file = await makeFile(till, organizationId, BYTES, { name: 'Tonbänder "1".zip', mime_type: 'text/html' }, 999)
    const { download, ...shown } = await downloadOf(file)
    expect(shown).toMatchObject({ id: file.id, service: 'downloadable', is_uploaded: true })
    expect(download).toMatchObject({
      headers: {},
      url: expect.stringMatching(/^http:\/\/till\.example\.com\/downloads\//),
    })
    const { status, headers, bytes } = await get(download.url)
    expect(status).toBe(200)
    expect(bytes.equals(BYTES)).toBe(true)
    expect(Object.fromEntries(headers)).toMatchObject({
      ...SAFE,
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="Tonbander _1_.zip"; filename*=UTF-8''Tonb%C3%A4nder%20%221%22.zip`,
      'content-length': '5000',
      'cache-control': 'private, no-store',
    })
  })

  it('200: HEAD tells the same without the bytes', async () => {
    const { download } = await downloadOf(await makeFile(till, organizationId, BYTES))
    const [head, whole] = [await get(download.url, {}, 'HEAD'), await get(download.url)]
    expect([head.status, head.bytes.length]).toEqual([200, 0])
    for (const name of ['content-length', 'etag', 'content-type', 'content-disposition', 'accept-ranges']) {
      expect([name, head.headers.get(name)]).toEqual([name, whole.headers.get(name)])
    }
  })

  it.each([
    ['bytes=0-99', 0, 100],
    ['bytes=4990-', 4990, 5000],
    ['bytes=-10', 4990, 5000],
    ['bytes=4000-9999', 4000, 5000],
  ])('206: %s', async (range, start, stop) => {
    const { download } = await downloadOf(await makeFile(till, organizationId, BYTES, {}, 999))
    const { status, headers, bytes } = await get(download.url, { range })
    expect(status).toBe(206)
    expect(headers.get('content-range')).toBe(`bytes ${start}-${stop - 1}/5000`)
    expect(headers.get('content-length')).toBe(String(stop - start))
    expect(bytes.equals(BYTES.subarray(start, stop))).toBe(true)
  })

  it('206 or 200: with If-Range, only of the same bytes', async () => {
    const { download, checksum_etag } = await downloadOf(await makeFile(till, organizationId, BYTES))
    const asked = (tag: string) => get(download.url, { range: 'bytes=0-9', 'if-range': tag })
    expect((await asked(`"${checksum_etag}"`)).status).toBe(206)
    expect((await asked('"other"')).status).toBe(200)
  })

  it('404: made up, changed, for something else, or of a file that is gone', async () => {
    const file = await makeFile(till, organizationId, BYTES)
    const { download } = await downloadOf(file)
    const waiting = await announceFile(till, organizationId, BYTES)
    const part = waiting.upload.parts[0].url.replace('/v1/files/uploads/', '/downloads/')
    const changed = `${download.url.slice(0, -2)}${download.url.endsWith('AA') ? 'BB' : 'AA'}`
    for (const url of ['http://till.example.com/downloads/x', changed, part]) expect((await get(url)).status).toBe(404)
    await till.owner.must(till.owner.delete(`/v1/files/${file.id}`))
    expect((await get(download.url)).status).toBe(404)
  })

  it('410: when its time is over', async () => {
    const file = await makeFile(till, organizationId, BYTES)
    const { download } = await downloadOf(file, new Date(Date.now() + 60_000))
    expect((await get(download.url)).status).toBe(200)
    const late = (await downloadOf(file, new Date())).download
    const { status, body } = await get(late.url)
    expect([status, body().code]).toEqual([410, 'link_expired'])
  })

  it('416: a range that the file does not have', async () => {
    const { download } = await downloadOf(await makeFile(till, organizationId, BYTES))
    const { status, headers, body } = await get(download.url, { range: 'bytes=5000-' })
    expect([status, headers.get('content-range'), body().error]).toEqual([416, 'bytes */5000', 'RangeNotSatisfiable'])
    expect(headers.has('content-disposition')).toBe(false)
  })
})

describe('a name with line breaks', () => {
  it('cannot add headers, even if it got into the database', async () => {
    const file = await makeFile(till, organizationId, BYTES)
    await till.sql`update files set name = ${'x\r\nset-cookie: a=b'} where id = ${file.id}`
    const { headers } = await get((await downloadOf(file)).download.url)
    expect(headers.has('set-cookie')).toBe(false)
  })
})
