import type { MetadataValues } from '../../kernel/metadata.ts'
import type { Activation, LicenseKey } from './model.ts'
import type { LicenseKeyUpdate } from './schema.ts'

/** What somebody who holds a key claims about it. */
export interface ValidationAsk {
  readonly organizationId: string
  readonly key: string
  readonly activationId: string | null
  readonly benefitId: string | null
  readonly customerId: string | null
  readonly conditions: MetadataValues
  readonly spend: number
}

/** The key that was asked for, and the activation, as far as they are there. */
export interface Evidence {
  readonly licenseKey: LicenseKey
  readonly activation: Activation | null
}

export type KeyVerdict = 'valid' | 'license_key_unknown' | 'license_key_not_granted' | 'license_key_expired'
export type Verdict =
  | KeyVerdict
  | 'activation_unknown'
  | 'conditions_differ'
  | 'benefit_differs'
  | 'customer_differs'
  | 'license_key_usage_exceeded'
export type ActivationVerdict = KeyVerdict | 'activation_not_supported'

/** Reasons that end every use of a key. The first that applies is reported, most final reason first. */
function judgeKey(licenseKey: LicenseKey | undefined, now: Date): KeyVerdict {
  if (!licenseKey) return 'license_key_unknown'
  if (licenseKey.status !== 'granted') return 'license_key_not_granted'
  if (hasPassed(licenseKey.expiresAt, now) || hasPassed(licenseKey.entitledUntil, now)) return 'license_key_expired'
  return 'valid'
}

/** May the key be used as asked? */
export function judge(found: Evidence | undefined, ask: ValidationAsk, now: Date): Verdict {
  const verdict = judgeKey(found?.licenseKey, now)
  if (!found || verdict !== 'valid') return verdict
  const { licenseKey, activation } = found
  if (!activation && needsActivation(licenseKey, ask)) return 'activation_unknown'
  if (activation && !meets(activation.conditions, ask.conditions)) return 'conditions_differ'
  if (ask.benefitId !== null && ask.benefitId !== licenseKey.benefitId) return 'benefit_differs'
  if (ask.customerId !== null && ask.customerId !== licenseKey.customerId) return 'customer_differs'
  // A check that spends nothing passes no limit, not even one that was lowered below the usage.
  if (ask.spend > 0 && ask.spend > usageLeft(licenseKey)) return 'license_key_usage_exceeded'
  return 'valid'
}

/** May the key be activated once more, as far as one can tell without counting its activations? */
export function judgeActivation(licenseKey: LicenseKey | undefined, now: Date): ActivationVerdict {
  const verdict = judgeKey(licenseKey, now)
  if (verdict !== 'valid') return verdict
  return licenseKey?.limitActivations === null ? 'activation_not_supported' : 'valid'
}

/** An activation that is named has to be there, also when the key would not need one. */
function needsActivation(licenseKey: LicenseKey, ask: ValidationAsk): boolean {
  return ask.activationId !== null || licenseKey.limitActivations !== null
}

/** Flat pairs, so equality is the same keys with the same values. An activation without conditions accepts any. */
function meets(stored: Activation['conditions'], given: MetadataValues): boolean {
  const keys = Object.keys(stored)
  if (keys.length === 0) return true
  if (keys.length !== Object.keys(given).length) return false
  return keys.every((key) => Object.hasOwn(given, key) && given[key] === stored[key])
}

/** Without a limit of its own, a key's usage ends where whole numbers stop being exact. */
function usageLeft(licenseKey: LicenseKey): number {
  return (licenseKey.limitUsage ?? Number.MAX_SAFE_INTEGER) - licenseKey.usage
}

function hasPassed(moment: Date | null, now: Date): boolean {
  return moment !== null && moment <= now
}

/**
 * What a PATCH changes: absent keeps, null clears. Usage is a counter, and a counter is no change. A status that the
 * seller sets stands, whatever becomes of the grant, so the key forgets which one it would go back to.
 */
export function changesOf(patch: LicenseKeyUpdate): Partial<LicenseKey> {
  return {
    ...(patch.status !== undefined && { status: patch.status, returningStatus: null }),
    ...(patch.limit_activations !== undefined && { limitActivations: patch.limit_activations }),
    ...(patch.limit_usage !== undefined && { limitUsage: patch.limit_usage }),
    ...(patch.expires_at !== undefined && { expiresAt: patch.expires_at === null ? null : new Date(patch.expires_at) }),
  }
}
