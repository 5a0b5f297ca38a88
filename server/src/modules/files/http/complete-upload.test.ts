import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Reply } from '../../../../test/support/client.ts'
import { makeOrganization, makeToken } from '../../../../test/support/factories.ts'
import { announceFile, putPart, putParts, sha256 } from '../../../../test/support/file-factories.ts'
import { startTill, type TestTill, tillForThisTest } from '../../../../test/support/till.ts'
import { folderStorage } from '../../../adapters/storage/folder/storage.ts'
import { newId } from '../../../kernel/ids.ts'
import { silentLog } from '../../../platform/log.ts'
import type { FileStorage } from '../port.ts'

const BYTES = randomBytes(1000)

let till: TestTill
let folder: string
let organizationId: string
/** How often bytes were stored, by file. */
const puts: string[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'till-complete-'))
  const storage = folderStorage(folder, silentLog)
  till = await startTill({
    storage: {
      ...storage,
      put: (key, ...rest) => {
        puts.push(key.fileId)
        return storage.put(key, ...rest)
      },
    },
  })
  organizationId = (await makeOrganization(till)).id
})
afterAll(async () => {
  await till.stop()
  await rm(folder, { recursive: true })
})

const announce = (fields: object = {}, partSize = 300) => announceFile(till, organizationId, BYTES, fields, partSize)
const complete = (file: Reply['body'], body: unknown, headers = {}) =>
  till.owner.post(`/v1/files/${file.id}/uploaded`, body, headers)
const bytesOf = (file: Reply['body']) => readFile(join(folder, file.id.slice(-2), file.id, file.storage_version))
const placesOf = ({ body }: Reply) => body.detail.map(({ loc }: { loc: unknown[] }) => loc.join('.'))
const WITHOUT_SUMS = {
  checksum_sha256_base64: null,
  upload: {
    parts: [
      { number: 1, chunk_start: 0, chunk_end: 400 },
      { number: 2, chunk_start: 400, chunk_end: 1000 },
    ],
  },
}

