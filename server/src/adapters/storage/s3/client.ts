import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Settings } from '../../../platform/config.ts'

const SILENCE_MILLISECONDS = 60_000
const SLOW_READER_MILLISECONDS = 600_000

export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** Below the bucket; empty for the bucket itself. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** How many bytes there are is said beforehand: not every such storage takes them otherwise. */
  readonly body?: { readonly bytes: AsyncIterable<Uint8Array>; readonly size: number }
}

/** An answer that is no success. */
export class S3Error extends Error {
  readonly status: number

  constructor(status: number, method: string, text: string) {
    // The code is enough to find the reason; the rest of the text may repeat what was asked.
    const code = /<Code>([\w.]+)<\/Code>/.exec(text)?.[1] ?? 'no code'
    super(`the S3 storage answered ${status} (${code}) to ${method}`)
    this.name = 'S3Error'
    this.status = status
  }
}

/** Signs requests (AWS Signature Version 4) and streams bodies both ways: neither is ever whole in memory. */
export class S3Client {
  readonly #settings: S3Settings
  readonly #base: string
  readonly #keptAlive = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) }
  readonly #keys = new Map<string, ArrayBuffer>()

  constructor(settings: S3Settings) {
    this.#settings = settings
    const { protocol, host, pathname } = new URL(settings.endpoint)
    const folder = pathname.replace(/\/+$/, '')
    this.#base = settings.pathStyle
      ? `${protocol}//${host}${folder}/${settings.bucket}`
      : `${protocol}//${settings.bucket}.${host}${folder}`
  }

  /** The answer, when it is a success; its body is the caller's to read. */
  async send(asked: S3Request): Promise<IncomingMessage> {
    const response = await this.#exchange(asked)
    if (isSuccess(response)) return response
    const text = await textOf(response).finally(() => response.destroy())
    throw new S3Error(response.statusCode ?? 0, asked.method, text)
  }

  async text(asked: S3Request): Promise<string> {
    return textOf(await this.send(asked))
  }

  async #exchange(asked: S3Request): Promise<IncomingMessage> {
    const { request, answered } = await this.#begin(asked)
    if (asked.body) return sendBody(request, answered, asked.body.bytes)
    request.end()
    return answered.catch(async (error: unknown) => {
      // The storage hung up a kept connection just as it was used again, which says nothing about the request.
      if (!request.reusedSocket) throw error
      const again = await this.#begin(asked)
      again.request.end()
      return again.answered
    })
  }

  async #begin(asked: S3Request): Promise<{ request: ClientRequest; answered: Promise<IncomingMessage> }> {
    const { url, headers } = await this.#signed(asked)
    const isSecure = url.protocol === 'https:'
    // A body cannot be sent twice, so it gets a connection that nobody hangs up.
    const agent = asked.body ? false : this.#keptAlive[isSecure ? 'https' : 'http']
    const options = { method: asked.method, headers, agent, timeout: SILENCE_MILLISECONDS }
    const request = isSecure ? httpsRequest(url, options) : httpRequest(url, options)
    request.on('timeout', () => request.destroy(new Error('the S3 storage was silent for too long')))
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      // From now on it may be our reader who is slow.
      request.once('response', (response) => resolve(response.setTimeout(SLOW_READER_MILLISECONDS)))
      request.once('error', reject)
    })
    answered.catch(() => {})
    return { request, answered }
  }

  async #signed({ method, key, query = {}, headers = {}, body }: S3Request) {
    const { accessKeyId, secretAccessKey, region } = this.#settings
    const url = new URL(key === undefined ? this.#base : `${this.#base}/${key}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, ...(body ? { 'content-length': String(body.size) } : {}) },
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
      cache: this.#keys,
    })
    const signed = await signer.sign()
    return { url: signed.url, headers: Object.fromEntries(signed.headers) }
  }
}

/** What the bytes throw is thrown. An answer that comes before all of them were sent is a refusal, and ends it. */
async function sendBody(
  request: ClientRequest,
  answered: Promise<IncomingMessage>,
  bytes: AsyncIterable<Uint8Array>,
): Promise<IncomingMessage> {
  const sent = pipeline(bytes, request)
  sent.catch(() => {})
  const early = await Promise.race([answered, sent])
  if (early === undefined || isSuccess(early)) await sent
  return answered
}

function isSuccess({ statusCode = 0 }: IncomingMessage): boolean {
  return statusCode >= 200 && statusCode < 300
}

const LONGEST_TEXT = 4 * 1024 * 1024

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    size += chunk.length
    if (size > LONGEST_TEXT) throw new Error('the S3 storage answered with more text than expected')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
