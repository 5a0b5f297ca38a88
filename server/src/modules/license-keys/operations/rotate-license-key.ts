import type { Actor } from '../../../kernel/actor.ts'
import type { Links } from '../../../kernel/links.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { revise } from '../../../kernel/revision.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { changeGrants } from '../granting/change-grants.ts'
import { lockGrantOfKey } from '../granting/store.ts'
import type { LicenseKeyWithCustomer } from '../model.ts'
import { lockLicenseKey, saveLicenseKey } from '../store.ts'
import { licenseKeyChanges } from './announce-license-key.ts'
import { newKeyText, prefixOf } from './issue-license-key.ts'

/**
 * A new text for a key that got into the wrong hands. Its limits, counters and activations stay. The grant shows the
 * end of the text, so it changes too; and since whoever takes a grant back locks it before the key, so does this.
 */
export async function rotateLicenseKey(
  tx: Tx,
  actor: Actor,
  id: string,
  links: Links,
): Promise<LicenseKeyWithCustomer> {
  const held = await lockGrantOfKey(tx, actor, id)
  const before = await lockLicenseKey(tx, actor, id)
  if (!held || !before) throw new Refusal(ResourceNotFound)
  tx.requireMatch(before.licenseKey)
  const { licenseKey, customer } = before
  const now = tx.clock.now(licenseKey.organizationId)
  const after = revise(licenseKey, newKeyText(prefixOf(licenseKey.key)), now)
  await saveLicenseKey(tx, after)
  for (const event of licenseKeyChanges(before, after, links)) tx.emit(event)
  const grant = revise(
    held.grant,
    { properties: { license_key_id: licenseKey.id, display_key: after.displayKey } },
    now,
  )
  await changeGrants(
    tx,
    { orders: [], subscriptions: [] },
    [{ customer, before: held, after: { ...held, grant } }],
    links,
  )
  return { ...before, licenseKey: after }
}
