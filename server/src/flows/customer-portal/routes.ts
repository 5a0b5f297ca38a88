import type { FileLinks } from '../../modules/files/index.ts'
import type { Route } from '../../platform/http/route.ts'
import { ownGrantRoutes } from './benefit-grants/routes.ts'
import { listDownloadablesRoute } from './downloadables/routes.ts'
import { ownLicenseKeyRoutes } from './license-keys/routes.ts'
import { ownOrderRoutes } from './orders/routes.ts'
import { organizationRoute } from './organization/routes.ts'
import { ownProfileRoutes } from './profile/routes.ts'
import { ownSubscriptionRoutes } from './subscriptions/routes.ts'

/** What customers see of theirs. */
export function customerPortalRoutes(fileLinks: FileLinks): readonly Route[] {
  const { links } = fileLinks
  return [
    ...ownOrderRoutes(links),
    ...ownSubscriptionRoutes(links),
    ...ownLicenseKeyRoutes(links),
    ...ownGrantRoutes(links),
    listDownloadablesRoute(fileLinks),
    ...ownProfileRoutes(links),
    organizationRoute(links),
  ]
}
