import { NotPermitted, Refusal, type RefusalKind, ResourceNotFound } from '../../kernel/refusal.ts'
import type { ActivationVerdict, Verdict } from './rules.ts'

type Reason = Exclude<Verdict | ActivationVerdict, 'valid'> | 'activation_limit_reached'

const notFound = (code: Reason, detail: string): RefusalKind => ({ ...ResourceNotFound, code, detail })
const notPermitted = (code: Reason, detail: string): RefusalKind => ({ ...NotPermitted, code, detail })

const LicenseKeyUsageExceeded: RefusalKind = {
  error: 'BadRequest',
  status: 400,
  code: 'license_key_usage_exceeded',
  detail: 'The usage limit of this license key would be passed.',
}

const KINDS: Readonly<Record<Reason, RefusalKind>> = {
  license_key_unknown: notFound('license_key_unknown', 'There is no such license key.'),
  license_key_not_granted: notFound('license_key_not_granted', 'This license key is revoked or disabled.'),
  license_key_expired: notFound('license_key_expired', 'This license key has expired.'),
  activation_unknown: notFound(
    'activation_unknown',
    'This license key has no such activation. Where activations are limited, activate first and send activation_id.',
  ),
  conditions_differ: notFound('conditions_differ', 'The conditions are not those of the activation.'),
  benefit_differs: notFound('benefit_differs', 'This license key belongs to another benefit.'),
  customer_differs: notFound('customer_differs', 'This license key belongs to another customer.'),
  license_key_usage_exceeded: LicenseKeyUsageExceeded,
  activation_not_supported: notPermitted('activation_not_supported', 'This license key has no activations.'),
  activation_limit_reached: notPermitted(
    'activation_limit_reached',
    'All activations of this license key are in use. Deactivate one first.',
  ),
}

export function refusalOf(reason: Reason): Refusal {
  return new Refusal(KINDS[reason])
}

/** What a call can be refused with, in the order in which it is checked. */
export const VALIDATION_REFUSALS: readonly RefusalKind[] = [
  KINDS.license_key_unknown,
  KINDS.license_key_not_granted,
  KINDS.license_key_expired,
  KINDS.activation_unknown,
  KINDS.conditions_differ,
  KINDS.benefit_differs,
  KINDS.customer_differs,
  KINDS.license_key_usage_exceeded,
]
export const ACTIVATION_REFUSALS: readonly RefusalKind[] = [
  KINDS.license_key_unknown,
  KINDS.license_key_not_granted,
  KINDS.license_key_expired,
  KINDS.activation_not_supported,
  KINDS.activation_limit_reached,
]
export const DEACTIVATION_REFUSALS: readonly RefusalKind[] = [KINDS.license_key_unknown, KINDS.activation_unknown]
