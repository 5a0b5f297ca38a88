import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Reply } from '../../../../test/support/client.ts'
import { makeOrganization, makeToken } from '../../../../test/support/factories.ts'
import { announcement, PIXEL, sha256 } from '../../../../test/support/file-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'

const MIB = 1024 * 1024
const BYTES = Buffer.from('a tape machine')

let till: TestTill
let organizationId: string
beforeAll(async () => {
  till = await startTill()
  organizationId = (await makeOrganization(till)).id
})
afterAll(() => till.stop())

const create = (fields: object = {}, partSize?: number): Promise<Reply> =>
  till.owner.post('/v1/files/', announcement(BYTES, { organization_id: organizationId, ...fields }, partSize))

const placesOf = ({ body }: Reply) => body.detail.map(({ loc }: { loc: unknown[] }) => loc.join('.'))

describe('POST /v1/files/', () => {
  it('201: a file that waits for its bytes, and where to send them', async () => {
    const { status, body } = await create({ version: '1.4.0' }, 5)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      organization_id: organizationId,
      name: 'tape-machine.zip',
      mime_type: 'application/zip',
      size: 14,
      size_readable: '14 B',
      version: '1.4.0',
      service: 'downloadable',
      is_uploaded: false,
      checksum_etag: null,
      checksum_sha256_base64: sha256(BYTES),
      checksum_sha256_hex: null,
      storage_version: null,
      last_modified_at: null,
      public_url: null,
    })
    expect(body.upload).toMatchObject({ id: expect.any(String), path: body.path })
    expect(body.upload.parts.map((part: Reply['body']) => [part.number, part.chunk_start, part.chunk_end])).toEqual([
      [1, 0, 5],
      [2, 5, 10],
      [3, 10, 14],
    ])
  })

  it('201: every part has an address of its own, under the public address, for a day, which tells nothing', async () => {
    const reply = await till.owner.send(
      'POST',
      '/v1/files/',
      announcement(BYTES, { organization_id: organizationId }, 5),
      { host: 'evil.example.com', 'x-forwarded-host': 'evil.example.com' },
    )
    const parts: Reply['body'][] = reply.body.upload.parts
    expect(new Set(parts.map(({ url }) => url)).size).toBe(3)
    for (const { url, expires_at, headers } of parts) {
      expect(url).toMatch(/^http:\/\/till\.example\.com\/v1\/files\/uploads\/[\w-]{50,}$/)
      expect(url).not.toContain(reply.body.id)
      expect(headers).toEqual({})
      expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(23.9 * 3_600_000)
      expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(24 * 3_600_000)
    }
  })

  it('201: for an organization’s token without saying whose it is', async () => {
    const client = till.as(await makeToken(till, organizationId, ['files:write']))
    const { status, body } = await client.post('/v1/files/', announcement(BYTES))
    expect([status, body.organization_id]).toEqual([201, organizationId])
  })

  it.each(['product_media', 'organization_avatar'])(
    '201: pictures (%s) have a public address that nobody guesses',
    async (service) => {
      const picture = announcement(PIXEL, { organization_id: organizationId, service, mime_type: 'image/png' })
      const { status, body } = await till.owner.post('/v1/files/', picture)
      expect(status).toBe(201)
      expect(body.public_url).toMatch(/^http:\/\/till\.example\.com\/files\/[0-9a-f-]{36}\/[0-9a-f]{32}$/)
      expect(body.public_url.endsWith(body.path.slice(service.length + 1))).toBe(true)
    },
  )

  it('201: nothing of the name gets into the path', async () => {
    const { status, body } = await create({ name: '../../etc/passwd\u202e.zip' })
    expect(status).toBe(201)
    expect(body.name).toBe('../../etc/passwd\u202e.zip')
    expect(body.path).toMatch(/^downloadable\/[0-9a-f-]{36}\/[0-9a-f]{32}$/)
  })

  it('201: without checksums, and with types that have parameters', async () => {
    const upload = { parts: [{ number: 1, chunk_start: 0, chunk_end: 14 }] }
    const { status, body } = await create({
      upload,
      checksum_sha256_base64: null,
      mime_type: 'text/plain; charset=utf-8',
    })
    expect([status, body.checksum_sha256_base64, body.upload.parts[0].checksum_sha256_base64]).toEqual([
      201,
      null,
      null,
    ])
  })

  it('201: the same answer for the same Idempotency-Key, and one file', async () => {
    const body = announcement(BYTES, { organization_id: organizationId })
    const headers = { 'idempotency-key': 'the-same' }
    const [one, other] = [
      await till.owner.post('/v1/files/', body, headers),
      await till.owner.post('/v1/files/', body, headers),
    ]
    expect(other.body).toEqual(one.body)
    expect(other.headers.get('idempotent-replayed')).toBe('true')
  })

  it('201: as many parts as are allowed', { timeout: 60_000 }, async () => {
    const bytes = Buffer.alloc(5000)
    const { status, body } = await till.owner.post(
      '/v1/files/',
      announcement(bytes, { organization_id: organizationId }, 1),
    )
    expect([status, body.upload.parts.length]).toEqual([201, 5000])
  })

  it('403: with a thousand unfinished uploads, also when 50 ask at once for the last place', async () => {
    const { id } = await makeOrganization(till)
    await till.sql`
      insert into files (id, created_at, organization_id, service, name, path, mime_type, size, is_uploaded, sweeps_left)
      select gen_random_uuid(), now(), ${id}, 'downloadable', 'a', 'a', 'application/zip', 1, false, 0
      from generate_series(1, 999)`
    const replies = await Promise.all(Array.from({ length: 50 }, () => create({ organization_id: id })))
    const [made, ...others] = replies.filter(({ status }) => status === 201)
    expect([made?.status, others]).toEqual([201, []])
    for (const { status, body } of replies.filter((reply) => reply !== made)) {
      expect([status, body.code]).toEqual([403, 'too_many_uploads'])
    }
    await till.owner.must(till.owner.delete(`/v1/files/${made?.body.id}`))
    expect((await create({ organization_id: id })).status).toBe(201)
  })

  it('403: a token that may only read', async () => {
    const client = till.as(await makeToken(till, organizationId, ['files:read']))
    expect((await client.post('/v1/files/', announcement(BYTES))).status).toBe(403)
  })

  it.each([
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(257) }],
    ['name', { name: 'two\nlines' }],
    ['mime_type', { mime_type: 'zip' }],
    ['mime_type', { mime_type: 'text/html\r\nx: y' }],
    ['mime_type', { service: 'product_media' }],
    ['mime_type', { service: 'organization_avatar', mime_type: 'text/html' }],
    ['mime_type', { service: 'product_media', mime_type: 'image/x-icon' }],
    ['service', { service: 'invoice' }],
    ['service', { service: null }],
    ['version', { version: 'x'.repeat(65) }],
    ['checksum_sha256_base64', { checksum_sha256_base64: 'abc' }],
    ['upload', { upload: null }],
    ['upload.parts', { upload: { parts: [] } }],
    ['organization_id', { organization_id: '0197a6f0-1c2b-7d3e-8f40-51627384a5b6' }],
  ])('422: %s: %j', async (field, fields) => {
    const reply = await create(fields)
    expect(reply.status).toBe(422)
    expect(placesOf(reply)).toEqual([`body.${field}`])
  })

  it.each([0, -1, 1.5, '14', 2 ** 53])('422: size: %j', async (size) => {
    const reply = await create({ size })
    expect(reply.status).toBe(422)
    expect(placesOf(reply)).toContain('body.size')
  })

  it.each([
    ['downloadable', 'application/zip', 10_240 * MIB],
    ['product_media', 'image/png', 10 * MIB],
    ['organization_avatar', 'image/png', 10 * MIB],
  ])('422: size of %s beyond its limit', async (service, mime_type, limit) => {
    const sized = (size: number) =>
      create({ service, mime_type, size, upload: { parts: [{ number: 1, chunk_start: 0, chunk_end: size }] } })
    expect((await sized(limit)).status).toBe(201)
    const reply = await sized(limit + 1)
    expect([reply.status, placesOf(reply)]).toEqual([422, ['body.size']])
  })

  it.each([
    [
      'chunk_start',
      [
        [1, 0, 7],
        [2, 8, 14],
      ],
    ],
    [
      'chunk_start',
      [
        [1, 0, 7],
        [2, 6, 14],
      ],
    ],
    [
      'chunk_end',
      [
        [1, 0, 7],
        [2, 7, 13],
      ],
    ],
    [
      'number',
      [
        [1, 0, 7],
        [1, 7, 14],
      ],
    ],
  ])('422: upload.parts.1.%s: parts that are not the file', async (field, given) => {
    const parts = given.map(([number, chunk_start, chunk_end]) => ({ number, chunk_start, chunk_end }))
    const reply = await create({ upload: { parts } })
    expect([reply.status, placesOf(reply)]).toEqual([422, [`body.upload.parts.1.${field}`]])
  })

  it('422: too many parts', async () => {
    const bytes = Buffer.alloc(5001)
    const reply = await till.owner.post('/v1/files/', announcement(bytes, { organization_id: organizationId }, 1))
    expect([reply.status, placesOf(reply)]).toEqual([422, ['body.upload.parts']])
  })
})
