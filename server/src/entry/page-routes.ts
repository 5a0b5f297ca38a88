import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SandboxLedger } from '../adapters/payments/sandbox/ledger.ts'
import { Refusal, ResourceNotFound } from '../kernel/refusal.ts'
import { type Checkout, findCheckoutBySecret, requireWellFormed, statusAt } from '../modules/checkouts/index.ts'
import { avatarSvg } from '../modules/customers/index.ts'
import { problemOf } from '../platform/http/problem.ts'
import type { RateLimiter } from '../platform/http/rate-limit.ts'
import type { Log } from '../platform/log.ts'
import type { Db } from '../platform/postgres/pool.ts'
import { mountChallengePage } from './challenge-page.ts'
import { type PageAssets, readPageAssets } from './pages/assets.ts'
import { pageHeaders } from './pages/headers.ts'
import { messagePage, shellPage } from './pages/html.ts'

export interface PageParts {
  readonly db: Db
  readonly limiter: RateLimiter | null
  readonly log: Log
  readonly baseUrl: string
  /** Where the built pages lie. */
  readonly checkoutDir: string
  readonly invitationDir: string
  readonly ledger: SandboxLedger
  /** A buyer has answered the challenge of a test purchase. */
  readonly answered: () => void
}

/** The pages that people see in a browser. */
export function mountPages(app: FastifyInstance, parts: PageParts): void {
  const assets = mountAssets(app, 'checkout', parts.checkoutDir, parts.log)
  // Behind a proxy the public address can have a path of its own.
  const prefix = new URL(parts.baseUrl).pathname.replace(/\/+$/, '')
  const handler = (request: FastifyRequest, reply: FastifyReply) => checkoutPage(request, reply, parts, assets, prefix)
  app.get('/checkout/:client_secret', handler)
  app.get('/checkout/:client_secret/confirmation', handler)
  app.get('/avatars/:file', sendAvatar)
  const invitation = mountAssets(app, 'invitation', parts.invitationDir, parts.log)
  app.get('/invitation', (_, reply) => invitationPage(reply, invitation, prefix))
  const { ledger, limiter, answered } = parts
  mountChallengePage(app, { ledger, limiter, answered, style: assets && prefix + assets.style })
}

function mountAssets(app: FastifyInstance, name: string, folder: string, log: Log): PageAssets | null {
  const assets = readPageAssets(name, folder)
  if (assets === null) log.warn({ folder }, `the ${name} page was not built: run npm run build`)
  for (const [url, text] of assets?.files ?? []) app.get(url, (request, reply) => text.send(request, reply))
  return assets
}

/** The same for everybody: which invitation it is stands behind the #, and browsers do not send that. */
function invitationPage(reply: FastifyReply, assets: PageAssets | null, prefix: string): FastifyReply {
  if (assets === null) return sendMessage(reply, 503, notBuilt('invitation'), null)
  return reply.headers(pageHeaders()).send(shellPage('Invitation', assets, prefix))
}

async function checkoutPage(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: PageParts,
  assets: PageAssets | null,
  prefix: string,
): Promise<FastifyReply> {
  try {
    await parts.limiter?.take('default', request.ip)
    const { checkout, isExpired } = await findForPage(parts.db, request.params as { client_secret: string })
    if (assets === null) return sendMessage(reply, 503, notBuilt('checkout'), null)
    const status = isExpired ? 410 : 200
    return reply
      .code(status)
      .headers(pageHeaders(checkout.embedOrigin))
      .send(shellPage('Checkout', assets, prefix))
  } catch (error) {
    const problem = problemOf(error, request.id)
    if (problem.isBug) throw error
    reply.headers(problem.headers)
    return sendMessage(reply, problem.status, MESSAGES[problem.status] ?? TRY_AGAIN, assets && prefix + assets.style)
  }
}

async function findForPage(
  db: Db,
  { client_secret }: { client_secret: string },
): Promise<{ checkout: Checkout; isExpired: boolean }> {
  requireWellFormed(client_secret)
  const full = await findCheckoutBySecret(db, client_secret)
  if (!full) throw new Refusal(ResourceNotFound)
  const { checkout, organization } = full
  return { checkout, isExpired: statusAt(checkout, db.clock.now(organization.id)) === 'expired' }
}

type Message = readonly [title: string, text: string]

const notBuilt = (page: string): Message => [
  'Not built yet',
  `The ${page} page is missing on this server. Run: npm run build`,
]
const TRY_AGAIN: Message = [
  'Please try again',
  'The page cannot be shown right now. Nothing was paid. Try again in a moment.',
]
const MESSAGES: Readonly<Record<number, Message>> = {
  404: [
    'No such checkout',
    'This address leads to no checkout. Perhaps a part of it was lost: open the link again where you found it.',
  ],
  429: ['Too many requests', 'Please wait a minute, then load the page again.'],
}

function sendMessage(reply: FastifyReply, status: number, [title, text]: Message, style: string | null): FastifyReply {
  return reply
    .code(status)
    .headers(pageHeaders())
    .send(messagePage(title, text, style))
}

/** A letter in a circle, under the letter's own name. */
async function sendAvatar(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { file } = request.params as { file: string }
  const initial = /^(.)\.svg$/u.exec(file)?.[1]
  if (initial === undefined) throw new Refusal(ResourceNotFound)
  return reply
    .headers({
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=604800',
    })
    .send(avatarSvg(initial))
}
