import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { type ClientRequest, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Reply } from '../../../../test/support/client.ts'
import { makeOrganization } from '../../../../test/support/factories.ts'
import {
  announceFile,
  makeFile,
  putPart,
  putParts,
  reachable,
  sha256,
} from '../../../../test/support/file-factories.ts'
import { startTill, type TestTill, tillForThisTest } from '../../../../test/support/till.ts'
import { folderStorage } from '../../../adapters/storage/folder/storage.ts'
import { newId } from '../../../kernel/ids.ts'
import { Links } from '../../../kernel/links.ts'
import { SecretBox } from '../../../kernel/secrets.ts'
import { silentLog } from '../../../platform/log.ts'
import { partLink } from '../links.ts'
import type { FileStorage } from '../port.ts'

const MIB = 1024 * 1024
const box = new SecretBox('a key for these tests')
const BYTES = randomBytes(1000)

let till: TestTill
let folder: string
let organizationId: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'till-parts-'))
  till = await startTill({ box, storage: folderStorage(folder, silentLog) })
  organizationId = (await makeOrganization(till)).id
})
afterAll(async () => {
  await till.stop()
  await rm(folder, { recursive: true })
})

/** Everything that lies in the storage for a file. */
async function keptOf(fileId: string): Promise<string[]> {
  return readdir(join(folder, fileId.slice(-2), fileId)).catch(() => [])
}

type Sent = Exclude<RequestInit['body'], undefined>

async function put(url: string, body: Sent, headers: Record<string, string> = {}): Promise<Reply> {
  const init = { method: 'PUT', body, headers, duplex: 'half' }
  const response = await fetch(reachable(till, url), init as RequestInit)
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? '' : JSON.parse(text) }
}

/** Sends half of a part, and nothing more. */
function beginSending(url: string): ClientRequest {
  const request = httpRequest(reachable(till, url), { method: 'PUT', headers: { 'content-length': BYTES.length } })
  request.on('error', () => {})
  request.write(BYTES.subarray(0, 500))
  return request
}

const linkTo = (fileId: string, number: number, expiresAt = new Date(Date.now() + 60_000)) =>
  partLink({ links: new Links('http://till.example.com'), box }, fileId, number, expiresAt).url

