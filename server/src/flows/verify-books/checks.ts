import type { Check } from './check.ts'
import { CHECKOUT_CHECKS } from './checkouts.ts'
import { DELIVERY_CHECKS } from './deliveries.ts'
import { DISCOUNT_CHECKS } from './discounts.ts'
import { EVENT_CHECKS } from './events.ts'
import { GRANT_CHECKS } from './grants.ts'
import { LICENSE_KEY_CHECKS } from './license-keys.ts'
import { MAIL_CHECKS } from './mails.ts'
import { PAYMENT_CHECKS } from './payments.ts'
import { REFERENCE_CHECKS } from './references.ts'
import { REFUND_CHECKS } from './refunds.ts'
import { SANDBOX_CHECKS } from './sandbox.ts'
import { SUBSCRIPTION_CHECKS } from './subscriptions.ts'
import { TOTAL_CHECKS } from './totals.ts'
import { WORK_CHECKS } from './work.ts'

/** Money first: that is what somebody who reads only the beginning has to see. */
export const CHECKS: readonly Check[] = [
  ...PAYMENT_CHECKS,
  ...SANDBOX_CHECKS,
  ...REFUND_CHECKS,
  ...CHECKOUT_CHECKS,
  ...SUBSCRIPTION_CHECKS,
  ...GRANT_CHECKS,
  ...LICENSE_KEY_CHECKS,
  ...DISCOUNT_CHECKS,
  ...TOTAL_CHECKS,
  ...EVENT_CHECKS,
  ...DELIVERY_CHECKS,
  ...MAIL_CHECKS,
  ...REFERENCE_CHECKS,
  ...WORK_CHECKS,
]
