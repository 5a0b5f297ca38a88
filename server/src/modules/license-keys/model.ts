import type { Versioned } from '../../kernel/revision.ts'
import type { Customer } from '../customers/index.ts'
import type { PaymentsMode } from '../organizations/index.ts'

export const LICENSE_KEY_STATUSES = ['granted', 'revoked', 'disabled'] as const
export type LicenseKeyStatus = (typeof LICENSE_KEY_STATUSES)[number]

export interface LicenseKey extends Versioned {
  readonly id: string
  readonly organizationId: string
  readonly customerId: string
  readonly benefitId: string
  readonly grantId: string
  readonly key: string
  readonly displayKey: string
  readonly status: LicenseKeyStatus
  /** What a key that was revoked with its grant goes back to when the grant returns; null when the seller decided. */
  readonly returningStatus: Exclude<LicenseKeyStatus, 'revoked'> | null
  readonly limitActivations: number | null
  readonly usage: number
  readonly limitUsage: number | null
  readonly validations: number
  readonly lastValidatedAt: Date | null
  readonly expiresAt: Date | null
  /** How long the grant entitles to the key; null is without end. */
  readonly entitledUntil: Date | null
  readonly paymentsMode: PaymentsMode
}

export interface Activation extends Versioned {
  readonly id: string
  readonly licenseKeyId: string
  readonly label: string
  readonly conditions: Readonly<Record<string, unknown>>
  readonly meta: Readonly<Record<string, unknown>>
}

/** As every answer shows it: with the customer. */
export interface LicenseKeyWithCustomer {
  readonly licenseKey: LicenseKey
  readonly customer: Customer
}
