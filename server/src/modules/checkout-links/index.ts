export { findOpenLink, openCheckoutLink } from './operations/open-checkout-link.ts'
export { checkoutLinkRoutes } from './routes.ts'
