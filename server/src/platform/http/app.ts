import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Actor, SignedInCustomer } from '../../kernel/actor.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Log } from '../log.ts'
import { BODY_LIMIT, parseBody } from './body.ts'
import { answerClientError } from './client-error.ts'
import { PREFLIGHT_HEADERS } from './cors.ts'
import { mountRoute } from './mount.ts'
import { refusalsOf, refuseUsualMethods } from './other-methods.ts'
import type { AppParts } from './parts.ts'
import { USUAL_PATIENCE } from './patience.ts'
import { BadRequest, problemOf, sendProblem } from './problem.ts'
import { requestIdOf } from './request-id.ts'
import { fastifyPath, type Route } from './route.ts'
import { API_HEADERS, SAFE_HEADERS } from './safe-headers.ts'
import { dropSilentConnections } from './silent-connections.ts'
import { cutOffSlowSenders, nodeTimeouts } from './slow-senders.ts'

declare module 'fastify' {
  interface FastifyRequest {
    rawBody: Buffer | undefined
    actor: Actor | undefined
    customer: SignedInCustomer | undefined
    arrivedAt: number
    /** When it was found out who asks. */
    identifiedAt: number
    bodyTimer: NodeJS.Timeout | undefined
  }
  interface FastifyContextConfig {
    takesCards?: boolean
  }
}

export function buildApp(parts: AppParts): FastifyInstance {
  const patience = parts.patience ?? USUAL_PATIENCE
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    trustProxy: parts.trustedProxies > 0 && ((_address, hop) => hop < parts.trustedProxies),
    genReqId: requestIdOf,
    requestTimeout: patience.request,
    connectionTimeout: patience.reader,
    // Node would answer a missing Host by itself, and without a body.
    http: { ...nodeTimeouts(patience), requireHostHeader: false },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    rewriteUrl: (request) => checkoutAlias(request.url ?? '/'),
    clientErrorHandler: (error, socket) => answerClientError(error, socket, parts.log),
    frameworkErrors: (error, request, reply) => {
      // No hook has run: the address itself could not be read.
      reply.headers({ 'x-request-id': request.id, ...API_HEADERS })
      sendProblem(request as FastifyRequest, reply, problemOf(error, request.id))
    },
  })
  app.decorateRequest('rawBody', undefined)
  app.decorateRequest('actor', undefined)
  app.decorateRequest('customer', undefined)
  app.decorateRequest('arrivedAt', 0)
  app.decorateRequest('identifiedAt', 0)
  app.decorateRequest('bodyTimer', undefined)
  // An Expect header that asks for more than Node knows is no reason to answer differently.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  dropSilentConnections(app)
  readJsonOnly(app)
  answerErrors(app, parts.log)
  markAnswers(app, parts)
  cutOffSlowSenders(app, patience)
  for (const route of parts.routes) mountRoute(app, route, parts)
  refuseOtherMethods(app, parts.routes)
  return app
}

/** `/v1/checkouts/...` answers like `/v1/checkouts/custom/...`. */
function checkoutAlias(url: string): string {
  const alias = /^\/v1\/checkouts(?=\/(?!custom(?:[/?]|$))|\?|$)/
  return alias.test(url) ? url.replace(alias, '/v1/checkouts/custom') : url
}

function readJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    clearTimeout(request.bodyTimer)
    request.rawBody = body
    return parseBody(body, request.routeOptions.config.takesCards === true)
  })
}

function answerErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error, request.id)
    if (problem.isBug) log.error({ err: error, request_id: request.id, route: request.routeOptions.url }, 'bug')
    return sendProblem(request, reply, problem)
  })
}

function markAnswers(app: FastifyInstance, parts: AppParts): void {
  let isClosing = false
  const refusalOf = refusalsOf(app)
  app.addHook('preClose', async () => {
    isClosing = true
  })
  // A connection that is busy when the server stops would otherwise be kept alive, and keep the process alive with it.
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
  app.addHook('onRequest', (request, reply, done) => {
    request.arrivedAt = performance.now()
    const isApi = request.url.startsWith('/v1/')
    reply.header('x-request-id', request.id).headers(isApi ? API_HEADERS : SAFE_HEADERS)
    if (isApi && request.method === 'OPTIONS') {
      reply.headers(PREFLIGHT_HEADERS).code(204).send()
      return
    }
    // An address that is not ours is refused here, before the body is read.
    done(lacksHost(request) ? new Refusal(BadRequest, { detail: 'HTTP/1.1 needs a Host header.' }) : refusalOf(request))
  })
  app.addHook('onResponse', (request, reply, done) => {
    const seconds = (performance.now() - request.arrivedAt) / 1000
    // The pattern, never the address itself: addresses carry client secrets.
    const route = request.routeOptions.url ?? 'unknown'
    parts.observe(route, request.method, reply.statusCode, seconds)
    parts.log.request(request.method, route, reply.statusCode, seconds, request.id)
    done()
  })
}

function lacksHost({ raw }: FastifyRequest): boolean {
  return raw.headers.host === undefined && raw.httpVersionMajor === 1 && raw.httpVersionMinor === 1
}

/** What a route's own methods leave over. */
function refuseOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
  const byPath = new Map<string, Set<string>>()
  for (const { spec } of routes) {
    const path = fastifyPath(spec.path)
    const answered = (byPath.get(path) ?? new Set()).add(spec.method)
    byPath.set(path, spec.method === 'GET' ? answered.add('HEAD') : answered)
  }
  for (const [url, answered] of byPath) refuseUsualMethods(app, url, [...answered])
}
