export type { Order } from './model.ts'
export { orderRoutes } from './routes.ts'
export { orderView } from './view.ts'
