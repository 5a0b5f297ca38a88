export { checkoutScope, requireWellFormed } from './client-secret.ts'
export { ExpiredCheckout, NotOpenCheckout } from './errors.ts'
export type { Checkout, FullCheckout } from './model.ts'
export { expireCheckouts } from './operations/expire-checkouts.ts'
export { buyersChoice } from './operations/update-checkout-by-secret.ts'
export { checkoutRoutes } from './routes.ts'
export { type DiscountChoice, edit, requireApplicable } from './rules/edit.ts'
export { needsPaymentSetup } from './rules/pricing.ts'
export { moveTo, requireNotExpired, requireOpen, statusAt } from './rules/status.ts'
export { ByClientSecret, CheckoutPublicConfirmed, CheckoutUpdatePublic } from './schema.ts'
export {
  type FullCheckoutRow,
  findCheckoutBySecret,
  fullCheckoutColumns,
  fullCheckoutFromRow,
  fullCheckoutJoins,
} from './store.ts'
export { checkoutPublicView, checkoutView } from './view.ts'
