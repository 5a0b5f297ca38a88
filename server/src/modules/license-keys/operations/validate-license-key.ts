import type { Db } from '../../../platform/postgres/pool.ts'
import { refusalOf } from '../errors.ts'
import type { Activation, LicenseKeyWithCustomer } from '../model.ts'
import { judge, type ValidationAsk } from '../rules.ts'
import { type CountAsk, type Counted, findHeldKey } from '../store.ts'
import { Stale } from './again-when-stale.ts'

/** Counts alone, or together with others that came at the same time. */
export type Count = (db: Db, ask: CountAsk) => Promise<Counted | undefined>

/** Two statements: one reads what the judgment needs, one counts if it still holds. */
export async function validateLicenseKey(
  db: Db,
  count: Count,
  ask: ValidationAsk,
): Promise<LicenseKeyWithCustomer & { readonly activation: Activation | null }> {
  const found = await findHeldKey(db, ask, ask.activationId)
  const now = db.clock.now(ask.organizationId)
  const verdict = judge(found, ask, now)
  if (verdict !== 'valid') throw refusalOf(verdict)
  if (!found) throw refusalOf('license_key_unknown')
  const { id: licenseKeyId, version } = found.licenseKey
  const counted = await count(db, {
    licenseKeyId,
    version,
    activationId: ask.activationId,
    spend: ask.spend,
    validatedAt: now,
  })
  if (!counted) throw new Stale()
  return { ...found, licenseKey: { ...found.licenseKey, ...counted, lastValidatedAt: now } }
}
