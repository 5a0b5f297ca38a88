import type { Route } from '../http/route.ts'

const endsInParameter = (route: Route): boolean => /\}\/?$/.test(route.spec.path)

export const isWrite = (route: Route): boolean => route.mode !== 'read' && route.spec.method !== 'GET'

/** Its answer is one resource and carries an ETag. */
export const readsOneResource = (route: Route): boolean =>
  route.spec.method === 'GET' && endsInParameter(route) && route.spec.answer !== undefined

/** A PATCH or DELETE that looks at If-Match. */
export const changesOneResource = (route: Route): boolean =>
  route.mode === 'write' && ['PATCH', 'DELETE'].includes(route.spec.method) && endsInParameter(route)

/** Something of the request has to fit a schema; every write can also have an unfit Idempotency-Key. */
export const canBeInvalid = (route: Route): boolean =>
  isWrite(route) || [route.spec.params, route.spec.query, route.spec.body].some((part) => part !== undefined)
