import {
  Conflict,
  NotPermitted,
  PayloadTooLarge,
  PreconditionFailed,
  type RefusalKind,
  ServiceUnavailable,
  TooManyRequests,
  Unauthorized,
  UnsupportedMediaType,
} from '../../kernel/refusal.ts'
import type { Route } from '../http/route.ts'
import { InvalidRequest } from './error-shapes.ts'
import { canBeInvalid, changesOneResource, isWrite } from './traits.ts'

/** Every refusal that a route can answer with: its own, and those that come with what it accepts. */
export function refusalsOf(route: Route): readonly RefusalKind[] {
  const { access, body, refusals = [] } = route.spec
  return [
    ...(access.kind === 'public' ? [] : [Unauthorized]),
    ...(access.kind === 'token' ? [NotPermitted] : []),
    ...refusals,
    ...(isWrite(route) ? [Conflict] : []),
    ...(changesOneResource(route) ? [PreconditionFailed] : []),
    ...(body ? [PayloadTooLarge, UnsupportedMediaType] : []),
    ...(canBeInvalid(route) ? [InvalidRequest] : []),
    TooManyRequests,
    ServiceUnavailable,
  ]
}

export type Kinds = readonly [RefusalKind, ...RefusalKind[]]

export function groupBy<Key extends string | number>(
  kinds: Iterable<RefusalKind>,
  keyOf: (kind: RefusalKind) => Key,
): Map<Key, Kinds> {
  const groups = new Map<Key, Kinds>()
  for (const kind of kinds) {
    const earlier = groups.get(keyOf(kind))
    groups.set(keyOf(kind), earlier ? [...earlier, kind] : [kind])
  }
  return groups
}
