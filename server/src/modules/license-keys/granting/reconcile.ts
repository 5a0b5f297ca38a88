import { revise } from '../../../kernel/revision.ts'
import type { Benefit } from '../../benefits/index.ts'
import type { Customer } from '../../customers/index.ts'
import type { LicenseKey } from '../model.ts'
import { grantOf } from './grants-for.ts'
import type { GrantChange, HeldGrant, Holder } from './model.ts'

/**
 * What has to change so that the holder has these benefits and no others. Nothing, when that is so already. A grant
 * that was revoked returns, with its key; a benefit that was never granted gets a grant.
 */
export function reconcile(holder: Holder, benefits: readonly Benefit[], now: Date): GrantChange[] {
  const wanted = new Set(benefits.map((benefit) => benefit.id))
  const granted = new Set(holder.held.map(({ grant }) => grant.benefitId))
  const next = (held: HeldGrant) =>
    wanted.has(held.grant.benefitId) ? restore(holder, held, now) : keepOrWithdraw(held, now)
  const kept = holder.held.flatMap((before) => changeOf(holder, before, next(before)))
  const made = benefits.filter((benefit) => !granted.has(benefit.id)).map((benefit) => grantOf(benefit, holder, now))
  return [...kept, ...made.map((after) => ({ customer: holder.customer, before: null, after }))]
}

/** What has to change so that the customer has none of these, also not a key that the seller gave back by hand. */
export function withdrawAll(customer: Customer, held: readonly HeldGrant[], now: Date): GrantChange[] {
  return held.flatMap((before) => changeOf({ customer }, before, withdraw(before, now)))
}

function changeOf({ customer }: Pick<Holder, 'customer'>, before: HeldGrant, after: HeldGrant): GrantChange[] {
  return after.grant === before.grant && after.licenseKey === before.licenseKey ? [] : [{ customer, before, after }]
}

/** A grant that is revoked already stays as it is, and its key as the seller wants it. */
function keepOrWithdraw(held: HeldGrant, now: Date): HeldGrant {
  return held.grant.isGranted ? withdraw(held, now) : held
}

function withdraw(held: HeldGrant, now: Date): HeldGrant {
  const grant = held.grant.isGranted ? revise(held.grant, { isGranted: false, revokedAt: now }, now) : held.grant
  return { ...held, grant, licenseKey: held.licenseKey && revokeWithGrant(held.licenseKey, now) }
}

/** The key is good for as long as the holder is entitled, also when the grant itself stays as it was. */
function restore({ entitledUntil }: Holder, held: HeldGrant, now: Date): HeldGrant {
  const grant = held.grant.isGranted
    ? held.grant
    : revise(held.grant, { isGranted: true, grantedAt: now, revokedAt: null }, now)
  return { ...held, grant, licenseKey: held.licenseKey && returnWithGrant(held.licenseKey, entitledUntil, now) }
}

/** A key that the seller revoked by hand has no status to return to, and stays revoked for good. */
function revokeWithGrant(licenseKey: LicenseKey, now: Date): LicenseKey {
  const { status } = licenseKey
  return status === 'revoked' ? licenseKey : revise(licenseKey, { status: 'revoked', returningStatus: status }, now)
}

/** How long it is good for is no change of the key, here as in `entitleKeys`: it is written without a new version. */
function returnWithGrant(licenseKey: LicenseKey, entitledUntil: Date | null, now: Date): LicenseKey {
  const { status, returningStatus } = licenseKey
  const returned = revise(licenseKey, { status: returningStatus ?? status, returningStatus: null }, now)
  return returned.entitledUntil?.getTime() === entitledUntil?.getTime() ? returned : { ...returned, entitledUntil }
}
