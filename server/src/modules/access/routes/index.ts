import type { Route } from '../../../platform/http/route.ts'
import type { UserChanged } from '../operations/update-user.ts'
import { organizationTokenRoutes } from './organization-token-routes.ts'
import { personalTokenRoutes } from './personal-token-routes.ts'
import { userRoutes } from './user-routes.ts'

export function accessRoutes(needs: { readonly userChanged: UserChanged }): readonly Route[] {
  return [...organizationTokenRoutes, ...personalTokenRoutes, ...userRoutes(needs)]
}
