import { STORY } from '../../src/entry/example-story.ts'
import type { Route } from '../../src/platform/http/route.ts'
import { Examples } from '../../src/platform/openapi/examples.ts'
import { bodyFor, FILTERS } from '../contract/isolation-map.ts'
import type { GuardedShop } from '../support/two-shops.ts'

const examples = new Examples(STORY)

/** A body that the route accepts from its own shop: what other tests know of it, and examples for the rest. */
export function validBody(route: Route, shop: GuardedShop): object {
  const { body } = route.spec
  if (!body) return {}
  const { required = [] } = body as { required?: readonly string[] }
  const example = (route.spec.bodyExample ?? examples.body(body)) as Record<string, unknown>
  const needed = required.map((name) => [name, FILTERS[name]?.(shop) ?? example[name]])
  return { ...Object.fromEntries(needed), ...bodyFor(route, shop) }
}
