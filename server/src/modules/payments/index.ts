export { customerReferences } from './customer-references.ts'
export { recordDispute } from './disputes.ts'
export { PaymentError, paymentDeclined, paymentGoesBack, processorAway } from './errors.ts'
export type {
  DeclineCode,
  Payment,
  PaymentMethod,
  PaymentWork,
  ProcessorName,
  SavedMethod,
} from './model.ts'
export { type KeptNotification, keepNotification, setDue, takeDueNotifications } from './notifications.ts'
export {
  type ChargeAsk,
  type CustomerReferences,
  type InstantProcessor,
  type InstantVerdict,
  NotFromProcessor,
  type Notification,
  type NotificationContent,
  type OpenAsk,
  type PaymentAction,
  type PaymentProcessor,
  ProcessorAway,
  type ProcessorState,
  type RefundAsk,
  type RefundRecord,
  type RefundState,
  TokenRefused,
  willPass,
} from './port.ts'
export { type LiveProcessor, noProcessors, type Processors, processorsOf } from './processors.ts'
export { paymentRoutes } from './routes.ts'
export { isSettled, movePayment } from './rules/status.ts'
export {
  endWork,
  findPayment,
  findPaymentByReference,
  findPaymentOfOrder,
  findWork,
  insertWork,
  keepReference,
  lockPayment,
  lockWork,
  postponeWork,
  savePayment,
  saveWork,
  takeDueWork,
} from './store.ts'
