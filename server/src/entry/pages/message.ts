import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Language, languageFor } from '../../platform/http/language.ts'
import { type Problem, problemOf } from '../../platform/http/problem.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import { type PageTerms, pageHeaders } from './headers.ts'
import { messagePage } from './html.ts'
import { PAGE_TEXTS, type PageTexts } from './texts.ts'

type MessageName = keyof PageTexts['messages']

/** What pages are sent with. */
interface Counter {
  readonly limiter: RateLimiter | null
  /** The address of a stylesheet; null when no page was built. */
  readonly style: string | null
  /** What is said where there is nothing. */
  readonly missing: MessageName
}

export function languageOf({ query, headers }: FastifyRequest): Language<PageTexts> {
  const { locale } = query as { readonly locale?: unknown }
  return languageFor(PAGE_TEXTS, locale, headers['accept-language'])
}

/** A page whose words are in the language of the visitor. */
export function sendPage(reply: FastifyReply, page: string, terms?: PageTerms): FastifyReply {
  return reply.headers({ ...pageHeaders(terms), vary: 'accept-language' }).send(page)
}

export function sendMessage(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  name: MessageName,
  style: string | null,
): FastifyReply {
  const { texts, locale } = languageOf(request)
  return sendPage(reply.code(status), messagePage(texts.messages[name], locale, style))
}

/** For pages: whatever refuses is said in words that a visitor can read. */
export function orMessage(
  request: FastifyRequest,
  reply: FastifyReply,
  { limiter, style, missing }: Counter,
  answer: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  return orSaid(request, reply, limiter, answer, ({ status }) => {
    const name = status === 404 ? missing : (BY_STATUS[status] ?? 'tryAgain')
    return sendMessage(request, reply, status, name, style)
  })
}

/** The same for pages that have words of their own. A bug is none of the visitor's business, and goes on. */
export async function orSaid(
  request: FastifyRequest,
  reply: FastifyReply,
  limiter: RateLimiter | null,
  answer: () => Promise<FastifyReply>,
  say: (problem: Problem) => FastifyReply,
): Promise<FastifyReply> {
  try {
    await limiter?.take('default', request.ip)
    return await answer()
  } catch (error) {
    const problem = problemOf(error, request.id)
    if (problem.isBug) throw error
    reply.code(problem.status).headers(problem.headers)
    return say(problem)
  }
}

const BY_STATUS: Readonly<Record<number, MessageName>> = { 410: 'notSold', 429: 'tooMany' }
