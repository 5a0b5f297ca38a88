import type { Links } from '../../../kernel/links.ts'
import { announceCreation } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { refusalOf } from '../errors.ts'
import type { LicenseKeyDeactivate } from '../schema.ts'
import { deleteActivation, lockHeldKey } from '../store.ts'
import { activationView, licenseKeyView } from '../view.ts'
import { subjectOf } from './announce-license-key.ts'

/** Giving a place back is always allowed, also when the key itself is of no use any more. */
export async function deactivateLicenseKey(tx: Tx, links: Links, body: LicenseKeyDeactivate): Promise<void> {
  const found = await lockHeldKey(tx, { organizationId: body.organization_id, key: body.key })
  if (!found) throw refusalOf('license_key_unknown')
  const { licenseKey, customer } = found
  const activation = await deleteActivation(tx, licenseKey.id, body.activation_id)
  if (!activation) throw refusalOf('activation_unknown')
  const view = activationView(activation, licenseKeyView(licenseKey, customer, links))
  announceCreation(tx, 'license_key.deactivated', subjectOf(licenseKey), view)
}
