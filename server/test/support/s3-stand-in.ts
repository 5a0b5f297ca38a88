import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Settings } from '../../src/platform/config.ts'

const BUCKET = 'shop-files'
const REGION = 'eu-test-1'
const KEY_ID = 'TESTKEY'
const SECRET = 'a secret for the stand-in'
const SMALLEST_PART = 5 * 1024 * 1024

interface Upload {
  readonly key: string
  readonly parts: Map<number, Buffer>
}

class Answer extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

/**
 * A small S3 in memory, strict where real ones are: it checks every signature by its own arithmetic, wants to know the
 * length of a body beforehand, keeps nothing of a body that ends early, and refuses small parts before the last.
 */
export class S3StandIn {
  readonly objects = new Map<string, Buffer>()
  readonly uploads = new Map<string, Upload>()
  /** `PUT key?query`, in order. */
  readonly asked: string[] = []
  /** Asked about every request: whether to do something else than to answer it, which is then done. */
  trouble: (request: IncomingMessage, response: ServerResponse) => boolean = () => false
  pageSize = 1000
  #server: Server | undefined

  async start(): Promise<S3Settings> {
    this.#server = createServer((request, response) => void this.#handle(request, response))
    await new Promise<void>((done) => this.#server?.listen(0, '127.0.0.1', done))
    const { port } = this.#server.address() as AddressInfo
    const endpoint = `http://127.0.0.1:${port}`
    return { endpoint, bucket: BUCKET, region: REGION, accessKeyId: KEY_ID, secretAccessKey: SECRET, pathStyle: true }
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections()
    await new Promise((done) => this.#server?.close(done))
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    this.asked.push(`${request.method} ${url.pathname.slice(1)}${url.search}`)
    if (this.trouble(request, response)) return
    try {
      requireSignature(request, url)
      await this.#answer(request, response, url)
    } catch (error) {
      const { status, code } = error instanceof Answer ? error : new Answer(500, 'InternalError')
      response.writeHead(status, { connection: 'close' }).end(`<Error><Code>${code}</Code></Error>`)
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const [bucket = '', ...rest] = decodeURIComponent(url.pathname).slice(1).split('/')
    const key = rest.join('/')
    const uploadId = url.searchParams.get('uploadId')
    if (bucket !== BUCKET) throw new Answer(404, 'NoSuchBucket')
    const call = `${request.method} ${key ? 'object' : 'bucket'}`
    if (call === 'GET bucket') response.end(url.searchParams.has('uploads') ? this.#listUploads(url) : this.#list(url))
    else if (call === 'GET object') this.#get(request, response, key)
    else if (call === 'DELETE object') this.#remove(response, key, uploadId)
    else if (call === 'PUT object') await this.#put(request, response, key, url)
    else if (call === 'POST object') await this.#post(request, response, key, uploadId)
    else throw new Answer(405, 'MethodNotAllowed')
  }

  #list(url: URL): string {
    const prefix = url.searchParams.get('prefix') ?? ''
    const after = url.searchParams.get('continuation-token') ?? ''
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const page = keys.slice(0, this.pageSize)
    const items = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
    const next = keys.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    return `<ListBucketResult>${items}${next}</ListBucketResult>`
  }

  /** In the order of keys, and of ids where several uploads have one key; a page begins after its two markers. */
  #listUploads(url: URL): string {
    const asked = (name: string) => url.searchParams.get(name) ?? ''
    const [afterKey, afterId] = [asked('key-marker'), asked('upload-id-marker')]
    const uploads = [...this.uploads]
      .map(([id, { key }]) => ({ key, id }))
      .filter(
        ({ key, id }) => key.startsWith(asked('prefix')) && (key > afterKey || (key === afterKey && id > afterId)),
      )
      .sort((one, other) => (`${one.key} ${one.id}` < `${other.key} ${other.id}` ? -1 : 1))
    const page = uploads.slice(0, this.pageSize)
    const items = page.map(({ key, id }) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`)
    const isTruncated = uploads.length > page.length
    const last = isTruncated ? page.at(-1) : undefined
    const next = last
      ? `<NextKeyMarker>${last.key}</NextKeyMarker><NextUploadIdMarker>${last.id}</NextUploadIdMarker>`
      : ''
    const answer = `<Prefix>${asked('prefix')}</Prefix>${next}<IsTruncated>${isTruncated}</IsTruncated>${items.join('')}`
    return `<ListMultipartUploadsResult>${answer}</ListMultipartUploadsResult>`
  }

  #get(request: IncomingMessage, response: ServerResponse, key: string): void {
    const bytes = this.objects.get(key)
    if (!bytes) throw new Answer(404, 'NoSuchKey')
    const [, first = '0', last = ''] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const piece = bytes.subarray(Number(first), last === '' ? undefined : Number(last) + 1)
    response.writeHead(last === '' ? 200 : 206, { 'content-length': piece.length }).end(piece)
  }

  #remove(response: ServerResponse, key: string, uploadId: string | null): void {
    if (uploadId === null) this.objects.delete(key)
    else if (!this.uploads.delete(uploadId)) throw new Answer(404, 'NoSuchUpload')
    response.writeHead(204).end()
  }

  async #put(request: IncomingMessage, response: ServerResponse, key: string, url: URL): Promise<void> {
    const bytes = await bodyOf(request)
    const uploadId = url.searchParams.get('uploadId')
    if (uploadId === null) this.objects.set(key, bytes)
    else this.#uploadOf(uploadId).parts.set(Number(url.searchParams.get('partNumber')), bytes)
    response.writeHead(200, { etag: etagOf(bytes) }).end()
  }

  async #post(request: IncomingMessage, response: ServerResponse, key: string, uploadId: string | null): Promise<void> {
    if (uploadId === null) {
      const id = randomUUID()
      this.uploads.set(id, { key, parts: new Map() })
      response.end(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
      return
    }
    const { parts } = this.#uploadOf(uploadId)
    const named = [...(await bodyOf(request)).toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)/g)]
    const chosen = named.map(([, number, etag]) => {
      const part = parts.get(Number(number))
      if (!part || etagOf(part) !== etag) throw new Answer(400, 'InvalidPart')
      return part
    })
    if (chosen.slice(0, -1).some((part) => part.length < SMALLEST_PART)) throw new Answer(400, 'EntityTooSmall')
    this.objects.set(key, Buffer.concat(chosen))
    this.uploads.delete(uploadId)
    response.end('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
  }

  #uploadOf(id: string): Upload {
    const upload = this.uploads.get(id)
    if (!upload) throw new Answer(404, 'NoSuchUpload')
    return upload
  }
}

const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const length = request.headers['content-length']
  if (length === undefined) throw new Answer(411, 'MissingContentLength')
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  if (bytes.length !== Number(length)) throw new Answer(400, 'IncompleteBody')
  return bytes
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/

/** As Amazon describes Signature Version 4, from what arrived. */
function requireSignature(request: IncomingMessage, url: URL): void {
  const [, keyId, day = '', region, names = '', signature] =
    AUTHORIZATION.exec(request.headers.authorization ?? '') ?? []
  if (keyId !== KEY_ID || region !== REGION) throw new Answer(403, 'InvalidAccessKeyId')
  const moment = String(request.headers['x-amz-date'])
  if (!moment.startsWith(day) || Math.abs(Date.now() - timeOf(moment)) > 900_000)
    throw new Answer(403, 'RequestTimeTooSkewed')
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
  if (!names.split(';').includes('host')) throw new Answer(403, 'SignatureDoesNotMatch')
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort()
  const sum = String(request.headers['x-amz-content-sha256'])
  const canonical = [request.method, url.pathname, query.join('&'), headers.join(''), names, sum].join('\n')
  const scope = `${day}/${REGION}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', moment, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const key = [day, REGION, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${SECRET}`)
  if (hmac(key, text).toString('hex') !== signature) throw new Answer(403, 'SignatureDoesNotMatch')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function timeOf(moment: string): number {
  return Date.parse(moment.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'))
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
}
