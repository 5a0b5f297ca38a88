import type { Links } from '../../kernel/links.ts'
import { addressAlone, type Customer, customerView, licenseKeyUserView } from '../customers/index.ts'
import type { Activation, LicenseKey, LicenseKeyWithCustomer } from './model.ts'
import type { ValidationAsk } from './rules.ts'
import type * as wire from './schema.ts'

export function licenseKeyView(licenseKey: LicenseKey, customer: Customer, links: Links): wire.LicenseKey {
  return {
    id: licenseKey.id,
    created_at: licenseKey.createdAt.toISOString(),
    modified_at: licenseKey.modifiedAt?.toISOString() ?? null,
    organization_id: licenseKey.organizationId,
    user_id: licenseKey.customerId,
    customer_id: licenseKey.customerId,
    benefit_id: licenseKey.benefitId,
    user: licenseKeyUserView(customer, links),
    customer: customerView(customer, links),
    key: licenseKey.key,
    display_key: licenseKey.displayKey,
    status: licenseKey.status,
    limit_activations: licenseKey.limitActivations,
    usage: licenseKey.usage,
    limit_usage: licenseKey.limitUsage,
    validations: licenseKey.validations,
    last_validated_at: licenseKey.lastValidatedAt?.toISOString() ?? null,
    expires_at: licenseKey.expiresAt?.toISOString() ?? null,
  }
}

/** Conditions are not shown: they are what the holder has to know. */
export function activationBaseView(activation: Activation): wire.ActivationBase {
  return {
    id: activation.id,
    license_key_id: activation.licenseKeyId,
    label: activation.label,
    meta: activation.meta,
    created_at: activation.createdAt.toISOString(),
    modified_at: activation.modifiedAt?.toISOString() ?? null,
  }
}

export function activationView(activation: Activation, licenseKey: wire.LicenseKey): wire.Activation {
  return { ...activationBaseView(activation), license_key: licenseKey }
}

/** To whoever holds the key, which need not be the customer. */
export function heldKeyView({ licenseKey, customer }: LicenseKeyWithCustomer, links: Links): wire.LicenseKey {
  return licenseKeyView(licenseKey, addressAlone(customer), links)
}

export function validatedView(
  found: LicenseKeyWithCustomer & { readonly activation: Activation | null },
  links: Links,
): wire.ValidatedLicenseKey {
  return {
    ...heldKeyView(found, links),
    activation: found.activation && activationBaseView(found.activation),
  }
}

/** Ids are compared as texts, so they take the spelling that the database gives them. */
export function validationAsk(body: wire.LicenseKeyValidate): ValidationAsk {
  return {
    organizationId: body.organization_id.toLowerCase(),
    key: body.key,
    activationId: body.activation_id?.toLowerCase() ?? null,
    benefitId: body.benefit_id?.toLowerCase() ?? null,
    customerId: body.customer_id?.toLowerCase() ?? null,
    conditions: body.conditions ?? {},
    spend: body.increment_usage ?? 0,
  }
}
