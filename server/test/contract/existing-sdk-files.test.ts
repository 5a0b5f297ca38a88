import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leftOut } from '../support/existing-sdk-calls.ts'
import { type ExistingSdks, existingSdks, nothingAnswered, SDK_VERSIONS } from '../support/existing-sdks.ts'
import { makeOrganization, makeToken } from '../support/factories.ts'
import { PIXEL, reachable, sha256 } from '../support/file-factories.ts'
import { startTill, type TestTill } from '../support/till.ts'

let till: TestTill
let shop: string
let sdks: ExistingSdks
const answered = nothingAnswered()
beforeAll(async () => {
  till = await startTill()
  shop = (await makeOrganization(till)).id
  sdks = existingSdks(till, await makeToken(till, shop), answered)
})
afterAll(() => till.stop())

const BYTES = Buffer.from('a tape machine, in three parts')

/** As such a client's users cut a file up. */
function announced(bytes: Buffer, partSize: number) {
  const starts = Array.from({ length: Math.ceil(bytes.length / partSize) }, (_, index) => index * partSize)
  const parts = starts.map((chunkStart, index) => {
    const chunkEnd = Math.min(chunkStart + partSize, bytes.length)
    return {
      number: index + 1,
      chunkStart,
      chunkEnd,
      checksumSha256Base64: sha256(bytes.subarray(chunkStart, chunkEnd)),
    }
  })
  return { size: bytes.length, checksumSha256Base64: sha256(bytes), upload: { parts } }
}

describe.each(SDK_VERSIONS)('the existing client %s', (version) => {
  const sdk = () => sdks[version] as ExistingSdks['v026']

  type Upload = Awaited<ReturnType<ExistingSdks['v026']['files']['create']>>

  /** Sends each part to where the answer says, with the headers that it says. */
  async function send({ id, upload }: Upload, bytes: Buffer) {
    const parts = []
    for (const { number, url, headers, chunkStart, chunkEnd, checksumSha256Base64 = null } of upload.parts) {
      const body = bytes.subarray(chunkStart, chunkEnd)
      const response = await fetch(reachable(till, url), { method: 'PUT', headers: headers ?? {}, body })
      expect(response.status).toBe(200)
      parts.push({ number, checksumEtag: response.headers.get('etag') ?? '', checksumSha256Base64 })
    }
    return { id, fileUploadCompleted: { id: upload.id, path: upload.path, parts } }
  }

  it('uploads a file in parts, finds, renames and deletes it', async () => {
    const made = await sdk().files.create({
      service: 'downloadable',
      name: 'tape.zip',
      mimeType: 'application/zip',
      version: '1.0',
      ...announced(BYTES, 12),
    })
    expect(made).toMatchObject({ organizationId: shop, isUploaded: false, upload: { parts: { length: 3 } } })
    const asked = await send(made, BYTES)
    const file = await sdk().files.uploaded(asked)
    expect(file).toMatchObject({ id: made.id, isUploaded: true, checksumSha256Base64: sha256(BYTES), version: '1.0' })
    expect(await sdk().files.uploaded(asked)).toEqual(file)
    const { result } = await sdk().files.list({ organizationId: shop, ids: [made.id], page: 1, limit: 10 })
    expect(result).toEqual({ items: [file], pagination: { totalCount: 1, maxPage: 1 } })
    const renamed = await sdk().files.update({ id: made.id, filePatch: { name: 'new.zip', version: null } })
    expect(renamed).toMatchObject({ name: 'new.zip', version: null })
    await sdk().files.delete({ id: made.id })
    await expect(sdk().files.delete({ id: made.id })).rejects.toMatchObject({ name: 'ResourceNotFound' })
  })

  it.each(['product_media', 'organization_avatar'] as const)('uploads a picture: %s', async (service) => {
    const made = await sdk().files.create({
      service,
      name: 'cover.png',
      mimeType: 'image/png',
      organizationId: shop,
      ...announced(PIXEL, PIXEL.length),
    })
    const file = await sdk().files.uploaded(await send(made, PIXEL))
    expect(file).toMatchObject({ service, publicUrl: expect.stringMatching(/^http:\/\/till\.example\.com\/files\//) })
    const { result } = await sdk().files.list({ ids: [made.id] })
    expect(result.items).toEqual([file])
  })

  it('reads what is wrong with an upload', async () => {
    const refused = sdk().files.create({
      service: 'product_media',
      name: 'cover.html',
      mimeType: 'text/html',
      ...announced(PIXEL, PIXEL.length),
    })
    await expect(refused).rejects.toMatchObject({
      name: 'HTTPValidationError',
      detail: [{ loc: ['body', 'mime_type'] }],
    })
  })

  it('has had an answer from every call of its that belongs here', () => {
    expect(leftOut('files', version, till.till.routes, answered)).toEqual([])
  })
})
