import buildSerializer from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { accepts, type Scope } from '../../kernel/actor.ts'
import { type InputIssue, InvalidInput } from '../../kernel/invalid-input.ts'
import { NotPermitted, Refusal } from '../../kernel/refusal.ts'
import { Answer, etagOf, expectedVersions, matchesAny } from './answer.ts'
import { refuseCardsBesideBody } from './card-numbers.ts'
import { claimKey, claimOf, keepAnswer } from './idempotency.ts'
import type { AppParts } from './parts.ts'
import { bracketsIn, parserOf, unstorableTexts } from './query.ts'
import { type Access, fastifyPath, type Route } from './route.ts'
import { secretsTaker } from './secrets-taker.ts'
import { Feed } from './stream/feed.ts'
import { openStreamsOf } from './stream/open-streams.ts'
import { checkOf, knownFields, unknownFields } from './validate.ts'
import { guarded, WriteGuard } from './write-guard.ts'

interface Checked {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** Puts one route on the server: credentials and budget before the body is read, then the input, then the work. */
export function mountRoute(app: FastifyInstance, route: Route, parts: AppParts): void {
  const { spec } = route
  const check = inputCheck(spec)
  const render = rendererOf(spec.answer)
  const streams = openStreamsOf(app)
  app.route({
    method: spec.method,
    url: fastifyPath(spec.path),
    config: { takesCards: spec.takesCards === true },
    onRequest: (request, reply) => admit(request, reply, route, parts),
    handler: async (request, reply) => {
      const input = check(request)
      if (performance.now() - request.identifiedAt > LONG) await identifyAgain(request, spec.access, parts)
      const result = await perform(request, route, input, render, parts)
      if (result instanceof Feed) return streams.send(request, reply, result, render)
      return respond(request, reply, result, spec.status, render)
    },
  })
}

/** In milliseconds. A body may take longer, and who sends it may have lost a token or a role since it began. */
const LONG = 1000

async function identifyAgain(request: FastifyRequest, access: Access, parts: AppParts): Promise<void> {
  await identify(request, access, parts)
  requirePermission(request, access)
}

/** 401, 429 and 403, in this order, before anything else is looked at. */
async function admit(request: FastifyRequest, reply: FastifyReply, route: Route, parts: AppParts): Promise<void> {
  const { access, budget = 'default' } = route.spec
  const caller = await identify(request, access, parts).catch(async (error: unknown) => {
    // Guessing tokens uses up the address's own budget.
    if (error instanceof Refusal) await parts.limiter?.take(budget, request.ip)
    throw error
  })
  request.identifiedAt = performance.now()
  const headers = await parts.limiter?.take(budget, caller)
  if (headers) reply.headers(headers)
  requirePermission(request, access)
}

function requirePermission(request: FastifyRequest, access: Access): void {
  const isAnonymous = access.kind === 'optional_token' && request.actor === undefined
  if ('scope' in access && !isAnonymous && !accepts(access.scope, request.actor?.scopes ?? new Set())) {
    throw insufficientScope(access.scope)
  }
  if ('isPersonal' in access && request.actor?.kind === 'organization') throw personalTokenNeeded()
}

const insufficientScope = (scope: Scope) =>
  new Refusal(NotPermitted, {
    code: 'insufficient_scope',
    detail: `The token lacks the scope ${scope}.`,
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  })

const personalTokenNeeded = () =>
  new Refusal(NotPermitted, {
    code: 'personal_token_needed',
    detail: "This needs a person's own access token. An organization's token cannot do it.",
  })

/** Finds out who asks, as far as the route wants to know; answers whose budget the request uses. */
async function identify(request: FastifyRequest, access: Access, parts: AppParts): Promise<string> {
  const { authorization } = request.headers
  if (access.kind === 'token') {
    request.actor = await parts.authenticate(authorization)
    return request.actor.tokenId
  }
  if (access.kind === 'customer_session') {
    request.customer = await parts.authenticateCustomer(authorization)
    return request.customer.sessionId
  }
  if (access.kind === 'optional_token' && authorization !== undefined) {
    if (!access.isPersonal) return parts.authenticateAnybody(authorization)
    request.actor = await parts.authenticate(authorization)
    return request.actor.tokenId
  }
  return request.ip
}

function inputCheck(spec: Route['spec']): (request: FastifyRequest) => Checked {
  const params = textPart(spec.params, 'path')
  const query = textPart(spec.query, 'query')
  const checkBody = spec.body && checkOf(spec.body, 'body')
  const withoutSecrets = secretsTaker(spec)
  return (request) => {
    refuseCardsBesideBody(request)
    const issues: InputIssue[] = []
    const input = {
      params: params(request.params as object, issues),
      query: query(request.query as object, issues),
      body: spec.body ? (request.body === undefined ? {} : request.body) : undefined,
    }
    if (spec.body && checkBody) {
      issues.push(...checkBody(input.body))
      if (isStrict(request)) issues.push(...unknownFields(spec.body, input.body))
    }
    if (issues.length > 0) throw new InvalidInput(issues.map(withoutSecrets))
    return { ...input, body: spec.body && knownFields(spec.body, input.body) }
  }
}

function textPart(schema: TSchema | undefined, place: 'path' | 'query') {
  if (!schema) return () => ({})
  const parse = parserOf(schema)
  const check = checkOf(schema, place)
  const brackets = bracketsIn(schema)
  return (given: object, issues: InputIssue[]) => {
    const parsed = parse(given)
    issues.push(...check(parsed), ...(place === 'query' ? [...unstorableTexts(parsed), ...brackets(given)] : []))
    return place === 'path' ? withPlainIds(schema, parsed as Record<string, unknown>) : parsed
  }
}

/** Ids are compared as texts too, so those of a path take the spelling that the database gives them. */
function withPlainIds(schema: TSchema, params: Record<string, unknown>): Record<string, unknown> {
  const { properties = {} } = schema as { properties?: Record<string, { format?: string }> }
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      const isId = properties[name]?.format === 'uuid' && typeof value === 'string'
      return [name, isId ? value.toLowerCase() : value]
    }),
  )
}