describe('PUT of a part', () => {
  it('200: with its ETag, and nothing else', async () => {
    const file = await announceFile(till, organizationId, BYTES)
    const { status, body, headers } = await put(file.upload.parts[0].url, BYTES)
    expect([status, body]).toEqual([200, ''])
    expect(headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/)
    expect(await keptOf(file.id)).toHaveLength(1)
  })

  it('200: in any order, with any content type or none', async () => {
    const file = await announceFile(till, organizationId, BYTES, {}, 300)
    const types = ['application/json', 'text/html; charset=utf-8', 'multipart/form-data', '']
    for (const [index, type] of types.entries()) {
      const part = file.upload.parts.at(-1 - index)
      const chunk = BYTES.subarray(part.chunk_start, part.chunk_end)
      const { status } = await put(part.url, new Blob([chunk], type === '' ? {} : { type }))
      expect([type, status]).toEqual([type, 200])
    }
  })

  it('200: again, and the bytes that it replaces are gone', async () => {
    const file = await announceFile(till, organizationId, BYTES)
    const [part] = file.upload.parts
    const first = await put(part.url, BYTES)
    const [before] = await keptOf(file.id)
    const second = await put(part.url, BYTES)
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
    const after = await keptOf(file.id)
    expect(after).toHaveLength(1)
    expect(after).not.toContain(before)
  })

  it('200: far above the limit of other bodies, which stays', async () => {
    const bytes = randomBytes(3 * MIB)
    const file = await announceFile(till, organizationId, bytes)
    expect((await put(file.upload.parts[0].url, bytes)).status).toBe(200)
    const large = { name: 'x'.repeat(2 * MIB) }
    expect((await till.owner.patch(`/v1/files/${file.id}`, large)).status).toBe(413)
  })

  it('200: a browser on another site may send it', async () => {
    const file = await announceFile(till, organizationId, BYTES)
    const [part] = file.upload.parts
    const preflight = await fetch(reachable(till, part.url), {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example.com', 'access-control-request-method': 'PUT' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT')
    const { headers } = await put(part.url, BYTES, { origin: 'https://shop.example.com' })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-expose-headers')).toContain('ETag')
  })

  it('413: more bytes than the part has, whether or not it is said beforehand', async () => {
    const file = await announceFile(till, organizationId, BYTES)
    const more = Buffer.concat([BYTES, Buffer.from('x')])
    for (const body of [more, new Blob([more]).stream()]) {
      const reply = await put(file.upload.parts[0].url, body)
      expect(reply.status).toBe(413)
      expect(reply.body).toMatchObject({ error: 'PayloadTooLarge', detail: expect.stringContaining('1000 bytes') })
    }
    expect(await keptOf(file.id)).toEqual([])
  })

  it('413: also when very much more is sent', async () => {
    const file = await announceFile(till, organizationId, BYTES)
    const reply = await put(file.upload.parts[0].url, new Blob([randomBytes(3 * MIB)]).stream()).catch(() => null)
    // Whoever does not look for an answer while sending may miss it.
    expect([413, undefined]).toContain(reply?.status)
    expect(await keptOf(file.id)).toEqual([])
  })

  it('422: fewer bytes than the part has, whether or not it is said beforehand', async () => {
    const file = await announceFile(till, organizationId, BYTES)
    const fewer = BYTES.subarray(1)
    for (const body of [fewer, new Blob([fewer]).stream(), '']) {
      const reply = await put(file.upload.parts[0].url, body)
      expect(reply.status).toBe(422)
      expect(reply.body.detail).toEqual([expect.objectContaining({ type: 'value_error', loc: ['body'] })])
    }
    expect(await keptOf(file.id)).toEqual([])
  })

  it('422: other bytes than announced, and what was there before stays', async () => {
    const file = await announceFile(till, organizationId, BYTES)
    const [part] = file.upload.parts
    const other = randomBytes(BYTES.length)
    expect((await put(part.url, other)).body.detail[0].msg).toContain('SHA-256')
    expect(await keptOf(file.id)).toEqual([])
    await put(part.url, BYTES)
    const kept = await keptOf(file.id)
    expect((await put(part.url, other)).status).toBe(422)
    expect(await keptOf(file.id)).toEqual(kept)
  })

  it('404: an address that nobody made, of a part that is not there, or of a file that is deleted', async () => {
    const file = await announceFile(till, organizationId, BYTES)
    const [part] = file.upload.parts
    const changed = `${part.url.slice(0, -1)}${part.url.endsWith('A') ? 'B' : 'A'}`
    const addresses = [
      ...['x', '..%2f..%2fetc%2fpasswd', '%00', 'A'.repeat(400), '__proto__'].map((text) =>
        linkTo(file.id, 1).replace(/[^/]+$/, text),
      ),
      changed,
      linkTo(file.id, 2),
      linkTo(newId(), 1),
    ]
    for (const url of addresses) {
      const { status, body } = await put(url, BYTES)
      expect([url, status, body.error]).toEqual([url, 404, 'ResourceNotFound'])
    }
    await till.owner.must(till.owner.delete(`/v1/files/${file.id}`))
    expect((await put(part.url, BYTES)).status).toBe(404)
    expect(await keptOf(file.id)).toEqual([])
  })

  it('405: any other method', async () => {
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
      const { status, body, headers } = await till.owner.send(method, new URL(linkTo(newId(), 1)).pathname)
      expect([method, status, body.error, headers.get('allow')]).toEqual([method, 405, 'MethodNotAllowed', 'PUT'])
    }
  })

  it('409: the file is complete', async () => {
    const file = await announceFile(till, organizationId, BYTES)
    const completed = await putParts(till, file, BYTES)
    await till.owner.must(till.owner.post(`/v1/files/${file.id}/uploaded`, completed))
    const { status, body } = await put(file.upload.parts[0].url, BYTES)
    expect([status, body.code]).toEqual([409, 'already_uploaded'])
  })

  it('409: four others send the same part already; there is room again when one ends', async () => {
    const file = await announceFile(till, organizationId, BYTES)
    const [part] = file.upload.parts
    const senders = Array.from({ length: 4 }, () => beginSending(part.url))
    await expect.poll(() => keptOf(file.id)).toHaveLength(4)
    const { status, body, headers } = await put(part.url, BYTES)
    expect([status, body.code, headers.get('retry-after')]).toEqual([409, 'part_in_transit', '1'])
    expect(await keptOf(file.id)).toHaveLength(4)
    for (const sender of senders) sender.destroy()
    await expect.poll(() => keptOf(file.id)).toEqual([])
    expect((await put(part.url, BYTES)).status).toBe(200)
  })

  it('410: the time is over', async () => {
    const file = await announceFile(till, organizationId, BYTES)
    const { status, body } = await put(linkTo(file.id, 1, new Date(Date.now() - 1)), BYTES)
    expect([status, body.error, body.code]).toEqual([410, 'ExpiredLink', 'link_expired'])
  })

  it('keeps nothing of a sender who hangs up', async () => {
    const file = await announceFile(till, organizationId, BYTES)
    const request = beginSending(file.upload.parts[0].url)
    await expect.poll(() => keptOf(file.id)).toHaveLength(1)
    request.destroy()
    await expect.poll(() => keptOf(file.id)).toEqual([])
  })

  it('sent 50 times at once with different bytes, is one of them', async () => {
    const part = { number: 1, chunk_start: 0, chunk_end: 1000 }
    const file = await announceFile(till, organizationId, BYTES, {
      checksum_sha256_base64: null,
      upload: { parts: [part] },
    })
    const versions = Array.from({ length: 50 }, () => randomBytes(1000))
    const [sent] = file.upload.parts
    const replies = await Promise.all(versions.map((bytes) => putPart(till, sent, bytes)))
    const statuses = new Set(replies.map(({ status }) => status))
    expect([...statuses].filter((status) => status !== 409)).toEqual([200])
    await expect.poll(() => keptOf(file.id)).toHaveLength(1)
    const etags = replies.map(({ headers }) => headers.get('etag'))
    const outcomes: Reply[] = []
    for (const checksum_etag of etags.filter((etag) => etag !== null)) {
      const said = { id: file.id, path: file.path, parts: [{ number: 1, checksum_etag, checksum_sha256_base64: null }] }
      const reply = await till.owner.post(`/v1/files/${file.id}/uploaded`, said)
      outcomes.push(reply)
      if (reply.status === 200) break
    }
    const arrived = versions.filter((_, index) => etags[index] !== null)
    const winner = arrived[outcomes.length - 1] ?? BYTES
    expect(outcomes.at(-1)).toMatchObject({ status: 200, body: { checksum_sha256_base64: sha256(winner) } })
  })
})

