export type { Discount, Redemption } from './model.ts'
export { discountRoutes } from './routes.ts'
export { discountAmount, type NotApplicable, whyNotApplicable } from './rules/apply.ts'
export { CheckoutDiscount as CheckoutDiscountWire, OrderDiscount as OrderDiscountWire } from './schema.ts'
export {
  type DiscountInUse,
  discountFromJson,
  discountJson,
  findDiscountByCode,
  findDiscountById,
  redeemedBy,
  releasePlace,
} from './store.ts'
export { checkoutDiscountView, orderDiscountView } from './view.ts'
