import type { Versioned } from '../../kernel/revision.ts'
import type { Customer } from '../customers/index.ts'

export const BENEFIT_TYPES = ['custom', 'ads', 'discord', 'github_repository', 'downloadables', 'license_keys'] as const
export type BenefitType = (typeof BENEFIT_TYPES)[number]

/** Properties are kept as the API shows them. */
export interface CustomProperties {
  readonly note: string | null
}

export interface LicenseKeysProperties {
  readonly prefix: string | null
  readonly expires: { readonly ttl: number; readonly timeframe: 'day' | 'month' | 'year' } | null
  readonly activations: { readonly limit: number; readonly enable_customer_admin: boolean } | null
  readonly limit_usage: number | null
}

export interface DownloadablesProperties {
  readonly files: readonly string[]
  /** Files that stay on the list and can no longer be downloaded, by their id. */
  readonly archived: Readonly<Record<string, boolean>>
}

export type BenefitProperties = CustomProperties | LicenseKeysProperties | DownloadablesProperties

export interface Benefit extends Versioned {
  readonly id: string
  readonly organizationId: string
  readonly type: BenefitType
  readonly description: string
  readonly selectable: boolean
  readonly deletable: boolean
  readonly properties: BenefitProperties
  readonly isTaxApplicable: boolean
  readonly deletedAt: Date | null
}

/** A benefit that a customer has, because of an order or for as long as a subscription lasts. */
export interface BenefitGrant extends Versioned {
  readonly id: string
  readonly organizationId: string
  readonly customerId: string
  readonly benefitId: string
  readonly orderId: string | null
  readonly subscriptionId: string | null
  readonly isGranted: boolean
  readonly grantedAt: Date | null
  readonly revokedAt: Date | null
  readonly properties: Readonly<Record<string, unknown>>
}

/** As every answer shows it. */
export interface FullGrant {
  readonly grant: BenefitGrant
  readonly benefit: Benefit
  readonly customer: Customer
}
