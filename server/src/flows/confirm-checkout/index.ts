export type { PaymentNeeds } from './remote/needs.ts'
export { dealWithNotifications } from './remote/notifications.ts'
export { recoverPayments } from './remote/recover.ts'
export { confirmCheckoutRoutes } from './routes.ts'
