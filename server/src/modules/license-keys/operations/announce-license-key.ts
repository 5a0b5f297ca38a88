import type { Links } from '../../../kernel/links.ts'
import { announceChange, type Subject } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { LicenseKey, LicenseKeyWithCustomer } from '../model.ts'
import { licenseKeyView } from '../view.ts'

export function subjectOf(licenseKey: LicenseKey): Subject {
  return {
    type: 'license_key',
    id: licenseKey.id,
    organizationId: licenseKey.organizationId,
    version: licenseKey.version,
  }
}

/** Says that a key has changed, and once more by its own name when it was revoked. */
export function announceUpdate(tx: Tx, before: LicenseKeyWithCustomer, after: LicenseKey, links: Links): void {
  const was = licenseKeyView(before.licenseKey, before.customer, links)
  const is = licenseKeyView(after, before.customer, links)
  announceChange(tx, 'license_key.updated', subjectOf(after), was, is)
  if (was.status !== is.status && is.status === 'revoked') {
    announceChange(tx, 'license_key.revoked', subjectOf(after), was, is)
  }
}
