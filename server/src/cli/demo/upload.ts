import { createHash } from 'node:crypto'
import type { Seller } from './seller.ts'

interface Announced {
  readonly id: string
  readonly upload: { readonly id: string; readonly path: string; readonly parts: [{ readonly url: string }] }
}

interface NewFile {
  readonly name: string
  readonly mime_type: string
  readonly service: 'downloadable' | 'product_media'
  readonly bytes: Buffer
}

/** A file in one part, as every seller uploads one; answers its id. */
export async function upload(seller: Seller, organizationId: string, { bytes, ...file }: NewFile): Promise<string> {
  const checksum_sha256_base64 = createHash('sha256').update(bytes).digest('base64')
  const part = { number: 1, chunk_start: 0, chunk_end: bytes.length, checksum_sha256_base64 }
  const announced = await seller.post<Announced>('/v1/files/', {
    ...file,
    organization_id: organizationId,
    size: bytes.length,
    checksum_sha256_base64,
    upload: { parts: [part] },
  })
  const { id, path, parts } = announced.upload
  const checksum_etag = await seller.put(parts[0].url, bytes)
  await seller.post(`/v1/files/${announced.id}/uploaded`, {
    id,
    path,
    parts: [{ number: 1, checksum_etag, checksum_sha256_base64 }],
  })
  return announced.id
}