describe('POST /v1/files/{id}/uploaded', () => {
  it.each([1000, 300, 1])('200: the file, from parts of %i bytes', { timeout: 60_000 }, async (partSize) => {
    const bytes = partSize === 1 ? BYTES.subarray(0, 40) : BYTES
    const file = await announceFile(till, organizationId, bytes, { name: 'tape.zip' }, partSize)
    const { status, body, headers } = await complete(file, await putParts(till, file, bytes))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: file.id,
      name: 'tape.zip',
      is_uploaded: true,
      checksum_sha256_base64: sha256(bytes),
      checksum_sha256_hex: Buffer.from(sha256(bytes), 'base64').toString('hex'),
      checksum_etag: expect.stringMatching(/^[0-9a-f]{32}$/),
      storage_version: expect.any(String),
      last_modified_at: expect.any(String),
    })
    expect(headers.get('etag')).toMatch(/^"2-/)
    expect((await bytesOf(body)).equals(bytes)).toBe(true)
  })

  it('200: sums that were not announced are computed', async () => {
    const file = await announce(WITHOUT_SUMS)
    const said = await putParts(till, file, BYTES)
    const { body } = await complete(file, said)
    expect(body.checksum_sha256_base64).toBe(sha256(BYTES))
  })

  it('200: the ETags with or without their quotes, and the parts in any order', async () => {
    const file = await announce()
    const said = await putParts(till, file, BYTES)
    const parts = said.parts.map((part: Reply['body']) => ({
      ...part,
      checksum_etag: part.checksum_etag.replaceAll('"', ''),
    }))
    expect((await complete(file, { ...said, parts: parts.reverse() })).status).toBe(200)
  })

  it('200: the same answer a second time, whatever is said of the parts', async () => {
    const file = await announce()
    const said = await putParts(till, file, BYTES)
    const first = await complete(file, said)
    const parts = [{ number: 1, checksum_etag: 'x', checksum_sha256_base64: null }]
    for (const body of [said, { ...said, parts }]) {
      const again = await complete(file, body)
      expect([again.status, again.body]).toEqual([200, first.body])
    }
  })

  it('200: with an Idempotency-Key, the stored answer; 422 for another body', async () => {
    const file = await announce()
    const said = await putParts(till, file, BYTES)
    const headers = { 'idempotency-key': newId() }
    const first = await complete(file, said, headers)
    const again = await complete(file, said, headers)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect((await complete(file, { ...said, parts: [...said.parts].reverse() }, headers)).status).toBe(422)
  })

  it('200: 50 at once get the same answer, and the parts were put together once', { timeout: 60_000 }, async () => {
    const file = await announce()
    const said = await putParts(till, file, BYTES)
    const replies = await Promise.all(Array.from({ length: 50 }, () => complete(file, said)))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(puts.filter((id) => id === file.id)).toHaveLength(said.parts.length + 1)
    expect((await bytesOf(replies[0]?.body)).equals(BYTES)).toBe(true)
  })

  it('200: two processes at once end with the bytes of one of them', { timeout: 60_000 }, async () => {
    const other = await tillForThisTest({ sql: till.sql, storage: folderStorage(folder, silentLog) })
    const file = await announce()
    const said = await putParts(till, file, BYTES)
    const asOther = () => other.as(till.ownerToken).post(`/v1/files/${file.id}/uploaded`, said)
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? complete(file, said) : asOther())),
    )
    expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    expect((await bytesOf(replies[0]?.body)).equals(BYTES)).toBe(true)
  })

  it('200: a part that is replaced while the parts are put together counts, or is refused: never a mixture', {
    timeout: 60_000,
  }, async () => {
    for (let round = 0; round < 5; round++) {
      const file = await announce(WITHOUT_SUMS)
      const said = await putParts(till, file, BYTES)
      const other = randomBytes(1000)
      const [reply, put] = await Promise.all([complete(file, said), putPart(till, file.upload.parts[1], other)])
      const mixed = Buffer.concat([BYTES.subarray(0, 400), other.subarray(400)])
      if (reply.status === 200) {
        const bytes = await bytesOf(reply.body)
        expect(sha256(bytes)).toBe(reply.body.checksum_sha256_base64)
        expect(bytes.equals(BYTES)).toBe(true)
      } else {
        // Its ETag is no longer the one that the caller knows.
        expect([reply.status, put.status]).toEqual([422, 200])
        const parts = [said.parts[0], { ...said.parts[1], checksum_etag: put.headers.get('etag') }]
        const { body } = await complete(file, { ...said, parts })
        expect((await bytesOf(body)).equals(mixed)).toBe(true)
      }
    }
  })

  it('403: a token that may only read, before anything is done', async () => {
    const file = await announce()
    const said = await putParts(till, file, BYTES)
    const client = till.as(await makeToken(till, organizationId, ['files:read']))
    expect((await client.post(`/v1/files/${file.id}/uploaded`, said)).status).toBe(403)
  })

  it('404: another organization’s, deleted, or not there', async () => {
    const file = await announce()
    const said = await putParts(till, file, BYTES)
    const stranger = till.as(await makeToken(till, (await makeOrganization(till)).id))
    expect((await stranger.post(`/v1/files/${file.id}/uploaded`, said)).status).toBe(404)
    await till.owner.must(till.owner.delete(`/v1/files/${file.id}`))
    expect((await complete(file, said)).status).toBe(404)
    expect((await complete({ id: newId() }, said)).status).toBe(404)
  })

  it.each([
    ['id', (said: Reply['body']) => ({ ...said, id: newId() })],
    ['path', (said: Reply['body']) => ({ ...said, path: '../../etc/passwd' })],
    ['parts', (said: Reply['body']) => ({ ...said, parts: said.parts.slice(1) })],
    ['parts', (said: Reply['body']) => ({ ...said, parts: [] })],
    [
      'parts.4.number',
      ({ parts, ...said }: Reply['body']) => ({ ...said, parts: [...parts, { ...parts[0], number: 99 }] }),
    ],
    ['parts.0.number', ({ parts, ...said }: Reply['body']) => ({ ...said, parts: [...parts, parts[0]] })],
    ['parts.1.checksum_etag', (said: Reply['body']) => withPart(said, 1, { checksum_etag: '"0123"' })],
    [
      'parts.1.checksum_sha256_base64',
      (said: Reply['body']) => withPart(said, 1, { checksum_sha256_base64: sha256(BYTES) }),
    ],
  ])('422: %s', async (place, change) => {
    const file = await announce()
    const said = await putParts(till, file, BYTES)
    const reply = await complete(file, change(said))
    expect([reply.status, placesOf(reply)]).toEqual([422, [`body.${place}`]])
    expect((await complete(file, said)).status).toBe(200)
  })

  it('422: a part that has not arrived, at its place', async () => {
    const file = await announce()
    const said = await putParts(
      till,
      { ...file, upload: { ...file.upload, parts: file.upload.parts.slice(0, 3) } },
      BYTES,
    )
    const parts = [...said.parts, { number: 4, checksum_etag: 'x', checksum_sha256_base64: null }]
    const reply = await complete(file, { ...said, parts })
    expect([reply.status, placesOf(reply)]).toEqual([422, ['body.parts.3.number']])
  })

  it.each([300, 1000])(
    '422: another file than announced (parts of %i bytes), and it can be put right',
    async (partSize) => {
      const upload = { parts: (await announce({}, partSize)).upload.parts.map(withoutSum) }
      const file = await announce({ upload })
      const other = randomBytes(1000)
      const wrong = await complete(file, await putParts(till, file, other))
      expect(wrong.status).toBe(422)
      expect(wrong.body.detail[0]).toMatchObject({ loc: ['body'], msg: expect.stringContaining('SHA-256') })
      const right = await complete(file, await putParts(till, file, BYTES))
      expect(right.body).toMatchObject({ is_uploaded: true, checksum_sha256_base64: sha256(BYTES) })
    },
  )

  it('503: the storage does not work; nothing is half done, and it goes on afterwards', async () => {
    let isBroken = false
    const working = folderStorage(folder, silentLog)
    const broken = folderStorage('/dev/null/nowhere', silentLog)
    const storage: FileStorage = { ...working, put: (...given) => (isBroken ? broken : working).put(...given) }
    const other = await tillForThisTest({ storage })
    const { id } = await makeOrganization(other)
    const file = await announceFile(other, id, BYTES, {}, 300)
    const said = await putParts(other, file, BYTES)
    isBroken = true
    const reply = await other.owner.post(`/v1/files/${file.id}/uploaded`, said)
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '1'])
    const { items } = await other.owner.must(other.owner.get('/v1/files/'))
    expect(items).toEqual([])
    isBroken = false
    expect((await other.owner.post(`/v1/files/${file.id}/uploaded`, said)).status).toBe(200)
  })

  it('409: a part is gone from the storage; the file stays as it was', async () => {
    const file = await announce()
    const said = await putParts(till, file, BYTES)
    const place = join(folder, file.id.slice(-2), file.id)
    const [lost = ''] = await readdir(place)
    await rm(join(place, lost))
    const reply = await complete(file, said)
    expect([reply.status, reply.body.code]).toEqual([409, 'upload_changing'])
  })
})

function withPart(said: Reply['body'], index: number, fields: object): Reply['body'] {
  return {
    ...said,
    parts: said.parts.map((part: object, at: number) => (at === index ? { ...part, ...fields } : part)),
  }
}

function withoutSum({ number, chunk_start, chunk_end }: Reply['body']): object {
  return { number, chunk_start, chunk_end }
}
