import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchesAny } from './answer.ts'

const compress = promisify(gzip)

interface Kept {
  readonly plain: Buffer
  readonly packed: Buffer
  readonly etag: string
}

/** A text that stays the same while the process runs. It is made when it is first asked for, and then kept. */
export class StaticText {
  readonly #make: () => string
  readonly #headers: Readonly<Record<string, string>>
  #kept: Promise<Kept> | undefined

  constructor(contentType: string, make: () => string, headers: Readonly<Record<string, string>> = {}) {
    this.#make = make
    this.#headers = {
      'content-type': `${contentType}; charset=utf-8`,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      vary: 'accept-encoding',
      ...headers,
    }
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    this.#kept ??= keep(this.#make())
    const { plain, packed, etag } = await this.#kept
    reply.headers({ ...this.#headers, etag })
    const seen = request.headers['if-none-match']
    if (seen !== undefined && matchesAny(seen, etag)) return reply.code(304).send()
    const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(String(request.headers['accept-encoding'] ?? ''))
    return takesGzip ? reply.header('content-encoding', 'gzip').send(packed) : reply.send(plain)
  }
}

async function keep(text: string): Promise<Kept> {
  const plain = Buffer.from(text)
  return { plain, packed: await compress(plain), etag: `"${hash('sha1', plain, 'base64url').slice(0, 16)}"` }
}
