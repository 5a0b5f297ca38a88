import { spokenIn } from '@till/words'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findOpenLink, openCheckoutLink } from '../modules/checkout-links/index.ts'
import type { CheckoutNeeds } from '../modules/checkouts/index.ts'
import type { RateLimiter } from '../platform/http/rate-limit.ts'
import type { Db } from '../platform/postgres/pool.ts'
import type { Transactions } from '../platform/postgres/transaction.ts'
import { orMessage } from './pages/message.ts'

export interface CheckoutLinkParts {
  readonly db: Db
  readonly transactions: Transactions
  readonly limiter: RateLimiter | null
  readonly needs: CheckoutNeeds
  /** The address of a stylesheet for messages; null when no page was built. */
  readonly style: string | null
}

type Params = { readonly client_secret: string }
type Query = Readonly<Record<string, unknown>>

/** Where checkout links lead to: a checkout is made for whoever opens one, and they are sent on to its page. */
export function mountCheckoutLinks(app: FastifyInstance, parts: CheckoutLinkParts): void {
  const answering = (answer: Answer) => (request: FastifyRequest, reply: FastifyReply) =>
    orMessage(request, reply, { ...parts, missing: 'noLink' }, () => answer(request, reply, parts))
  const url = '/buy/:client_secret'
  app.get(url, { exposeHeadRoute: false }, answering(open))
  app.head(url, answering(look))
}

type Answer = (request: FastifyRequest, reply: FastifyReply, parts: CheckoutLinkParts) => Promise<FastifyReply>

async function open(request: FastifyRequest, reply: FastifyReply, parts: CheckoutLinkParts): Promise<FastifyReply> {
  reply.headers(NOT_KEPT)
  // Browsers ask ahead for what may never be clicked; then nobody has asked for a checkout yet.
  if (isPrefetch(request)) return reply.code(503).send()
  const { client_secret } = request.params as Params
  const query = request.query as Query
  const { checkout } = await parts.transactions.run((tx) => openCheckoutLink(tx, client_secret, query, parts.needs), {
    requestId: request.id,
  })
  return reply.redirect(parts.needs.links.checkout(checkout.clientSecret) + lookOf(query), 303)
}

/** HEAD asks whether the link works, and makes nothing. */
async function look(request: FastifyRequest, reply: FastifyReply, { db }: CheckoutLinkParts): Promise<FastifyReply> {
  const { client_secret } = request.params as Params
  await findOpenLink(db, client_secret)
  return reply.headers(NOT_KEPT).send()
}

/** Each visit is another checkout. */
const NOT_KEPT = { 'cache-control': 'no-store' }

function isPrefetch({ headers }: FastifyRequest): boolean {
  return [headers['sec-purpose'], headers.purpose].some((purpose) => /\bprefetch\b/i.test(String(purpose ?? '')))
}

/** How the page is to look and where it is shown, and nothing else of the address. */
function lookOf(query: Query): string {
  const look = new URLSearchParams()
  for (const [name, isLook] of Object.entries(LOOKS)) {
    const value = query[name]
    if (typeof value === 'string' && isLook(value)) look.set(name, value)
  }
  return look.size > 0 ? `?${look}` : ''
}

/** What has to fit, by RFC 5646. No language of a browser needs more. */
const MAX_TAG = 35

const LOOKS: Readonly<Record<string, (value: string) => boolean>> = {
  locale: (tag) => tag.length <= MAX_TAG && spokenIn(tag) !== null,
  theme: (theme) => /^(?:light|dark)$/.test(theme),
  embed: (kind) => /^(?:overlay|inline)$/.test(kind),
  embed_origin: (origin) => /^https?:\/\/[\w.:[\]-]{1,255}$/.test(origin),
}
