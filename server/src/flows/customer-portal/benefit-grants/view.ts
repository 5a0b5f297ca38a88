import type { SignedInCustomer } from '../../../kernel/actor.ts'
import type { Links } from '../../../kernel/links.ts'
import {
  type Benefit,
  type DownloadablesProperties,
  grantView,
  productBenefitView,
} from '../../../modules/benefits/index.ts'
import { organizationPublicView } from '../../../modules/organizations/index.ts'
import { asSeenBy } from '../person.ts'
import { profileView } from '../profile/view.ts'
import type { OwnedGrant } from './read.ts'
import type { OwnGrant } from './schema.ts'

export function ownGrantView(owned: OwnedGrant, session: SignedInCustomer, links: Links): OwnGrant {
  const { benefit, organization } = owned
  const grant = grantView(owned, links)
  return {
    id: grant.id,
    created_at: grant.created_at,
    modified_at: grant.modified_at,
    granted_at: grant.granted_at,
    revoked_at: grant.revoked_at,
    customer_id: grant.customer_id,
    benefit_id: grant.benefit_id,
    subscription_id: grant.subscription_id,
    order_id: grant.order_id,
    is_granted: grant.is_granted,
    is_revoked: grant.is_revoked,
    customer: profileView(asSeenBy(session, owned.customer), links),
    benefit: {
      ...productBenefitView(benefit),
      properties: propertiesFor(benefit, grant.is_granted),
      organization: organizationPublicView(organization),
    },
    properties: benefit.type === 'downloadables' ? { files: activeFiles(benefit) } : grant.properties,
  }
}

/** A note is for those who have the benefit, so it goes when the benefit does. */
function propertiesFor(benefit: Benefit, isGranted: boolean): Record<string, unknown> {
  if (benefit.type === 'downloadables') return { active_files: activeFiles(benefit) }
  if (benefit.type === 'custom' && !isGranted) return { note: null }
  return { ...benefit.properties }
}

function activeFiles(benefit: Benefit): string[] {
  const { files, archived } = benefit.properties as DownloadablesProperties
  return files.filter((id) => archived[id] !== true)
}
