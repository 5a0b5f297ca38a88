import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../kernel/refusal.ts'
import { BODY_LIMIT } from './body.ts'
import type { Patience } from './patience.ts'
import { RequestTimeout } from './problem.ts'

/** What Node itself watches over. It sees whole requests only, so it is set for the longest that there is: an upload. */
export function nodeTimeouts({ headers, request, interval }: Patience) {
  return { headersTimeout: headers, requestTimeout: request, connectionsCheckingInterval: interval }
}

/** JSON has to arrive within a shorter time than a file, also when it comes drop by drop. */
export function cutOffSlowSenders(app: FastifyInstance, patience: Patience): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers
    const hasBody = length !== undefined || coding !== undefined
    const isUpload = (request.routeOptions.bodyLimit ?? BODY_LIMIT) > BODY_LIMIT
    if (hasBody && !isUpload) {
      request.bodyTimer = setTimeout(() => {
        if (!request.raw.complete && !reply.sent) reply.send(late())
      }, patience.body).unref()
    }
    done(null, payload)
  })
  app.addHook('onResponse', (request, _reply, done) => {
    clearTimeout(request.bodyTimer)
    // Refused before its body was read. Closing at once could cost the caller the answer.
    if (!request.raw.complete) setTimeout(() => request.raw.destroy(), patience.rest).unref()
    done()
  })
}

const late = () => new Refusal(RequestTimeout, { headers: { connection: 'close' } })
