import { newId } from '../../../kernel/ids.ts'
import type { Benefit, BenefitGrant, LicenseKeysProperties } from '../../benefits/index.ts'
import type { LicenseKey } from '../model.ts'
import { issueLicenseKey } from '../operations/issue-license-key.ts'
import type { GrantChange, HeldGrant, Holder } from './model.ts'

/** Who gets something for the first time. */
export type Recipient = Omit<Holder, 'held'>

export interface Granted {
  readonly grants: readonly BenefitGrant[]
  readonly licenseKeys: readonly LicenseKey[]
  /** The same, for those who announce it. */
  readonly changes: readonly GrantChange[]
}

/** A grant of each benefit, and a license key for each that gives one. Whoever asks stores both, in one transaction. */
export function grantsFor(granting: Recipient & { readonly benefits: readonly Benefit[] }, now: Date): Granted {
  const made = granting.benefits.map((benefit) => grantOf(benefit, granting, now))
  return {
    grants: made.map(({ grant }) => grant),
    licenseKeys: made.flatMap(({ licenseKey }) => licenseKey ?? []),
    changes: made.map((after) => ({ customer: granting.customer, before: null, after })),
  }
}

export function grantOf(benefit: Benefit, recipient: Recipient, now: Date): HeldGrant {
  const { customer, source, paymentsMode, entitledUntil } = recipient
  const id = newId()
  const properties = benefit.type === 'license_keys' ? (benefit.properties as LicenseKeysProperties) : null
  const licenseKey =
    properties &&
    issueLicenseKey({ customer, benefitId: benefit.id, properties, grantId: id, now, paymentsMode, entitledUntil })
  const grant: BenefitGrant = {
    id,
    createdAt: now,
    modifiedAt: null,
    version: 1,
    organizationId: customer.organizationId,
    customerId: customer.id,
    benefitId: benefit.id,
    ...source,
    isGranted: true,
    grantedAt: now,
    revokedAt: null,
    properties: licenseKey ? { license_key_id: licenseKey.id, display_key: licenseKey.displayKey } : {},
  }
  return { grant, benefit, licenseKey }
}
