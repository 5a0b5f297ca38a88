export { aboveWhatIsLeft, nothingWasPaid, processorNotSetUp, unknownOrder } from './errors.ts'
export type { Parts, Refund, RefundReason, RefundWork } from './model.ts'
export { refundRoutes } from './routes.ts'
export { add, applyState, partOf, partOfTotal, refundedOf, totalOf, withRefunded } from './rules.ts'
export { Refund as RefundWire, RefundCreate } from './schema.ts'
export {
  asksForRevocation,
  findRefund,
  findRefundByReference,
  insertRefund,
  namedParts,
  pendingParts,
  saveRefund,
} from './store.ts'
export { refundView } from './view.ts'
export {
  endRefundWork,
  insertRefundWork,
  lockRefundWork,
  noteRefundTrouble,
  postponeRefundWork,
  takeDueRefundWork,
} from './work.ts'
