import type { CheckoutLink } from '../model.ts'
import type { CheckoutLinkUpdate } from '../schema.ts'

/** What a PATCH changes beside what the link refers to: absent keeps, null clears. */
export function changesOf(patch: CheckoutLinkUpdate): Partial<CheckoutLink> {
  return {
    ...(patch.label !== undefined && { label: patch.label }),
    ...(patch.success_url !== undefined && { successUrl: patch.success_url }),
    ...(patch.allow_discount_codes !== undefined && { allowDiscountCodes: patch.allow_discount_codes }),
    ...(patch.metadata !== undefined && { metadata: patch.metadata ?? {} }),
  }
}
