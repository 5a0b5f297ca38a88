import type { Route } from '../../src/platform/http/route.ts'
import type { TestTill } from '../support/till.ts'
import type { GuardedShop } from '../support/two-shops.ts'

/** The credential with which a shop's own people may call a route; undefined where none is needed. */
export function credentialOf({ spec }: Route, till: TestTill, shop: GuardedShop): string | undefined {
  switch (spec.access.kind) {
    case 'token':
      return spec.access.isPersonal ? shop.personalToken : till.ownerToken
    case 'customer_session':
      return shop.sessionToken
    case 'optional_token':
    case 'public':
      return undefined
    default:
      throw new Error(
        `Say in credential-of.ts who may call ${spec.path}: ${JSON.stringify(spec.access satisfies never)}`,
      )
  }
}
