import { invalidField } from '../../../kernel/invalid-input.ts'
import type { Discount } from '../model.ts'
import type { DiscountUpdate } from '../schema.ts'
import { refuseNewTerms, termsAfter } from './terms.ts'

/** What a PATCH changes beside the products: absent keeps, null clears. */
export function changesOf(discount: Discount, patch: DiscountUpdate): Partial<Discount> {
  const terms = termsAfter(discount, patch)
  refuseNewTerms(discount, terms, patch)
  const window = {
    startsAt: patch.starts_at === undefined ? discount.startsAt : momentOf(patch.starts_at),
    endsAt: patch.ends_at === undefined ? discount.endsAt : momentOf(patch.ends_at),
  }
  refuseEmptyWindow(window, patch)
  refuseLowCap(discount, patch.max_redemptions)
  return {
    ...terms,
    ...window,
    ...(patch.name !== undefined && { name: patch.name }),
    ...(patch.code !== undefined && { code: patch.code }),
    ...(patch.max_redemptions !== undefined && { maxRedemptions: patch.max_redemptions }),
    ...(patch.max_redemptions_per_customer !== undefined && {
      maxRedemptionsPerCustomer: patch.max_redemptions_per_customer,
    }),
    ...(patch.metadata !== undefined && { metadata: patch.metadata ?? {} }),
  }
}

export function momentOf(given: string | null | undefined): Date | null {
  return given ? new Date(given) : null
}

/** The complaint stands at the field that was sent, the end before the start. */
export function refuseEmptyWindow(
  window: Pick<Discount, 'startsAt' | 'endsAt'>,
  given: Pick<DiscountUpdate, 'starts_at' | 'ends_at'>,
): void {
  const { startsAt, endsAt } = window
  if (startsAt === null || endsAt === null || startsAt < endsAt) return
  if (given.ends_at) throw invalidField('ends_at', 'Input should be after the start', given.ends_at)
  throw invalidField('starts_at', 'Input should be before the end', given.starts_at)
}

function refuseLowCap(discount: Discount, cap: number | null | undefined): void {
  if (typeof cap !== 'number' || cap >= discount.redemptionsCount) return
  const msg = `Input should be at least ${discount.redemptionsCount}: that many are redeemed already`
  throw invalidField('max_redemptions', msg, cap)
}
