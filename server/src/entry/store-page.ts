import { accentProperties } from '@till/ui/accent'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  Addresses,
  buyFromStore,
  type StorePage,
  showStore,
  storeMessage,
  storePage,
  visitOf,
} from '../flows/storefront/index.ts'
import { escaped } from '../kernel/html.ts'
import { Refusal, ResourceNotFound } from '../kernel/refusal.ts'
import type { CheckoutNeeds } from '../modules/checkouts/index.ts'
import type { RateLimiter } from '../platform/http/rate-limit.ts'
import type { Log } from '../platform/log.ts'
import type { Db } from '../platform/postgres/pool.ts'
import type { Transactions } from '../platform/postgres/transaction.ts'
import { readStyle } from './pages/assets.ts'
import { documentOf } from './pages/html.ts'
import { orSaid, sendPage } from './pages/message.ts'

export interface StoreParts {
  readonly db: Db
  readonly transactions: Transactions
  readonly limiter: RateLimiter | null
  readonly log: Log
  readonly needs: CheckoutNeeds
  readonly baseUrl: string
  /** Where the built style sheet lies. */
  readonly storeDir: string
}

/** What an organization sells, for everybody to see. The page comes whole, and has no script. */
export function mountStore(app: FastifyInstance, parts: StoreParts): void {
  const addresses = new Addresses(parts.baseUrl)
  const assets = readStyle('store', parts.storeDir)
  if (assets === null) parts.log.warn({ folder: parts.storeDir }, 'the store page was not built: run npm run build')
  else app.get(assets.style, (request, reply) => assets.text.send(request, reply))
  const counter = { ...parts, addresses, style: assets && addresses.prefix + assets.style }
  app.get('/store/:slug', (request, reply) => show(request, reply, counter))
  app.get('/assets/accent/:file', sendAccent)
  app.register(async (scope) => {
    // What a browser calls a form. Everywhere else only JSON is read, and here it is not.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(FORM, { parseAs: 'string' }, async (_: FastifyRequest, body: string) => body)
    scope.post('/store/:slug/buy', { bodyLimit: FORM_LIMIT }, (request, reply) => sell(request, reply, counter))
  })
}

const FORM = 'application/x-www-form-urlencoded'
const FORM_LIMIT = 4096

interface Counter extends StoreParts {
  readonly addresses: Addresses
  readonly style: string | null
}

async function show(request: FastifyRequest, reply: FastifyReply, counter: Counter): Promise<FastifyReply> {
  const visit = visitFrom(request, request.query as Fields)
  return orRefused(request, reply, visit, counter, async () => {
    const store = await showStore(counter.db, visit)
    return sendStore(reply, storePage(store, visit, counter.addresses, counter.needs.links), counter)
  })
}

/** A form from another site can do no harm: all that it opens is a checkout, which nobody has paid yet. */
async function sell(request: FastifyRequest, reply: FastifyReply, counter: Counter): Promise<FastifyReply> {
  const form = new URLSearchParams(String(request.body ?? ''))
  const visit = visitFrom(request, Object.fromEntries(form))
  const { transactions, needs } = counter
  return orRefused(request, reply, visit, counter, async () => {
    const work = transactions.run((tx) => buyFromStore(tx, visit.slug, form.get('product_id'), needs), {
      requestId: request.id,
    })
    const { checkout } = await work
    const { isChosen, locale } = visit.language
    // The path alone: the page's policy lets its forms lead nowhere but to where the page itself came from.
    const { pathname } = new URL(needs.links.checkout(checkout.clientSecret))
    return reply.header('cache-control', 'no-store').redirect(pathname + (isChosen ? `?locale=${locale}` : ''), 303)
  })
}

type Fields = Readonly<Record<string, unknown>>
type Visit = ReturnType<typeof visitOf>

function visitFrom({ params, headers }: FastifyRequest, { page, locale }: Fields): Visit {
  const { slug } = params as { slug: string }
  return visitOf({ slug, page, locale, acceptLanguage: headers['accept-language'] })
}

/** Whatever refuses is said in the words of a store. */
function orRefused(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: Visit,
  counter: Counter,
  answer: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  return orSaid(request, reply, counter.limiter, answer, ({ body }) =>
    sendStore(reply, storeMessage(String(body.code), visit, counter.addresses), counter),
  )
}

function sendStore(reply: FastifyReply, { title, head, body, ...terms }: StorePage, { style }: Counter): FastifyReply {
  const sheet = style === null ? '' : `<link rel="stylesheet" href="${style}">\n`
  return sendPage(reply, documentOf(escaped(title), sheet + head.text, body.text, terms))
}

/** A day: the rules that make a color readable may change with a new version, and its address does not. */
const FOR_A_DAY = { 'cache-control': 'public, max-age=86400' }

/** The seller's color, made readable. */
async function sendAccent(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { file } = request.params as { file: string }
  const [, color = ''] = /^([\da-f]{6})\.css$/.exec(file) ?? []
  const properties = Object.entries(accentProperties(`#${color}`))
  if (properties.length === 0) throw new Refusal(ResourceNotFound)
  const sheet = `:root{${properties.map(([name, value]) => `${name}:${value}`).join(';')}}\n`
  return reply.headers({ ...FOR_A_DAY, 'content-type': 'text/css; charset=utf-8' }).send(sheet)
}
