export { customerReferences } from './customer-references.ts'
export {
  type Detachment,
  endDetachment,
  forgetPaymentMethods,
  forgetUnused,
  postponeDetachment,
  takeDueDetachments,
} from './detachments.ts'
export { recordDispute } from './disputes.ts'
export { PaymentError, paymentDeclined, paymentGoesBack, processorAway } from './errors.ts'
export { endBuyersTime } from './hurry.ts'
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
  type GivenBack,
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
export { giveBackId, giveBackWork } from './rules/give-back.ts'
export { isSettled, movePayment } from './rules/status.ts'
export {
  endWork,
  findOpenAttempt,
  findPayment,
  findPaymentByReference,
  findPaymentOfOrder,
  findSavedMethod,
  forgetTrouble,
  insertWork,
  keepReference,
  lockPayment,
  lockWork,
  noteTrouble,
  postponeWork,
  savePayment,
  saveWork,
  takeDueWork,
} from './store.ts'
