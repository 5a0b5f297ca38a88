import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SandboxLedger } from '../adapters/payments/sandbox/ledger.ts'
import { Refusal, ResourceNotFound } from '../kernel/refusal.ts'
import { type Checkout, findCheckoutBySecret, hasExpired, requireWellFormed } from '../modules/checkouts/index.ts'
import { avatarSvg } from '../modules/customers/index.ts'
import type { RateLimiter } from '../platform/http/rate-limit.ts'
import type { Log } from '../platform/log.ts'
import type { Db } from '../platform/postgres/pool.ts'
import { mountChallengePage } from './challenge-page.ts'
import { type PageAssets, readEmbedScript, readPageAssets } from './pages/assets.ts'
import { shellPage } from './pages/html.ts'
import { languageOf, orMessage, sendMessage, sendPage } from './pages/message.ts'

export interface PageParts {
  readonly db: Db
  readonly limiter: RateLimiter | null
  readonly log: Log
  readonly baseUrl: string
  /** Where the built pages lie. */
  readonly checkoutDir: string
  readonly invitationDir: string
  readonly embedDir: string
  readonly ledger: SandboxLedger
  /** A buyer has answered the challenge of a test purchase. */
  readonly answered: () => void
}

/** The pages that people see in a browser. Answers where the style of messages lies; null when it was not built. */
export function mountPages(app: FastifyInstance, parts: PageParts): string | null {
  const assets = mountAssets(app, 'checkout', parts.checkoutDir, parts.log)
  // Behind a proxy the public address can have a path of its own.
  const prefix = new URL(parts.baseUrl).pathname.replace(/\/+$/, '')
  const handler = (request: FastifyRequest, reply: FastifyReply) => checkoutPage(request, reply, parts, assets, prefix)
  app.get('/checkout/:client_secret', handler)
  app.get('/checkout/:client_secret/confirmation', handler)
  app.get('/avatars/:file', sendAvatar)
  const invitation = mountAssets(app, 'invitation', parts.invitationDir, parts.log)
  app.get('/invitation', (request, reply) => invitationPage(request, reply, invitation, prefix))
  mountEmbed(app, parts)
  const { ledger, limiter, answered } = parts
  const style = assets && prefix + assets.style
  mountChallengePage(app, { ledger, limiter, answered, style })
  return style
}

function mountAssets(app: FastifyInstance, name: string, folder: string, log: Log): PageAssets | null {
  const assets = readPageAssets(name, folder)
  if (assets === null) log.warn({ folder }, `the ${name} page was not built: run npm run build`)
  for (const [url, text] of assets?.files ?? []) app.get(url, (request, reply) => text.send(request, reply))
  return assets
}

/** For sites that show the checkout in a frame of their own pages. */
function mountEmbed(app: FastifyInstance, { embedDir, log }: PageParts): void {
  const script = readEmbedScript(embedDir)
  if (script === null) log.warn({ folder: embedDir }, 'the embed script was not built: run npm run build')
  else app.get('/embed.js', (request, reply) => script.send(request, reply))
}

/** The same for everybody: which invitation it is stands behind the #, and browsers do not send that. */
function invitationPage(
  request: FastifyRequest,
  reply: FastifyReply,
  assets: PageAssets | null,
  prefix: string,
): FastifyReply {
  if (assets === null) return sendMessage(request, reply, 503, 'notBuilt', null)
  return sendPage(reply, shellPage('invitation', languageOf(request), assets, prefix))
}

function checkoutPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, limiter }: PageParts,
  assets: PageAssets | null,
  prefix: string,
): Promise<FastifyReply> {
  const style = assets && prefix + assets.style
  return orMessage(request, reply, { limiter, style, missing: 'noCheckout' }, async () => {
    const { checkout, isExpired } = await findForPage(db, request.params as { client_secret: string })
    if (assets === null) return sendMessage(request, reply, 503, 'notBuilt', null)
    const { embedOrigin, paymentsMode } = checkout
    const page = shellPage('checkout', languageOf(request), assets, prefix, {
      // An expired one may be started again with real money.
      isTest: paymentsMode === 'sandbox' && !isExpired,
      isInline: (request.query as { embed?: unknown }).embed === 'inline',
    })
    return sendPage(reply.code(isExpired ? 410 : 200), page, { embedOrigin, takesRealMoney: paymentsMode === 'live' })
  })
}

async function findForPage(
  db: Db,
  { client_secret }: { client_secret: string },
): Promise<{ checkout: Checkout; isExpired: boolean }> {
  requireWellFormed(client_secret)
  const full = await findCheckoutBySecret(db, client_secret)
  if (!full) throw new Refusal(ResourceNotFound)
  return { checkout: full.checkout, isExpired: hasExpired(full, db.clock.now(full.organization.id)) }
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
