import { baseProductView, type Product } from '../products/index.ts'
import type { Discount } from './model.ts'
import type {
  CheckoutDiscount as CheckoutDiscountWire,
  Discount as DiscountWire,
  OrderDiscount as OrderDiscountWire,
} from './schema.ts'

export function checkoutDiscountView(discount: Discount): CheckoutDiscountWire {
  return {
    id: discount.id,
    name: discount.name,
    code: discount.code,
    type: discount.type,
    amount: discount.amount,
    currency: discount.currency,
    basis_points: discount.basisPoints,
    duration: discount.duration,
    duration_in_months: discount.durationInMonths,
  }
}

export function orderDiscountView(discount: Discount): OrderDiscountWire {
  return {
    ...checkoutDiscountView(discount),
    created_at: discount.createdAt.toISOString(),
    modified_at: discount.modifiedAt?.toISOString() ?? null,
    metadata: discount.metadata,
    starts_at: discount.startsAt?.toISOString() ?? null,
    ends_at: discount.endsAt?.toISOString() ?? null,
    max_redemptions: discount.maxRedemptions,
    max_redemptions_per_customer: discount.maxRedemptionsPerCustomer,
    redemptions_count: discount.redemptionsCount,
    organization_id: discount.organizationId,
  }
}

export function discountView({
  discount,
  products,
}: {
  discount: Discount
  products: readonly Product[]
}): DiscountWire {
  return { ...orderDiscountView(discount), products: products.map(baseProductView) }
}
