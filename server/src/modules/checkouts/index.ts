export { checkoutScope, requireWellFormed } from './client-secret.ts'
export { ExpiredCheckout, NotOpenCheckout } from './errors.ts'
export type { Checkout, FullCheckout } from './model.ts'
export { expireCheckouts } from './operations/expire-checkouts.ts'
export { buyersChoice } from './operations/update-checkout-by-secret.ts'
export { CheckoutWatch } from './operations/watch-checkouts.ts'
export { checkoutRoutes } from './routes.ts'
export { type DiscountChoice, notApplicable, placeOf, requireApplicable } from './rules/discount.ts'
export { edit } from './rules/edit.ts'
export { isAmountMissing, needsPaymentSetup } from './rules/pricing.ts'
export { moveTo, requireNotExpired, requireOpen, statusAt } from './rules/status.ts'
export { requireUpgradable } from './rules/upgrade.ts'
export { ByClientSecret, CheckoutPublicConfirmed, CheckoutUpdatePublic } from './schema.ts'
export {
  type FullCheckoutRow,
  findCheckoutBySecret,
  fullCheckoutColumns,
  fullCheckoutFromRow,
  fullCheckoutJoins,
} from './store.ts'
export { checkoutPublicView, checkoutView } from './view.ts'
