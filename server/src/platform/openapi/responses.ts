import type { RefusalKind } from '../../kernel/refusal.ts'
import type { Route } from '../http/route.ts'
import { type ApiResponse, type JsonSchema, type Reference, refTo } from './document.ts'
import { errorExample } from './error-shapes.ts'
import type { Examples } from './examples.ts'
import type { HeaderName } from './headers.ts'
import { groupBy, type Kinds, refusalsOf } from './refusals.ts'
import type { Shapes } from './shapes.ts'
import { changesOneResource, isWrite, readsOneResource } from './traits.ts'

export function responsesOf(route: Route, shapes: Shapes, examples: Examples): Record<string, ApiResponse | Reference> {
  const byStatus = groupBy(refusalsOf(route), (kind) => kind.status)
  const errors = [...byStatus].sort(([a], [b]) => a - b).map(([status, kinds]) => [status, refusal(kinds)])
  return {
    [route.spec.status]: success(route, shapes, examples),
    ...(readsOneResource(route) && { 304: { description: 'Nothing is new.', headers: headers('ETag') } }),
    ...Object.fromEntries(errors),
  }
}

function success(route: Route, shapes: Shapes, examples: Examples): ApiResponse {
  const { answer, status } = route.spec
  const names: HeaderName[] = ['RateLimit', 'RateLimit-Policy']
  if (readsOneResource(route) || (changesOneResource(route) && status !== 204)) names.unshift('ETag')
  if (isWrite(route)) names.push('Idempotent-Replayed')
  const description = { 200: 'Done.', 201: 'Created.', 202: 'Accepted.', 204: 'Done; there is no body.' }[status]
  if (!answer || status === 204) return { description, headers: headers(...names) }
  const media = { schema: shapes.schemaOf(answer), example: route.spec.answerExample ?? examples.answer(answer) }
  if (route.mode === 'stream')
    return { description: EVENTS, headers: headers(...names), content: { 'text/event-stream': media } }
  return { description, headers: headers(...names), content: { 'application/json': media } }
}

const EVENTS = 'Server-sent events. The data of each is one line of JSON, and its id is what `Last-Event-ID` takes.'

/** Refusals that share a status are one union, told apart by `error`; one that stands alone is described once for all. */
function refusal(given: Kinds): ApiResponse | Reference {
  const kinds = [...new Set(given)]
  if (kinds.length === 1) return refTo('responses', responseName(given[0]))
  return {
    description: kinds.map((kind) => `${kind.error} (\`${kind.code}\`): ${kind.detail}`).join('\n\n'),
    headers: headers(...errorHeaders(given[0].status)),
    content: {
      'application/json': {
        schema: unionOf(new Set(kinds.map((kind) => kind.error))),
        examples: Object.fromEntries(kinds.map((kind) => [kind.code, { value: errorExample(kind) }])),
      },
    },
  }
}

function unionOf(errors: ReadonlySet<string>): JsonSchema {
  const refs = [...errors].map((error) => [error, refTo('schemas', error).$ref] as const)
  if (refs.length === 1) return { $ref: refs[0]?.[1] }
  return {
    oneOf: refs.map(([, $ref]) => ({ $ref })),
    discriminator: { propertyName: 'error', mapping: Object.fromEntries(refs) },
  }
}

/** The answers of refusals that stand alone at their status, which many routes share. */
export function sharedResponses(routes: readonly Route[]): Record<string, ApiResponse> {
  const alone = routes.flatMap((route) =>
    [...groupBy(refusalsOf(route), (kind) => kind.status).values()].flatMap((kinds) => {
      return new Set(kinds).size === 1 ? [kinds[0]] : []
    }),
  )
  const shared = new Map(alone.map((kind) => [responseName(kind), sharedResponse(kind)]))
  return Object.fromEntries([...shared].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The error's name, and the code where one name has several. */
function responseName(kind: RefusalKind): string {
  const usualCode = kind.error.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()
  return kind.code === usualCode ? kind.error : `${kind.error}.${kind.code}`
}

function sharedResponse(kind: RefusalKind): ApiResponse {
  return {
    description: `${kind.error}: ${kind.detail}`,
    headers: headers(...errorHeaders(kind.status)),
    content: json({ ...refTo('schemas', kind.error) }, errorExample(kind)),
  }
}

function errorHeaders(status: number): HeaderName[] {
  if (status === 401 || status === 403) return ['WWW-Authenticate']
  if (status === 429) return ['RateLimit', 'RateLimit-Policy', 'Retry-After']
  return status === 409 || status === 503 ? ['Retry-After'] : []
}

function headers(...names: HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(['X-Request-Id', ...names].map((name) => [name, refTo('headers', name)]))
}

function json(schema: JsonSchema, example: unknown) {
  return { 'application/json': { schema, example } }
}
