import type { Readable } from 'node:stream'
import { type BlobKey, type FileStorage, requireId, storageFailure } from '../../../modules/files/port.ts'
import type { S3Settings } from '../../../platform/config.ts'
import type { Log } from '../../../platform/log.ts'
import { S3Client, S3Error } from './client.ts'
import { Cut } from './cut.ts'
import { putInParts } from './multipart.ts'
import { textsOf } from './xml.ts'

const PART_BYTES = 64 * 1024 * 1024

/** Files in a bucket of an S3-compatible storage, as `files/<file>/<blob>`. Blobs above `partBytes` go in several parts. */
export function s3Storage(settings: S3Settings, log: Log, partBytes = PART_BYTES): FileStorage {
  const client = new S3Client(settings)
  const guarded = <Result>(work: Promise<Result>) =>
    work.catch((error: unknown) => {
      throw storageFailure(error, log)
    })
  return {
    put: (key, bytes, size) => guarded(put(client, pathOf(key), bytes, size, partBytes)),
    read: (key, start, stop) => guarded(read(client, pathOf(key), start, stop)),
    remove: (key) => guarded(remove(client, pathOf(key))),
    removeAllBut: (fileId, keep) => guarded(removeAllBut(client, folderOf(fileId), keep)),
  }
}

const folderOf = (fileId: string) => `files/${requireId(fileId)}/`
const pathOf = ({ fileId, blobId }: BlobKey) => folderOf(fileId) + requireId(blobId)

async function put(
  client: S3Client,
  key: string,
  bytes: AsyncIterable<Uint8Array>,
  size: number,
  partBytes: number,
): Promise<void> {
  const cut = new Cut(bytes)
  try {
    if (size > partBytes) return await putInParts(client, key, cut, size, partBytes)
    await client.text({ method: 'PUT', key, body: { bytes: cut.next(size), size } })
  } finally {
    await cut.close()
  }
}

async function read(client: S3Client, key: string, start: number, stop: number): Promise<Readable | null> {
  try {
    const response = await client.send({ method: 'GET', key, headers: { range: `bytes=${start}-${stop - 1}` } })
    if (response.headers['content-length'] === String(stop - start)) return response
    response.destroy()
    throw new Error('the S3 storage gave another range than it was asked for')
  } catch (error) {
    if (error instanceof S3Error && error.status === 404) return null
    throw error
  }
}

async function remove(client: S3Client, key: string): Promise<void> {
  await client.text({ method: 'DELETE', key })
}

async function removeAllBut(client: S3Client, folder: string, keep: string | null): Promise<void> {
  await abortUploads(client, folder)
  let token: string | undefined
  do {
    const query = { 'list-type': '2', prefix: folder, ...(token === undefined ? {} : { 'continuation-token': token }) }
    const listing = await client.text({ method: 'GET', query })
    const keys = textsOf(listing, 'Key').filter((key) => key !== `${folder}${keep}`)
    for (const key of keys) await remove(client, key)
    token = textsOf(listing, 'NextContinuationToken')[0]
  } while (token !== undefined)
}

/** What a process that died left half sent. It is in no list of files, but takes up room all the same. */
async function abortUploads(client: S3Client, folder: string): Promise<void> {
  let after: Markers | undefined = {}
  while (after !== undefined) {
    const listing: string = await client.text({ method: 'GET', query: { uploads: '', prefix: folder, ...after } })
    const keys = textsOf(listing, 'Key')
    for (const [index, uploadId] of textsOf(listing, 'UploadId').entries()) {
      const key = keys[index]
      if (key?.startsWith(folder)) await client.text({ method: 'DELETE', key, query: { uploadId } })
    }
    after = nextMarkers(listing, after)
  }
}

/** Where a page begins: behind this key, and within it behind this upload. */
type Markers = { readonly 'key-marker'?: string; readonly 'upload-id-marker'?: string }

/** Nothing when it was the last page, or when the storage does not move on. */
function nextMarkers(listing: string, before: Markers): Markers | undefined {
  const [key] = textsOf(listing, 'NextKeyMarker')
  const upload = textsOf(listing, 'NextUploadIdMarker')[0] || undefined
  if (textsOf(listing, 'IsTruncated')[0] !== 'true' || !key) return undefined
  if (key === before['key-marker'] && upload === before['upload-id-marker']) return undefined
  return { 'key-marker': key, ...(upload && { 'upload-id-marker': upload }) }
}
