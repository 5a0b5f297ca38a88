import type { FastifyReply, FastifyRequest } from 'fastify'
import { InvalidInput } from '../../kernel/invalid-input.ts'
import {
  InternalError,
  PayloadTooLarge,
  Refusal,
  type RefusalKind,
  ServiceUnavailable,
  UnsupportedMediaType,
} from '../../kernel/refusal.ts'
import { isCutShort, isDatabaseAway } from '../postgres/pool.ts'

export const BadRequest: RefusalKind = {
  error: 'BadRequest',
  status: 400,
  code: 'bad_request',
  detail: 'The request cannot be read.',
}

export const RequestTimeout: RefusalKind = {
  error: 'RequestTimeout',
  status: 408,
  code: 'request_timeout',
  detail: 'The request took too long to arrive.',
}

/** The same mistakes under the framework's names. */
const FRAMEWORK: Readonly<Record<string, RefusalKind>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: PayloadTooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: UnsupportedMediaType,
  ERR_HTTP_REQUEST_TIMEOUT: RequestTimeout,
}

export interface Problem {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Record<string, unknown>
}

/** Every error that leaves the server has one of two shapes. `isBug` says that it needs a look at the log. */
export function problemOf(error: unknown, requestId: string): Problem & { readonly isBug: boolean } {
  if (error instanceof InvalidInput) {
    const body = {
      error: 'RequestValidationError',
      detail: error.issues.map((issue) => ({ ...issue, input: brief(issue.input) })),
      request_id: requestId,
    }
    return { status: 422, headers: {}, body, isBug: false }
  }
  if (error instanceof Refusal) return { ...refusalProblem(error, requestId), isBug: false }
  if (isDatabaseAway(error) || isCutShort(error)) {
    const away = new Refusal(ServiceUnavailable, {
      headers: { 'retry-after': '1' },
      ...(isCutShort(error) ? { detail: 'The database took too long. Try again in a moment.' } : {}),
    })
    return { ...refusalProblem(away, requestId), isBug: false }
  }
  const known = frameworkKind(error)
  return {
    ...refusalProblem(new Refusal(known ?? InternalError), requestId),
    isBug: known === undefined,
  }
}

const LONGEST_TEXT = 500
const LONGEST_JSON = 2000

/** What was sent is repeated so that it can be recognized. A large body would come back once for each missing field. */
function brief(input: unknown): unknown {
  if (typeof input === 'string')
    return input.length > LONGEST_TEXT ? `${input.slice(0, LONGEST_TEXT).toWellFormed()}…` : input
  if (typeof input !== 'object' || input === null) return input
  return JSON.stringify(input).length > LONGEST_JSON ? null : input
}

function frameworkKind(error: unknown): RefusalKind | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code !== undefined && FRAMEWORK[code]) return FRAMEWORK[code]
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? BadRequest : undefined
}

function refusalProblem(refusal: Refusal, requestId: string): Problem {
  const { kind, extras } = refusal
  const body = {
    error: kind.error,
    detail: refusal.message,
    code: extras.code ?? kind.code,
    request_id: requestId,
    ...extras.body,
  }
  return { status: kind.status, headers: extras.headers ?? {}, body }
}

/** RFC 9457, for those who ask for it. */
function asProblemJson(problem: Problem): Record<string, unknown> {
  const { error, detail, ...rest } = problem.body
  const isList = Array.isArray(detail)
  return {
    type: 'about:blank',
    title: error,
    status: problem.status,
    detail: isList ? 'The request does not fit what is expected.' : detail,
    ...(isList ? { errors: detail } : {}),
    ...rest,
  }
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  const wantsProblemJson = request.headers.accept?.includes('application/problem+json') === true
  reply.code(problem.status).headers(problem.headers)
  if (wantsProblemJson) {
    return reply.header('content-type', 'application/problem+json').send(JSON.stringify(asProblemJson(problem)))
  }
  return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(problem.body))
}
