import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Intent, SandboxLedger } from '../adapters/payments/sandbox/ledger.ts'
import type { RateLimiter } from '../platform/http/rate-limit.ts'
import { pageHeaders } from './pages/headers.ts'
import { challengePage, messagePage } from './pages/html.ts'

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
    withIntent(request, reply, parts, async (intent) => {
      const isOpen = intent.status === 'action_required'
      const page = isOpen ? challengePage(intent.challenge ?? '', parts.style) : messagePage(...ANSWERED, parts.style)
      return reply.headers(pageHeaders()).send(page)
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

type Message = readonly [title: string, text: string]
const ANSWERED: Message = [
  'Answered already',
  'You have answered this already. Go back to the shop to see what came of it.',
]
const UNKNOWN: Message = ['No such payment', 'This address leads to no payment that waits for you.']

async function withIntent(
  request: FastifyRequest,
  reply: FastifyReply,
  { ledger, limiter, style }: ChallengeParts,
  send: (intent: Intent) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  await limiter?.take('default', request.ip)
  const { secret } = request.params as { secret: string }
  const intent = await ledger.findChallenge(secret)
  if (intent) return send(intent)
  return reply
    .code(404)
    .headers(pageHeaders())
    .send(messagePage(...UNKNOWN, style))
}
