import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Intent, SandboxLedger } from '../adapters/payments/sandbox/ledger.ts'
import { Refusal, ResourceNotFound } from '../kernel/refusal.ts'
import type { RateLimiter } from '../platform/http/rate-limit.ts'
import { pageHeaders } from './pages/headers.ts'
import { challengePage } from './pages/html.ts'
import { languageOf, orMessage, sendMessage, sendPage } from './pages/message.ts'

export interface ChallengeParts {
  readonly ledger: SandboxLedger
  readonly limiter: RateLimiter | null
  /** The address of a stylesheet; null when no page was built. */
  readonly style: string | null
  /** The buyer has answered, so there is something to tell. */
  readonly answered: () => void
}

/** Where the buyer of a test purchase plays the part of their bank, and says yes or no. */
export function mountChallengePage(app: FastifyInstance, parts: ChallengeParts): void {
  app.get('/sandbox/challenge/:secret', (request, reply) =>
    withIntent(request, reply, parts, async ({ status, challenge }) => {
      if (status !== 'action_required') return sendMessage(request, reply, 200, 'answered', parts.style)
      return sendPage(reply, challengePage(challenge ?? '', languageOf(request), parts.style))
    }),
  )
  app.register(async (scope) => {
    // What a browser calls the empty body of a form. Everywhere else only JSON is read.
    scope.addContentTypeParser(FORM, { parseAs: 'buffer' }, async () => undefined)
    for (const answer of ['approve', 'refuse'] as const) {
      scope.post(`/sandbox/challenge/:secret/${answer}`, (request, reply) =>
        withIntent(request, reply, parts, async ({ reference, returnUrl }) => {
          await parts.ledger.answerChallenge(reference, answer === 'approve')
          parts.answered()
          return reply.headers(pageHeaders()).redirect(returnUrl ?? '/', 303)
        }),
      )
    }
  })
}

const FORM = 'application/x-www-form-urlencoded'

function withIntent(
  request: FastifyRequest,
  reply: FastifyReply,
  { ledger, limiter, style }: ChallengeParts,
  send: (intent: Intent) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  return orMessage(request, reply, { limiter, style, missing: 'noPayment' }, async () => {
    const { secret } = request.params as { secret: string }
    const intent = await ledger.findChallenge(secret)
    if (!intent) throw new Refusal(ResourceNotFound)
    return send(intent)
  })
}
