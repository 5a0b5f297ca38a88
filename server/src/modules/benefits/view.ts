import type { Links } from '../../kernel/links.ts'
import { customerView } from '../customers/index.ts'
import type { Benefit, DownloadablesProperties, FullGrant } from './model.ts'
import type { BenefitGrant as BenefitGrantWire, Benefit as BenefitWire, ProductBenefit } from './schema.ts'

export function productBenefitView(benefit: Benefit): ProductBenefit {
  return {
    id: benefit.id,
    created_at: benefit.createdAt.toISOString(),
    modified_at: benefit.modifiedAt?.toISOString() ?? null,
    type: benefit.type,
    description: benefit.description,
    selectable: benefit.selectable,
    deletable: benefit.deletable,
    organization_id: benefit.organizationId,
  }
}

export function benefitView(benefit: Benefit): BenefitWire {
  return {
    ...productBenefitView(benefit),
    properties: benefit.properties as BenefitWire['properties'],
    is_tax_applicable: benefit.isTaxApplicable,
  }
}

export function grantView({ grant, benefit, customer }: FullGrant, links: Links): BenefitGrantWire {
  return {
    id: grant.id,
    created_at: grant.createdAt.toISOString(),
    modified_at: grant.modifiedAt?.toISOString() ?? null,
    is_granted: grant.isGranted,
    is_revoked: grant.revokedAt !== null,
    granted_at: grant.grantedAt?.toISOString() ?? null,
    revoked_at: grant.revokedAt?.toISOString() ?? null,
    subscription_id: grant.subscriptionId,
    order_id: grant.orderId,
    customer_id: grant.customerId,
    user_id: grant.customerId,
    benefit_id: grant.benefitId,
    customer: customerView(customer, links),
    benefit: benefitView(benefit),
    // Read from the benefit, so that a file that the seller adds reaches everybody who has the benefit already.
    properties: benefit.type === 'downloadables' ? filesOf(benefit) : grant.properties,
  }
}

function filesOf({ properties }: Benefit): { files: readonly string[] } {
  return { files: (properties as DownloadablesProperties).files }
}
