export type { FullProduct, Price, Product } from './model.ts'
export { removeProductField, removeProductMedia } from './operations/detach.ts'
export { removeProductBenefit } from './operations/remove-product-benefit.ts'
export { productRoutes } from './routes.ts'
export { priceNow } from './rules/price-now.ts'
export {
  BaseProduct as BaseProductWire,
  CheckoutProduct as CheckoutProductWire,
  Price as PriceWire,
  Product as ProductWire,
} from './schema.ts'
export { findDefaultCurrency, fullProductFromJson, fullProductJson, priceFromJson, productFromJson } from './store.ts'
export { baseProductView, checkoutProductView, priceView, productView } from './view.ts'
