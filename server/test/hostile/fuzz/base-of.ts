import type { Route } from '../../../src/platform/http/route.ts'
import type { ApiDocument } from '../../../src/platform/openapi/document.ts'
import type { PlacedOperation } from '../../../src/platform/openapi/operations-of.ts'
import { FILTERS, pathOf } from '../../contract/isolation-map.ts'
import type { GuardedShop } from '../../support/two-shops.ts'
import { validBody } from '../valid-body.ts'
import type { Base } from './attempt.ts'
import { expand, type Shape } from './schema.ts'

/** A request that a shop's own people may send: shapes from the description, ids from the shop. */
export function baseOf(
  operation: PlacedOperation,
  route: Route,
  shop: GuardedShop,
  document: ApiDocument,
  credential: string | undefined,
): Base {
  const shape = operation.requestBody?.content['application/json'].schema
  const parameters = operation.parameters.flatMap((parameter) => {
    if (!('in' in parameter) || parameter.in !== 'query') return []
    return [[parameter.name, expand(document, parameter.schema)] as const]
  })
  return {
    method: operation.method,
    path: pathOf(route, shop),
    pattern: operation.path,
    query: Object.fromEntries<Shape>(parameters),
    headers: credential === undefined ? {} : { authorization: `Bearer ${credential}` },
    body: shape ? { shape: expand(document, shape), valid: validBody(route, shop) } : null,
    known: Object.fromEntries(Object.entries(FILTERS).map(([name, idOf]) => [name, idOf(shop)])),
  }
}
