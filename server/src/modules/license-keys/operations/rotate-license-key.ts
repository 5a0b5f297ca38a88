import type { Actor } from '../../../kernel/actor.ts'
import type { Links } from '../../../kernel/links.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { revise } from '../../../kernel/revision.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { LicenseKeyWithCustomer } from '../model.ts'
import { lockLicenseKey, saveLicenseKey } from '../store.ts'
import { announceUpdate } from './announce-license-key.ts'
import { newKeyText, prefixOf } from './issue-license-key.ts'

/** A new text for a key that got into the wrong hands. Its limits, counters and activations stay. */
export async function rotateLicenseKey(
  tx: Tx,
  actor: Actor,
  id: string,
  links: Links,
): Promise<LicenseKeyWithCustomer> {
  const before = await lockLicenseKey(tx, actor, id)
  if (!before) throw new Refusal(ResourceNotFound)
  tx.requireMatch(before.licenseKey)
  const { licenseKey } = before
  const after = revise(licenseKey, newKeyText(prefixOf(licenseKey.key)), tx.clock.now(licenseKey.organizationId))
  await saveLicenseKey(tx, after)
  announceUpdate(tx, before, after, links)
  return { ...before, licenseKey: after }
}
