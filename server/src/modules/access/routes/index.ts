import type { Route } from '../../../platform/http/route.ts'
import { organizationTokenRoutes } from './organization-token-routes.ts'
import { personalTokenRoutes } from './personal-token-routes.ts'
import { userRoutes } from './user-routes.ts'

export const accessRoutes: readonly Route[] = [...organizationTokenRoutes, ...personalTokenRoutes, ...userRoutes]
