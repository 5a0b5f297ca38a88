export type { FullOrder, Order } from './model.ts'
export { orderRoutes } from './routes.ts'
export { Order as OrderWire } from './schema.ts'
export {
  type FullOrderRow,
  fullOrderColumns,
  fullOrderFromRow,
  fullOrderJoins,
  lockOrder,
  lockOrderById,
  rememberRevocation,
  saveRefundedOrder,
} from './store.ts'
export { orderView } from './view.ts'