function isStrict(request: FastifyRequest): boolean {
  return /(?:^|[,;\s])handling\s*=\s*"?strict/i.test(String(request.headers.prefer ?? ''))
}

/** Serializers are compiled from the schema that also describes the answer: a missing key is an error here. */
function rendererOf(schema: TSchema | undefined): (body: unknown) => string {
  if (!schema) return () => ''
  return buildSerializer(schema as object)
}

async function perform(
  request: FastifyRequest,
  route: Route,
  input: Checked,
  render: (body: unknown) => string,
  parts: AppParts,
): Promise<unknown> {
  const run = route.run as (asked: object) => Promise<unknown>
  const asked = {
    ...input,
    actor: request.actor,
    customer: request.customer,
    requestId: request.id,
    ip: request.ip,
  }
  if (route.mode === 'read') return run({ ...asked, db: parts.db })
  if (route.mode === 'stream') return run({ ...asked, db: parts.db, lastEventId: lastEventId(request) })
  const claim = claimOf(request.headers['idempotency-key'], scopeOf(route, input, request), {
    method: request.method,
    url: request.url,
    rawBody: request.rawBody,
  })
  const guard = guardOf(route, request)
  if (route.mode === 'act') {
    const transactions = guard ? guarded(parts.transactions, guard) : parts.transactions
    return run({ ...asked, db: parts.db, transactions, claim, render })
  }
  const expected = expectedVersions(request.headers['if-match'])
  return parts.transactions.run(
    async (tx) => {
      const earlier = claim && (await claimKey(tx, claim, parts.box))
      if (earlier) return earlier
      const result = await run({ ...asked, tx })
      guard?.requireAsked(route.spec)
      if (!claim) return result
      const text = render(bodyOf(result))
      await keepAnswer(tx, claim, route.spec.status, text, parts.box)
      return result
    },
    { requestId: request.id, expected, ...(guard && { requireWriter: guard.requireWriter }) },
  )
}

/** Only a token acts for somebody. Buyers and customers write what is theirs. */
function guardOf({ spec }: Route, { actor }: FastifyRequest): WriteGuard | undefined {
  return spec.access.kind === 'token' && actor ? new WriteGuard(actor) : undefined
}

function lastEventId({ headers }: FastifyRequest): string | undefined {
  const given = headers['last-event-id']
  return Array.isArray(given) ? given.at(-1) : given
}

function scopeOf(route: Route, input: Checked, request: FastifyRequest): string {
  if (route.spec.idempotencyScope) {
    return route.spec.idempotencyScope(input as { params: Static<TSchema>; body: Static<TSchema> })
  }
  if (request.customer) return `session:${request.customer.sessionId}`
  return request.actor ? `token:${request.actor.tokenId}` : `address:${request.ip}`
}

function bodyOf(result: unknown): unknown {
  return result instanceof Answer ? result.body : result
}

function respond(
  request: FastifyRequest,
  reply: FastifyReply,
  result: unknown,
  status: number,
  render: (body: unknown) => string,
): FastifyReply {
  const extras = result instanceof Answer ? result.extras : {}
  if (extras.headers) reply.headers(extras.headers)
  const code = extras.status ?? status
  if (code === 204) return reply.code(204).send()
  const text = extras.text ?? render(bodyOf(result))
  reply.code(code).header('content-type', 'application/json; charset=utf-8')
  if (extras.version !== undefined) {
    const etag = etagOf(extras.version, text)
    reply.header('etag', etag)
    const seen = request.headers['if-none-match']
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && seen !== undefined && matchesAny(seen, etag)) return reply.code(304).send()
  }
  return reply.send(text)
}
