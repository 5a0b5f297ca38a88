import type { Benefit, BenefitGrant } from '../../benefits/index.ts'
import type { Customer } from '../../customers/index.ts'
import type { PaymentsMode } from '../../organizations/index.ts'
import type { LicenseKey } from '../model.ts'

/** What benefits are granted for: an order for good, a subscription while it lasts. */
export type GrantSource =
  | { readonly orderId: string; readonly subscriptionId: null }
  | { readonly orderId: null; readonly subscriptionId: string }

/** A grant, what it grants, and the license key that came with it. */
export interface HeldGrant {
  readonly grant: BenefitGrant
  readonly benefit: Benefit
  readonly licenseKey: LicenseKey | null
}

/** Something that entitles a customer to benefits, and what it has led to so far. */
export interface Holder {
  readonly source: GrantSource
  readonly customer: Customer
  readonly paymentsMode: PaymentsMode
  /** How long the source entitles to what is granted; null is without end. */
  readonly entitledUntil: Date | null
  readonly held: readonly HeldGrant[]
}

/** One grant before and after; before is null when it is new. */
export interface GrantChange {
  readonly customer: Customer
  readonly before: HeldGrant | null
  readonly after: HeldGrant
}
