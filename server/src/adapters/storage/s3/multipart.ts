import type { S3Client } from './client.ts'
import type { Cut } from './cut.ts'
import { textsOf } from './xml.ts'

const MOST_PARTS = 10_000

/**
 * A large blob in several requests, one after the other, each streamed. It appears when the last one is done; when
 * something fails on the way, what was sent is thrown away.
 */
export async function putInParts(
  client: S3Client,
  key: string,
  cut: Cut,
  size: number,
  smallestPart: number,
): Promise<void> {
  const uploadId = await begin(client, key)
  try {
    const partSize = Math.max(smallestPart, Math.ceil(size / MOST_PARTS))
    const etags: string[] = []
    for (let start = 0; start < size; start += partSize) {
      const body = { bytes: cut.next(Math.min(partSize, size - start)), size: Math.min(partSize, size - start) }
      etags.push(await sendPart(client, key, { partNumber: String(etags.length + 1), uploadId }, body))
    }
    await cut.end()
    await complete(client, key, uploadId, etags)
  } catch (error) {
    await client.text({ method: 'DELETE', key, query: { uploadId } }).catch(() => {})
    throw error
  }
}

async function begin(client: S3Client, key: string): Promise<string> {
  const [uploadId] = textsOf(await client.text({ method: 'POST', key, query: { uploads: '' } }), 'UploadId')
  if (uploadId === undefined) throw new Error('the S3 storage began an upload without an id')
  return uploadId
}

async function sendPart(
  client: S3Client,
  key: string,
  query: Readonly<Record<string, string>>,
  body: { readonly bytes: AsyncIterable<Uint8Array>; readonly size: number },
): Promise<string> {
  const response = await client.send({ method: 'PUT', key, query, body })
  response.resume()
  if (response.headers.etag === undefined) throw new Error('the S3 storage took a part without an ETag')
  return response.headers.etag
}

async function complete(client: S3Client, key: string, uploadId: string, etags: readonly string[]): Promise<void> {
  const parts = etags.map((etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`)
  const text = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
  const body = { bytes: oneChunk(text), size: Buffer.byteLength(text) }
  const answer = await client.text({ method: 'POST', key, query: { uploadId }, body })
  // It begins with a 200 before it knows how it ends.
  if (!answer.includes('CompleteMultipartUploadResult')) throw new Error('the S3 storage did not complete an upload')
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array, void, undefined> {
  yield Buffer.from(text)
}
