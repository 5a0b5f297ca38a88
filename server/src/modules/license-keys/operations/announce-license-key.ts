import type { Links } from '../../../kernel/links.ts'
import { change, type Subject } from '../../../platform/events/announce.ts'
import type { EventDraft } from '../../../platform/events/event.ts'
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

/**
 * Says that a key has changed, and once more by its own name when it was revoked. What no answer shows, such as the
 * status that a key returns to, is no change for others.
 */
export function licenseKeyChanges(before: LicenseKeyWithCustomer, after: LicenseKey, links: Links): EventDraft[] {
  const was = licenseKeyView(before.licenseKey, before.customer, links)
  const is = licenseKeyView(after, before.customer, links)
  const updated = change('license_key.updated', subjectOf(after), was, is)
  if (Object.keys(updated.previousAttributes ?? {}).length === 0) return []
  const isRevoked = was.status !== is.status && is.status === 'revoked'
  return isRevoked ? [updated, change('license_key.revoked', subjectOf(after), was, is)] : [updated]
}
