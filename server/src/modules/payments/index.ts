export { PaymentError, paymentDeclined } from './errors.ts'
export type { DeclineCode, Payment, PaymentMethod } from './model.ts'
export type { InstantProcessor, InstantVerdict } from './port.ts'
