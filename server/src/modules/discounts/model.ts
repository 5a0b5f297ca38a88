import type { MetadataValues } from '../../kernel/metadata.ts'
import type { Versioned } from '../../kernel/revision.ts'

export interface Discount extends Versioned {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly type: 'fixed' | 'percentage'
  readonly amount: number | null
  readonly currency: string | null
  readonly basisPoints: number | null
  readonly duration: 'once' | 'repeating' | 'forever'
  readonly durationInMonths: number | null
  readonly code: string | null
  readonly startsAt: Date | null
  readonly endsAt: Date | null
  readonly maxRedemptions: number | null
  /** How often one customer can use it; null is without a limit. */
  readonly maxRedemptionsPerCustomer: number | null
  readonly redemptionsCount: number
  readonly metadata: MetadataValues
  readonly deletedAt: Date | null
  /** Empty: it is for every product. */
  readonly productIds: readonly string[]
}

/** A place that a checkout takes of a discount. */
export interface Redemption {
  readonly id: string
  readonly createdAt: Date
  readonly discountId: string
  readonly checkoutId: string
  readonly customerId: string
  readonly status: 'reserved' | 'used' | 'released'
}
