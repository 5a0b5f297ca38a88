import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { addMilliseconds } from '../../../kernel/time.ts'
import { type FileLinks, fileDownloadView } from '../../../modules/files/index.ts'
import type { ByteRoute } from '../../../platform/http/bytes/mount.ts'
import type { RateLimiter } from '../../../platform/http/rate-limit.ts'
import type { Db } from '../../../platform/postgres/pool.ts'
import { openLink } from './link.ts'
import { findGrantedFile, type GrantedFile } from './read.ts'
import { downloadableView } from './view.ts'

export interface DownloadNeeds extends FileLinks {
  readonly db: Db
  readonly limiter: RateLimiter | null
}

/** The address is the permission, so no token is asked for. */
export function downloadByteRoutes(needs: DownloadNeeds): readonly ByteRoute[] {
  return [
    {
      method: 'GET',
      url: '/v1/customer-portal/downloadables/:link',
      run: (request, reply) => sendOn(needs, request, reply),
    },
  ]
}

const HANDOVER_MILLISECONDS = 5 * 60_000

/**
 * Browsers are sent on to the bytes, at an address that knows nothing of the grant and therefore ends soon. Programs that
 * ask for JSON are told about the file, with the link that they came by: it must not make a longer one.
 */
async function sendOn(needs: DownloadNeeds, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { link } = request.params as { link: string }
  const now = needs.db.clock.now()
  const { granted, expiresAt } = await findLinked(needs, request, link, now)
  reply.header('cache-control', 'private, no-store')
  if (wantsJson(request)) return reply.code(200).send(downloadableView(granted, needs, expiresAt))
  const handover = fileDownloadView(granted.file, needs, addMilliseconds(now, HANDOVER_MILLISECONDS))
  return reply.redirect(handover.download.url, 302)
}

/** Whoever guesses addresses uses up a budget. */
async function findLinked(
  { db, box, limiter }: DownloadNeeds,
  { ip }: FastifyRequest,
  link: string,
  now: Date,
): Promise<{ granted: GrantedFile; expiresAt: Date }> {
  try {
    const { grantId, fileId, expiresAt } = openLink(box, link, now)
    const granted = await findGrantedFile(db, grantId, fileId)
    if (!granted) throw new Refusal(ResourceNotFound)
    return { granted, expiresAt }
  } catch (error) {
    if (error instanceof Refusal) await limiter?.take('default', ip)
    throw error
  }
}

function wantsJson({ headers }: FastifyRequest): boolean {
  const accept = headers.accept ?? ''
  return accept.includes('application/json') && !accept.includes('text/html')
}
