import type { Route } from '../../../platform/http/route.ts'
import { holderRoutes } from './holder-routes.ts'
import type { LicenseKeyParts } from './parts.ts'
import { sellerRoutes } from './seller-routes.ts'

export function licenseKeyRoutes(parts: LicenseKeyParts): readonly Route[] {
  return [...sellerRoutes(parts), ...holderRoutes(parts)]
}
