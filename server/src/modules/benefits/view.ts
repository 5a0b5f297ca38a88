import type { Benefit, BenefitGrant } from './model.ts'
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
    properties: benefit.properties,
    is_tax_applicable: benefit.isTaxApplicable,
  }
}

export function grantView(grant: BenefitGrant): BenefitGrantWire {
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
    properties: grant.properties,
  }
}
