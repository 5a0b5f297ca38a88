import { newId } from '../../../kernel/ids.ts'
import type { Links } from '../../../kernel/links.ts'
import { creation } from '../../../platform/events/announce.ts'
import type { Db } from '../../../platform/postgres/pool.ts'
import { eventRows } from '../../../platform/postgres/transaction.ts'
import { refusalOf } from '../errors.ts'
import type { Activation } from '../model.ts'
import { judgeActivation } from '../rules.ts'
import type { LicenseKeyActivate, Activation as WireActivation } from '../schema.ts'
import { findHeldKey, storeActivation } from '../store.ts'
import { activationView, heldKeyView, licenseKeyView } from '../view.ts'
import { Stale } from './again-when-stale.ts'
import { subjectOf } from './announce-license-key.ts'

/** Two statements: one reads what the judgment needs, one takes a place if there is one left. */
export async function activateLicenseKey(
  db: Db,
  links: Links,
  body: LicenseKeyActivate,
  requestId: string,
): Promise<WireActivation> {
  const organizationId = body.organization_id.toLowerCase()
  const found = await findHeldKey(db, { organizationId, key: body.key }, null)
  const now = db.clock.now(organizationId)
  const verdict = judgeActivation(found?.licenseKey, now)
  if (verdict !== 'valid') throw refusalOf(verdict)
  if (!found) throw refusalOf('license_key_unknown')
  const { licenseKey, customer } = found
  const activation = newActivation(licenseKey.id, body, now)
  const told = activationView(activation, licenseKeyView(licenseKey, customer, links))
  const event = creation('license_key.activated', subjectOf(licenseKey), told)
  const outcome = await storeActivation(db, licenseKey, activation, eventRows([event], db.clock, requestId))
  if (outcome === 'stale') throw new Stale()
  if (outcome !== 'stored') throw refusalOf(outcome)
  return activationView(activation, heldKeyView(found, links))
}

function newActivation(licenseKeyId: string, body: LicenseKeyActivate, now: Date): Activation {
  return {
    id: newId(),
    createdAt: now,
    modifiedAt: null,
    version: 1,
    licenseKeyId,
    label: body.label,
    conditions: body.conditions ?? {},
    meta: body.meta ?? {},
  }
}
