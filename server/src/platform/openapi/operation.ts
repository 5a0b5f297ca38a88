import type { TSchema } from 'typebox'
import type { Access, Route } from '../http/route.ts'
import { type JsonSchema, type Operation, type Parameter, type Reference, refTo } from './document.ts'
import type { Examples } from './examples.ts'
import type { REQUEST_HEADERS } from './headers.ts'
import { responsesOf } from './responses.ts'
import type { Shapes } from './shapes.ts'
import { changesOneResource, isWrite, readsOneResource } from './traits.ts'

/** One route as an operation of the description. */
export function operationOf(route: Route, shapes: Shapes, examples: Examples): Operation {
  const { spec } = route
  const { sentence, security } = credential(spec.access)
  return {
    operationId: spec.operationId,
    tags: [spec.tag],
    summary: spec.summary,
    description: [spec.description, sentence].filter(Boolean).join('\n\n'),
    security,
    ...(spec.access.kind === 'token' && { 'x-required-scope': spec.access.scope }),
    parameters: parametersOf(route, shapes),
    ...(spec.body && { requestBody: requestBody(route, spec.body, shapes, examples) }),
    responses: responsesOf(route, shapes, examples),
  }
}

/** The credential that an operation needs, in words and in the description's own terms. */
function credential(access: Access): { readonly sentence: string; readonly security: Operation['security'] } {
  switch (access.kind) {
    case 'token': {
      const scopes = new Set([access.scope, access.scope.replace(/:read$/, ':write')])
      const listed = [...scopes].map((scope) => `\`${scope}\``).join(' or ')
      const name = access.isPersonal ? 'personal access token' : 'token'
      return { sentence: `Needs a ${name} with the scope ${listed}.`, security: [{ accessToken: [access.scope] }] }
    }
    case 'customer_session':
      return { sentence: "Needs a customer session's token.", security: [{ customerSession: [] }] }
    case 'optional_token':
      return {
        sentence: `Needs no token; ${access.isPersonal ? 'a personal access token' : 'one'} that is sent must be valid${access.scope ? `, with the scope \`${access.scope}\`` : ''}.`,
        security: [{}, { accessToken: [] }],
      }
    case 'public':
      return { sentence: 'Needs no token.', security: [] }
  }
}

function parametersOf(route: Route, shapes: Shapes): (Parameter | Reference)[] {
  const { params, query, body } = route.spec
  const names: (keyof typeof REQUEST_HEADERS)[] = []
  if (isWrite(route)) names.push('IdempotencyKey')
  if (changesOneResource(route)) names.push('IfMatch')
  if (readsOneResource(route)) names.push('IfNoneMatch')
  if (route.mode === 'stream') names.push('LastEventId')
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

function requestBody(
  route: Route,
  body: TSchema,
  shapes: Shapes,
  examples: Examples,
): NonNullable<Operation['requestBody']> {
  const { required = [] } = body as { required?: string[] }
  const example = route.spec.bodyExample ?? examples.body(body)
  return {
    // A body in which nothing is required may be left out.
    required: required.length > 0,
    content: { 'application/json': { schema: shapes.schemaOf(body), example } },
  }
}
