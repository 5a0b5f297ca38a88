import { createHash } from 'node:crypto'
import type { Reply } from './client.ts'
import type { TestTill } from './till.ts'

type Body = Reply['body']

/** Whoever can call a server as its seller. */
type Seller = Pick<TestTill, 'owner' | 'url'>

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64')

/** The smallest picture that there is: one dot. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** What a seller announces for these bytes, cut into parts of this size. */
export function announcement(bytes: Uint8Array, fields: object = {}, partSize = bytes.length): Body {
  const starts = Array.from({ length: Math.ceil(bytes.length / partSize) }, (_, index) => index * partSize)
  return {
    name: 'tape-machine.zip',
    mime_type: 'application/zip',
    size: bytes.length,
    service: 'downloadable',
    checksum_sha256_base64: sha256(bytes),
    upload: {
      parts: starts.map((start, index) => {
        const chunk = bytes.subarray(start, start + partSize)
        const checksum_sha256_base64 = sha256(chunk)
        return { number: index + 1, chunk_start: start, chunk_end: start + chunk.length, checksum_sha256_base64 }
      }),
    },
    ...fields,
  }
}

/** An address as a caller of this test server reaches it: links are under the public base address. */
export function reachable(till: Seller, url: string): string {
  return till.url + new URL(url).pathname
}

export async function putPart(till: Seller, part: Body, bytes: Uint8Array): Promise<Response> {
  const body = new Uint8Array(bytes.subarray(part.chunk_start, part.chunk_end))
  return fetch(reachable(till, part.url), { method: 'PUT', body })
}

/** Sends every part; answers what has to be said to complete the upload. */
export async function putParts(till: Seller, file: Body, bytes: Uint8Array): Promise<Body> {
  const parts: Body[] = []
  for (const part of file.upload.parts) {
    const response = await putPart(till, part, bytes)
    if (response.status !== 200) throw new Error(`part ${part.number}: ${response.status} ${await response.text()}`)
    const { number, checksum_sha256_base64 } = part
    parts.push({ number, checksum_etag: response.headers.get('etag'), checksum_sha256_base64 })
  }
  return { id: file.upload.id, path: file.upload.path, parts }
}

export async function announceFile(
  till: Seller,
  organizationId: string,
  bytes: Uint8Array,
  fields: object = {},
  partSize?: number,
): Promise<Body> {
  const body = announcement(bytes, { organization_id: organizationId, ...fields }, partSize)
  return till.owner.must(till.owner.post('/v1/files/', body))
}

/** A complete file with these bytes. */
export async function makeFile(
  till: Seller,
  organizationId: string,
  bytes: Uint8Array = Buffer.from('a tape machine'),
  fields: object = {},
  partSize?: number,
): Promise<Body> {
  const file = await announceFile(till, organizationId, bytes, fields, partSize)
  const completed = await putParts(till, file, bytes)
  return till.owner.must(till.owner.post(`/v1/files/${file.id}/uploaded`, completed))
}

export async function makeProductMedia(till: Seller, organizationId: string, fields: object = {}): Promise<Body> {
  return makeFile(till, organizationId, PIXEL, {
    name: 'cover.png',
    mime_type: 'image/png',
    service: 'product_media',
    ...fields,
  })
}
