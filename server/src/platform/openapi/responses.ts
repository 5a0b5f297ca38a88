import type { RefusalKind } from '../../kernel/refusal.ts'
import type { Route } from '../http/route.ts'
import { type ApiResponse, type JsonSchema, type Reference, refTo } from './document.ts'
import { errorExample } from './error-shapes.ts'
import { answerExample } from './examples.ts'
import type { HeaderName } from './headers.ts'
import { groupBy, type Kinds, refusalsOf } from './refusals.ts'
import type { Shapes } from './shapes.ts'
import { changesOneResource, isWrite, readsOneResource } from './traits.ts'

export function responsesOf(route: Route, shapes: Shapes): Record<string, ApiResponse | Reference> {
  const byStatus = groupBy(refusalsOf(route), (kind) => kind.status)
  const errors = [...byStatus].sort(([a], [b]) => a - b).map(([status, kinds]) => [status, refusal(kinds)])
  return {
    [route.spec.status]: success(route, shapes),
    ...(readsOneResource(route) && { 304: { description: 'Nothing is new.', headers: headers('ETag') } }),
    ...Object.fromEntries(errors),
  }
}

function success(route: Route, shapes: Shapes): ApiResponse {
  const { answer, status } = route.spec
  const names: HeaderName[] = ['RateLimit', 'RateLimit-Policy']
  if (readsOneResource(route) || (changesOneResource(route) && status !== 204)) names.unshift('ETag')
  if (isWrite(route)) names.push('Idempotent-Replayed')
  const description = { 200: 'Done.', 201: 'Created.', 202: 'Accepted.', 204: 'Done; there is no body.' }[status]
  if (!answer || status === 204) return { description, headers: headers(...names) }
  const example = route.spec.answerExample ?? answerExample(answer)
  return { description, headers: headers(...names), content: json(shapes.schemaOf(answer), example) }
}

/** Refusals that share a status are one union, told apart by `error`. */
function refusal(kinds: Kinds): ApiResponse | Reference {
  const classes = classesOf(kinds)
  if (classes.length === 1) return refTo('responses', kinds[0].error)
  const refs = classes.map((kind) => [kind.error, refTo('schemas', kind.error)] as const)
  const schema = {
    oneOf: refs.map(([, ref]) => ref),
    discriminator: {
      propertyName: 'error',
      mapping: Object.fromEntries(refs.map(([error, { $ref }]) => [error, $ref])),
    },
  }
  return {
    description: classes.map(sentence).join(' Or: '),
    headers: headers(...errorHeaders(kinds[0].status)),
    content: json(schema, errorExample(kinds[0])),
  }
}

/** The answers of error classes that stand alone at their status, which many routes share. */
export function sharedResponses(routes: readonly Route[]): Record<string, ApiResponse> {
  const shared = new Map<string, RefusalKind>()
  for (const route of routes) {
    for (const kinds of groupBy(refusalsOf(route), (kind) => kind.status).values()) {
      if (classesOf(kinds).length === 1) shared.set(kinds[0].error, kinds[0])
    }
  }
  const sorted = [...shared].sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(sorted.map(([error, kind]) => [error, sharedResponse(kind)]))
}

function sharedResponse(kind: RefusalKind): ApiResponse {
  return {
    description: sentence(kind),
    headers: headers(...errorHeaders(kind.status)),
    content: json({ ...refTo('schemas', kind.error) }, errorExample(kind)),
  }
}

/** The first kind of each class. */
function classesOf(kinds: Kinds): RefusalKind[] {
  return [...groupBy(kinds, (kind) => kind.error).values()].map(([first]) => first)
}

const sentence = (kind: RefusalKind): string => `${kind.error}: ${kind.detail}`

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