describe('when the storage is slow', () => {
  it('the sender is slowed down, and the part is never whole in memory', async () => {
    let letGo: () => void = () => {}
    const isFree = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const working = folderStorage(folder, silentLog)
    const slow: FileStorage = {
      ...working,
      async put(key, bytes, size) {
        async function* halting() {
          for await (const chunk of bytes) {
            await isFree
            yield chunk
          }
        }
        await working.put(key, halting(), size)
      },
    }
    const other = await tillForThisTest({ box, storage: slow })
    const { id } = await makeOrganization(other)
    const size = 64 * MIB
    const upload = { parts: [{ number: 1, chunk_start: 0, chunk_end: size }] }
    const file = await announceFile(other, id, BYTES, { size, checksum_sha256_base64: null, upload })
    const chunk = new Uint8Array(65_536)
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        if (sent === size) return controller.close()
        sent += chunk.length
        controller.enqueue(chunk)
      },
    })
    const init = { method: 'PUT', body, duplex: 'half' }
    const answered = fetch(reachable(other, file.upload.parts[0].url), init as RequestInit)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(sent).toBeGreaterThan(0)
    expect(sent).toBeLessThan(16 * MIB)
    letGo()
    expect((await answered).status).toBe(200)
    expect(sent).toBe(size)
  })
})

describe('when the storage does not work', () => {
  it('503, nothing is changed, and it goes on afterwards', async () => {
    let isBroken = true
    const working = folderStorage(folder, silentLog)
    const broken = folderStorage('/dev/null/nowhere', silentLog)
    const storage = {
      ...working,
      put: (...given: Parameters<typeof working.put>) => (isBroken ? broken : working).put(...given),
    }
    const other = await tillForThisTest({ box, storage })
    const { id } = await makeOrganization(other)
    const file = await announceFile(other, id, BYTES)
    const response = await putPart(other, file.upload.parts[0], BYTES)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await response.json()).toMatchObject({
      error: 'ServiceUnavailable',
      detail: expect.stringContaining('storage'),
    })
    isBroken = false
    expect((await putPart(other, file.upload.parts[0], BYTES)).status).toBe(200)
    expect(await makeFile(other, id, BYTES)).toMatchObject({ is_uploaded: true })
  })
})
