import { randomUUID } from 'node:crypto'
import { newId } from '../../../kernel/ids.ts'
import { addDays, addMonths } from '../../../kernel/time.ts'
import type { LicenseKeysProperties } from '../../benefits/index.ts'
import type { Customer } from '../../customers/index.ts'
import type { PaymentsMode } from '../../organizations/index.ts'
import type { LicenseKey } from '../model.ts'

export interface LicenseKeyIssue {
  readonly customer: Pick<Customer, 'id' | 'organizationId'>
  readonly benefitId: string
  readonly properties: LicenseKeysProperties
  readonly grantId: string
  readonly now: Date
  readonly paymentsMode: PaymentsMode
  /** How long the grant entitles to the key; null is without end. */
  readonly entitledUntil: Date | null
}

/** A new key as the benefit describes it. Whoever grants the benefit stores it, in the transaction of the grant. */
export function issueLicenseKey(issue: LicenseKeyIssue): LicenseKey {
  const { customer, properties, now } = issue
  return {
    id: newId(),
    createdAt: now,
    modifiedAt: null,
    version: 1,
    organizationId: customer.organizationId,
    customerId: customer.id,
    benefitId: issue.benefitId,
    grantId: issue.grantId,
    ...newKeyText(properties.prefix ? `${properties.prefix}-` : ''),
    status: 'granted',
    returningStatus: null,
    limitActivations: properties.activations?.limit ?? null,
    usage: 0,
    limitUsage: properties.limit_usage,
    validations: 0,
    lastValidatedAt: null,
    expiresAt: properties.expires && expiryOf(properties.expires, now),
    entitledUntil: issue.entitledUntil,
    paymentsMode: issue.paymentsMode,
  }
}

const UUID_LENGTH = 36

/** Everything before the random part, with its hyphen. */
export function prefixOf(key: string): string {
  return key.slice(0, -UUID_LENGTH)
}

export function newKeyText(prefix: string): Pick<LicenseKey, 'key' | 'displayKey'> {
  const key = prefix + randomUUID().toUpperCase()
  return { key, displayKey: `****-${key.slice(-6)}` }
}

function expiryOf(expires: NonNullable<LicenseKeysProperties['expires']>, now: Date): Date {
  if (expires.timeframe === 'day') return addDays(now, expires.ttl)
  return addMonths(now, expires.timeframe === 'month' ? expires.ttl : 12 * expires.ttl)
}
