import type { MetadataValues } from '../../kernel/metadata.ts'
import type { Versioned } from '../../kernel/revision.ts'
import type { Interval } from '../../kernel/time.ts'
import type { Benefit } from '../benefits/index.ts'
import type { AttachedField } from '../custom-fields/index.ts'
import type { StoredFile } from '../files/index.ts'

export interface Price extends Versioned {
  readonly id: string
  readonly productId: string
  readonly type: 'one_time' | 'recurring'
  readonly amountType: 'fixed' | 'custom' | 'free'
  readonly recurringInterval: Interval | null
  readonly priceAmount: number | null
  readonly priceCurrency: string | null
  readonly minimumAmount: number | null
  readonly maximumAmount: number | null
  readonly presetAmount: number | null
  readonly isArchived: boolean
}

export interface Product extends Versioned {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly description: string | null
  readonly isRecurring: boolean
  readonly isArchived: boolean
  readonly recurringInterval: Interval | null
  readonly metadata: MetadataValues
}

/** A product with everything that hangs on it: its prices that are not archived, and the rest in the seller's order. */
export interface FullProduct extends Product {
  readonly prices: readonly Price[]
  readonly benefits: readonly Benefit[]
  readonly medias: readonly StoredFile[]
  readonly attachedFields: readonly AttachedField[]
}
