import { createHash } from 'node:crypto'
import type { Seller } from '../seller.ts'

interface Announced {
  readonly id: string
  readonly upload: { readonly id: string; readonly path: string; readonly parts: [{ readonly url: string }] }
}

/** Files for downloading, each with its own bytes: they cannot be copied by a statement. */
export async function makeFiles(seller: Seller, organizationId: string, many: number): Promise<string[]> {
  const ids: string[] = []
  for (let number = 1; number <= many; number += 1) ids.push(await makeFile(seller, organizationId, number))
  return ids
}

async function makeFile(seller: Seller, organizationId: string, number: number): Promise<string> {
  const bytes = Buffer.from(`The text of file ${number}.\n`)
  const checksum_sha256_base64 = createHash('sha256').update(bytes).digest('base64')
  const part = { number: 1, chunk_start: 0, chunk_end: bytes.length, checksum_sha256_base64 }
  const { id, upload } = await seller.post<Announced>('/v1/files/', {
    organization_id: organizationId,
    name: `file-${number}.txt`,
    mime_type: 'text/plain',
    size: bytes.length,
    service: 'downloadable',
    checksum_sha256_base64,
    upload: { parts: [part] },
  })
  const checksum_etag = await seller.put(upload.parts[0].url, bytes)
  await seller.post(`/v1/files/${id}/uploaded`, {
    id: upload.id,
    path: upload.path,
    parts: [{ number: 1, checksum_etag, checksum_sha256_base64 }],
  })
  return id
}
