import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchesAny } from './answer.ts'

const compress = promisify(gzip)

/** A text as it goes over the wire, by its content-encoding. */
interface Packed {
  readonly gzip: Buffer
  readonly br?: Buffer
}

interface Kept {
  readonly plain: Buffer
  readonly packed: Packed
  readonly etag: string
}

/** A text that stays the same while the process runs. It is made when it is first asked for, and then kept. */
export class StaticText {
  readonly #make: () => string
  readonly #headers: Readonly<Record<string, string>>
  readonly #packed: Packed | null
  #kept: Promise<Kept> | undefined

  /** `packed` is what was packed ahead; else it is packed when it is first asked for. */
  constructor(
    contentType: string,
    make: () => string,
    headers: Readonly<Record<string, string>> = {},
    packed: Packed | null = null,
  ) {
    this.#make = make
    this.#packed = packed
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
    this.#kept ??= keep(this.#make(), this.#packed)
    const { plain, packed, etag } = await this.#kept
    reply.headers({ ...this.#headers, etag })
    const seen = request.headers['if-none-match']
    if (seen !== undefined && matchesAny(seen, etag)) return reply.code(304).send()
    const accepted = String(request.headers['accept-encoding'] ?? '')
    if (packed.br && takes(accepted, 'br')) return reply.header('content-encoding', 'br').send(packed.br)
    if (takes(accepted, 'gzip')) return reply.header('content-encoding', 'gzip').send(packed.gzip)
    return reply.send(plain)
  }
}

/** Named, and not with a weight of nothing. */
function takes(accepted: string, encoding: string): boolean {
  return new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?(?:,|$))`).test(accepted)
}

async function keep(text: string, packed: Packed | null): Promise<Kept> {
  const plain = Buffer.from(text)
  const etag = `"${hash('sha1', plain, 'base64url').slice(0, 16)}"`
  return { plain, packed: packed ?? { gzip: await compress(plain) }, etag }
}
