import type { Actor } from '../../../kernel/actor.ts'
import type { Links } from '../../../kernel/links.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { revise } from '../../../kernel/revision.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { LicenseKeyWithCustomer } from '../model.ts'
import { changesOf } from '../rules.ts'
import type { LicenseKeyUpdate } from '../schema.ts'
import { lockLicenseKey, saveLicenseKey } from '../store.ts'
import { licenseKeyChanges } from './announce-license-key.ts'

/** A new usage alone is stored without an event and without a new version: counters are no change. */
export async function updateLicenseKey(
  tx: Tx,
  actor: Actor,
  id: string,
  patch: LicenseKeyUpdate,
  links: Links,
): Promise<LicenseKeyWithCustomer> {
  const before = await lockLicenseKey(tx, actor, id)
  if (!before) throw new Refusal(ResourceNotFound)
  const { licenseKey } = before
  tx.requireMatch(licenseKey)
  const revised = revise(licenseKey, changesOf(patch), tx.clock.now(licenseKey.organizationId))
  const after = { ...revised, usage: patch.usage ?? revised.usage }
  if (revised === licenseKey && after.usage === licenseKey.usage) return before
  await saveLicenseKey(tx, after)
  if (revised !== licenseKey) for (const event of licenseKeyChanges(before, after, links)) tx.emit(event)
  return { ...before, licenseKey: after }
}
