export { recoverRefunds } from './recover-refunds.ts'
export { refundChanged } from './refund-changed.ts'
export { refundOrderRoutes } from './routes.ts'
