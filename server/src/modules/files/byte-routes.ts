import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, ResourceNotFound } from '../../kernel/refusal.ts'
import type { SecretBox } from '../../kernel/secrets.ts'
import { attachment } from '../../platform/http/bytes/attachment.ts'
import type { ByteRoute } from '../../platform/http/bytes/mount.ts'
import { arrivingBytes } from '../../platform/http/bytes/receive.ts'
import { sendBytes } from '../../platform/http/bytes/send.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Db } from '../../platform/postgres/pool.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { openDownloadLink, openPartLink } from './links.ts'
import type { StoredFile } from './model.ts'
import { type Receiving, receivePart } from './operations/receive-part.ts'
import { PartSenders } from './part-senders.ts'
import type { FileStorage } from './port.ts'
import { isPicture, plainType } from './rules/check-announcement.ts'
import { findReadableFile } from './store.ts'

export interface ByteNeeds {
  readonly db: Db
  readonly transactions: Transactions
  readonly storage: FileStorage
  readonly box: SecretBox
  readonly limiter: RateLimiter | null
}

/** Where bytes come in and go out. Each address is its own permission, so no token is asked for. */
export function fileByteRoutes(needs: ByteNeeds): readonly ByteRoute[] {
  const receiving = { ...needs, senders: new PartSenders() }
  return [
    { method: 'PUT', url: '/v1/files/uploads/:link', run: (request, reply) => takePart(receiving, request, reply) },
    { method: 'GET', url: '/files/:id/:secret', run: (request, reply) => sendPicture(needs, request, reply) },
    { method: 'GET', url: '/downloads/:link', run: (request, reply) => sendDownload(needs, request, reply) },
  ]
}

async function takePart(
  needs: ByteNeeds & Receiving,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { link } = request.params as { link: string }
  const place = await spendingOnFailure(needs, request, () => openPartLink(needs.box, link))
  const length = request.headers['content-length']
  const contentLength = length === undefined ? undefined : Number(length)
  const etag = await receivePart(needs, { ...place, contentLength, bytes: arrivingBytes(request.raw) })
  return reply.code(200).header('etag', `"${etag}"`).send()
}

/** For product media and avatars. The bytes at an address never change, so they may be kept for good. */
async function sendPicture(needs: ByteNeeds, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { id, secret } = request.params as { id: string; secret: string }
  const file = await spendingOnFailure(needs, request, () => findPicture(needs.db, id, secret))
  return sendFile(needs, request, reply, file, {
    'content-type': plainType(file.mimeType),
    'cache-control': 'public, max-age=31536000, immutable',
  })
}

async function findPicture(db: Db, id: string, secret: string): Promise<StoredFile> {
  const file = isId(id) ? await findReadableFile(db, id) : undefined
  const isOpen = file && file.service !== 'downloadable' && isPicture(file.mimeType)
  if (!isOpen || !isSame(file.path, `${file.service}/${file.id}/${secret}`)) throw new Refusal(ResourceNotFound)
  return file
}

/** For those who were given a link. Saved under its name, and never shown in the browser. */
async function sendDownload(needs: ByteNeeds, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { link } = request.params as { link: string }
  const { fileId } = await spendingOnFailure(needs, request, () => openDownloadLink(needs.box, link))
  const file = await findReadableFile(needs.db, fileId)
  if (!file) throw new Refusal(ResourceNotFound)
  return sendFile(needs, request, reply, file, {
    'content-type': 'application/octet-stream',
    'content-disposition': attachment(file.name),
    'cache-control': 'private, no-store',
  })
}

function sendFile(
  { storage }: ByteNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
  headers: Readonly<Record<string, string>>,
): Promise<FastifyReply> {
  const key = { fileId: file.id, blobId: file.storageVersion ?? '' }
  return sendBytes(request, reply, {
    size: file.size,
    etag: `"${file.checksumEtag}"`,
    headers,
    read: (start, stop) => storage.read(key, start, stop),
  })
}

/** Whoever guesses addresses uses up a budget; whoever has one does not, because pages show many pictures. */
async function spendingOnFailure<Result>(
  { limiter }: ByteNeeds,
  { ip }: FastifyRequest,
  find: () => Promise<Result> | Result,
): Promise<Result> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof Refusal) await limiter?.take('default', ip)
    throw error
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}
