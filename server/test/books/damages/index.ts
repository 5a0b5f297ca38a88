import { CHECKOUT_DAMAGES } from './checkouts.ts'
import type { Damage } from './damage.ts'
import { DELIVERY_DAMAGES } from './deliveries.ts'
import { DISCOUNT_DAMAGES } from './discounts.ts'
import { EVENT_DAMAGES } from './events.ts'
import { GRANT_DAMAGES } from './grants.ts'
import { LICENSE_KEY_DAMAGES } from './license-keys.ts'
import { MAIL_DAMAGES } from './mails.ts'
import { PAYMENT_DAMAGES } from './payments.ts'
import { REFERENCE_DAMAGES } from './references.ts'
import { REFUND_DAMAGES } from './refunds.ts'
import { SANDBOX_DAMAGES } from './sandbox.ts'
import { SUBSCRIPTION_DAMAGES } from './subscriptions.ts'
import { TOTAL_DAMAGES } from './totals.ts'
import { WORK_DAMAGES } from './work.ts'

export const DAMAGES: readonly Damage[] = [
  ...CHECKOUT_DAMAGES,
  ...DELIVERY_DAMAGES,
  ...DISCOUNT_DAMAGES,
  ...EVENT_DAMAGES,
  ...GRANT_DAMAGES,
  ...LICENSE_KEY_DAMAGES,
  ...MAIL_DAMAGES,
  ...PAYMENT_DAMAGES,
  ...REFERENCE_DAMAGES,
  ...REFUND_DAMAGES,
  ...SANDBOX_DAMAGES,
  ...SUBSCRIPTION_DAMAGES,
  ...TOTAL_DAMAGES,
  ...WORK_DAMAGES,
]
