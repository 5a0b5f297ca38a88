import { fieldIssue, InvalidInput, invalidField } from '../../../kernel/invalid-input.ts'
import type { Price } from '../../products/index.ts'
import { ACTIVE_STATUSES, type Subscription } from '../../subscriptions/index.ts'

/** A subscription that a checkout wants to move to another price, with the price that it has now. */
export interface Upgradable {
  readonly subscription: Pick<Subscription, 'id' | 'status'>
  readonly price: Pick<Price, 'amountType'>
}

/** Asked when the checkout is made and again at confirm: a subscription can end, or be upgraded by another checkout. */
export function requireUpgradable(upgradable: Upgradable): void {
  const why = whyNotUpgradable(upgradable)
  if (why !== null) throw notUpgradable(upgradable.subscription.id, why)
}

export function whyNotUpgradable({ subscription, price }: Upgradable): string | null {
  if (!ACTIVE_STATUSES.includes(subscription.status)) return 'This subscription is not active'
  if (price.amountType === 'free') return null
  return 'This subscription is paid for already: only a free one can be upgraded by a checkout'
}

export function requireUpgradePrice(price: Price, field: string, input: unknown): void {
  if (price.type !== 'recurring') {
    throw invalidField(field, 'A subscription can only be upgraded to a recurring price', input)
  }
  if (price.amountType === 'free') {
    throw invalidField(field, 'A subscription can only be upgraded to a price that is not free', input)
  }
}

function notUpgradable(id: string, msg: string): InvalidInput {
  return new InvalidInput([{ ...fieldIssue('subscription_id', msg, id), type: 'subscription_not_upgradable' }])
}
