import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MethodNotAllowed, Refusal } from '../../../kernel/refusal.ts'
import { NotFromProcessor, type Notification, type PaymentProcessor } from '../../../modules/payments/index.ts'
import { BadRequest } from '../../../platform/http/problem.ts'
import { budgetOwner, type RateLimiter } from '../../../platform/http/rate-limit.ts'

export interface WebhookParts {
  readonly processor: Pick<PaymentProcessor, 'readNotification'>
  readonly limiter: RateLimiter | null
  /** Keeps what was told, once. What follows from it happens later. */
  readonly receive: (notification: Notification) => Promise<void>
}

const ADDRESS = '/v1/integrations/stripe/webhook'

/**
 * Where Stripe tells what has happened. It is no route for callers of the API, so the table of routes does not know it.
 * The body stays as it came, because the signature is one of bytes.
 */
export function mountStripeWebhook(app: FastifyInstance, { processor, limiter, receive }: WebhookParts): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async (request: FastifyRequest, body: Buffer) => {
        clearTimeout(request.bodyTimer)
        return body
      },
    )
    scope.route({
      method: 'POST',
      url: ADDRESS,
      onRequest: async (request, reply) => {
        // Apart from what others ask from the same address, such as that of a proxy.
        const headers = await limiter?.take('default', `stripe:${budgetOwner(request.ip)}`)
        if (headers) reply.headers(headers)
      },
      handler: async ({ headers, body }) => {
        const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
        const signature = headers['stripe-signature']
        await receive(await read(processor, Array.isArray(signature) ? signature[0] : signature, bytes))
        return { received: true }
      },
    })
    scope.route({
      method: ['GET', 'PUT', 'PATCH', 'DELETE'],
      url: ADDRESS,
      onRequest: async () => {
        throw new Refusal(MethodNotAllowed, { headers: { allow: 'POST' } })
      },
      handler: async () => {},
    })
  })
}

async function read(
  processor: WebhookParts['processor'],
  signature: string | undefined,
  body: Uint8Array,
): Promise<Notification> {
  try {
    return await processor.readNotification({ 'stripe-signature': signature }, body)
  } catch (error) {
    if (!(error instanceof NotFromProcessor)) throw error
    throw new Refusal(BadRequest, {
      code: 'signature_invalid',
      detail: 'The signature does not fit. STRIPE_WEBHOOK_SECRET has to be the one of this webhook endpoint.',
    })
  }
}
