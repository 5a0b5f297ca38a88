export { checkoutScope, requireWellFormed } from './client-secret.ts'
export { ExpiredCheckout, NoLongerSold, NotOpenCheckout } from './errors.ts'
export type { Checkout, FullCheckout } from './model.ts'
export { findOffer, type Offer } from './offer.ts'
export { expireCheckouts } from './operations/expire-checkouts.ts'
export { expireTestCheckouts } from './operations/expire-test-checkouts.ts'
export { type CheckoutNeeds, startCheckout } from './operations/start-checkout.ts'
export { buyersChoice } from './operations/update-checkout-by-secret.ts'
export { CheckoutWatch } from './operations/watch-checkouts.ts'
export { checkoutRoutes } from './routes.ts'
export { type DiscountChoice, notApplicable, placeOf, reasonAgainst, requireApplicable } from './rules/discount.ts'
export { edit } from './rules/edit.ts'
export { isAmountMissing, needsPaymentSetup, whyAmountUnfit } from './rules/pricing.ts'
export { hasExpired, moveTo, pageKeysOf, requireNotExpired, requireOpen } from './rules/status.ts'
export { requireUpgradable, whyNotUpgradable } from './rules/upgrade.ts'
export { wantedOf } from './rules/wanted.ts'
export {
  ByClientSecret,
  type Checkout as CheckoutWire,
  type CheckoutCreate,
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
