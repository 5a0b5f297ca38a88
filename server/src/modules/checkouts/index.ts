export { checkoutScope, requireWellFormed } from './client-secret.ts'
export { ExpiredCheckout, NotOpenCheckout } from './errors.ts'
export type { Checkout, FullCheckout } from './model.ts'
export { expireCheckouts } from './operations/expire-checkouts.ts'
export { expireTestCheckouts } from './operations/expire-test-checkouts.ts'
export { buyersChoice } from './operations/update-checkout-by-secret.ts'
export { CheckoutWatch } from './operations/watch-checkouts.ts'
export { checkoutRoutes } from './routes.ts'
export { type DiscountChoice, notApplicable, placeOf, requireApplicable } from './rules/discount.ts'
export { edit } from './rules/edit.ts'
export { isAmountMissing, needsPaymentSetup } from './rules/pricing.ts'
export { moveTo, pageKeysOf, requireNotExpired, requireOpen, statusAt } from './rules/status.ts'
export { requireUpgradable, whyNotUpgradable } from './rules/upgrade.ts'
export {
  ByClientSecret,
  type Checkout as CheckoutWire,
  CheckoutPublicConfirmed,
  CheckoutUpdatePublic,
} from './schema.ts'
export {
  type FullCheckoutRow,
  findCheckoutById,
  findCheckoutBySecret,
  fullCheckoutColumns,
  fullCheckoutFromRow,
  fullCheckoutJoins,
  saveCheckout,
} from './store.ts'
export { checkoutPublicView, checkoutView } from './view.ts'
