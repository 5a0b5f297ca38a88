import type { MetadataValues } from '../../kernel/metadata.ts'
import type { Versioned } from '../../kernel/revision.ts'
import type { Address } from '../../kernel/wire.ts'

/** A tax number and its kind, such as `eu_vat`. */
export type TaxId = readonly [number: string, type: string]

export interface Customer extends Versioned {
  readonly id: string
  readonly organizationId: string
  readonly email: string
  readonly emailVerified: boolean
  readonly name: string | null
  readonly billingAddress: Address | null
  readonly taxId: TaxId | null
  readonly externalId: string | null
  readonly metadata: MetadataValues
  readonly deletedAt: Date | null
}

/**
 * How a caller names a customer: by our id, or by the seller's own. The latter is unique within an organization only, so
 * whoever acts for several may have to say which.
 */
export type CustomerRef =
  | { readonly id: string }
  | {
      readonly externalId: string
      readonly organizationId: string | undefined
      /** Where the caller is told that several organizations know this id. */
      readonly place: readonly string[]
    }

/** What a customer's own token stands for; the token itself is shown once and never kept. */
export interface CustomerSession {
  readonly id: string
  readonly createdAt: Date
  readonly modifiedAt: Date | null
  readonly organizationId: string
  readonly customerId: string
  /**
   * Set when a buyer typed the e-mail address: nobody has shown that it is theirs, so the session reaches what this
   * checkout bought and nothing else. Null when the seller says who the customer is.
   */
  readonly onlyCheckoutId: string | null
  readonly expiresAt: Date
}
