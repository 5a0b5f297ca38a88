import type { TSchema } from 'typebox'
import type { Access, Route } from '../http/route.ts'
import { type JsonSchema, type Operation, type Parameter, type Reference, refTo } from './document.ts'
import { bodyExample } from './examples.ts'
import type { REQUEST_HEADERS } from './headers.ts'
import { responsesOf } from './responses.ts'
import type { Shapes } from './shapes.ts'
import { changesOneResource, isWrite, readsOneResource } from './traits.ts'

/** One route as an operation of the description. */
export function operationOf(route: Route, shapes: Shapes): Operation {
  const { spec } = route
  return {
    operationId: spec.operationId,
    tags: [spec.tag],
    summary: spec.summary,
    description: [spec.description, credential(spec.access)].filter(Boolean).join('\n\n'),
    security: securityOf(spec.access),
    ...(spec.access.kind === 'token' && { 'x-required-scope': spec.access.scope }),
    parameters: parametersOf(route, shapes),
    ...(spec.body && { requestBody: requestBody(route, spec.body, shapes) }),
    responses: responsesOf(route, shapes),
  }
}

function credential(access: Access): string {
  if (access.kind === 'public') return 'Needs no token.'
  if (access.kind === 'optional_token') return 'Needs no token; one that is sent must be valid.'
  const alternative = access.scope.replace(/:read$/, ':write')
  const other = alternative === access.scope ? '' : ` or \`${alternative}\``
  return `Needs a token with the scope \`${access.scope}\`${other}.`
}

function securityOf(access: Access): Operation['security'] {
  if (access.kind === 'public') return []
  return access.kind === 'token' ? [{ accessToken: [access.scope] }] : [{}, { accessToken: [] }]
}

function parametersOf(route: Route, shapes: Shapes): (Parameter | Reference)[] {
  const { params, query, body } = route.spec
  const names: (keyof typeof REQUEST_HEADERS)[] = []
  if (isWrite(route)) names.push('IdempotencyKey')
  if (changesOneResource(route)) names.push('IfMatch')
  if (readsOneResource(route)) names.push('IfNoneMatch')
  if (body) names.push('Prefer')
  return [
    ...textParameters('path', params, shapes),
    ...textParameters('query', query, shapes),
    ...names.map((name) => refTo('parameters', name)),
  ]
}

function textParameters(place: 'path' | 'query', schema: TSchema | undefined, shapes: Shapes): Parameter[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = shapes.schemaOf(property)
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(typeof description === 'string' && { description }),
      schema: rest,
    }
  })
}

function requestBody(route: Route, body: TSchema, shapes: Shapes): NonNullable<Operation['requestBody']> {
  const { required = [] } = body as { required?: string[] }
  const example = route.spec.bodyExample ?? bodyExample(body)
  return {
    // A body in which nothing is required may be left out.
    required: required.length > 0,
    content: { 'application/json': { schema: shapes.schemaOf(body), example } },
  }
}
