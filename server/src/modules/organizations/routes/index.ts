import type { Route } from '../../../platform/http/route.ts'
import { guestRoutes } from './guest-routes.ts'
import { type InvitationNeeds, invitationRoutes } from './invitation-routes.ts'
import { memberRoutes } from './member-routes.ts'
import { type OrganizationNeeds, organizationRoutes as ownRoutes } from './organization-routes.ts'

export function organizationRoutes(needs: OrganizationNeeds & InvitationNeeds): readonly Route[] {
  return [...ownRoutes(needs), ...memberRoutes, ...invitationRoutes(needs), ...guestRoutes]
}
