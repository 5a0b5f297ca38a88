import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Language, languageFor } from '../../platform/http/language.ts'
import { problemOf } from '../../platform/http/problem.ts'
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
export async function orMessage(
  request: FastifyRequest,
  reply: FastifyReply,
  { limiter, style, missing }: Counter,
  answer: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    await limiter?.take('default', request.ip)
    return await answer()
  } catch (error) {
    const problem = problemOf(error, request.id)
    if (problem.isBug) throw error
    const name = problem.status === 404 ? missing : (BY_STATUS[problem.status] ?? 'tryAgain')
    return sendMessage(request, reply.headers(problem.headers), problem.status, name, style)
  }
}

const BY_STATUS: Readonly<Record<number, MessageName>> = { 410: 'notSold', 429: 'tooMany' }
