import type { Links } from '../../kernel/links.ts'
import { customerView } from '../../modules/customers/index.ts'
import type { Subscription } from '../../modules/subscriptions/index.ts'
import type { GrantedBenefit, Standing } from './read-state.ts'
import type { CustomerState } from './schema.ts'

export function stateView({ customer, subscriptions, benefits }: Standing, links: Links): CustomerState {
  return {
    ...customerView(customer, links),
    active_subscriptions: subscriptions.map(subscriptionInState),
    granted_benefits: benefits.map(benefitInState),
    active_meters: [],
  }
}

function subscriptionInState(subscription: Subscription): CustomerState['active_subscriptions'][number] {
  return {
    id: subscription.id,
    created_at: subscription.createdAt.toISOString(),
    modified_at: subscription.modifiedAt?.toISOString() ?? null,
    metadata: subscription.metadata,
    custom_field_data: subscription.customFieldData,
    status: subscription.status,
    amount: subscription.amount,
    currency: subscription.currency,
    recurring_interval: subscription.recurringInterval,
    current_period_start: subscription.currentPeriodStart.toISOString(),
    current_period_end: subscription.currentPeriodEnd?.toISOString() ?? null,
    // There are no trials yet.
    trial_start: null,
    trial_end: null,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    canceled_at: subscription.canceledAt?.toISOString() ?? null,
    started_at: subscription.startedAt?.toISOString() ?? null,
    ends_at: subscription.endsAt?.toISOString() ?? null,
    product_id: subscription.productId,
    price_id: subscription.priceId,
    discount_id: subscription.discountId,
    meters: [],
  }
}

function benefitInState({ grant, benefitType }: GrantedBenefit): CustomerState['granted_benefits'][number] {
  return {
    id: grant.id,
    created_at: grant.createdAt.toISOString(),
    modified_at: grant.modifiedAt?.toISOString() ?? null,
    granted_at: grant.grantedAt?.toISOString() ?? null,
    benefit_id: grant.benefitId,
    benefit_type: benefitType,
    // Benefits have no metadata yet.
    benefit_metadata: {},
    properties: grant.properties,
  }
}
