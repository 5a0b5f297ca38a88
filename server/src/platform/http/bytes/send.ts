import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { matchesAny } from '../answer.ts'
import { CORS_HEADERS } from '../cors.ts'
import { rangeOf } from './range.ts'

export interface Bytes {
  readonly size: number
  /** With its quotes. Other bytes have another one. */
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  /** From `start` up to, and not including, `stop`; null when they are gone. */
  readonly read: (start: number, stop: number) => Promise<Readable | null>
}

/** Whatever somebody uploaded: it is data, and must not become a page or a script of ours. */
const HARMLESS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  ...CORS_HEADERS,
}

/** Answers with bytes: all of them, a range, or only what is to be known about them. No header is set before all is well. */
export async function sendBytes(request: FastifyRequest, reply: FastifyReply, bytes: Bytes): Promise<FastifyReply> {
  const { size, etag } = bytes
  const headers = { 'accept-ranges': 'bytes', etag, ...HARMLESS, ...bytes.headers }
  const seen = request.headers['if-none-match']
  if (seen !== undefined && matchesAny(seen, etag)) return reply.code(304).headers(headers).send()
  if (request.method === 'HEAD') return reply.headers({ ...headers, 'content-length': size }).send()
  const range = rangeOf(request.headers, size, etag)
  const { start, stop } = range ?? { start: 0, stop: size }
  const stream = await bytes.read(start, stop)
  if (stream === null) throw new Refusal(ResourceNotFound)
  if (range) reply.code(206).header('content-range', `bytes ${start}-${stop - 1}/${size}`)
  return reply.headers({ ...headers, 'content-length': stop - start }).send(stream)
}
