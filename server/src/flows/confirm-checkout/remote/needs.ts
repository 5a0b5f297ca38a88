import type { Links } from '../../../kernel/links.ts'
import type { SecretBox } from '../../../kernel/secrets.ts'
import type { NotificationContent, ProcessorName, Processors } from '../../../modules/payments/index.ts'
import type { Log } from '../../../platform/log.ts'
import type { Db } from '../../../platform/postgres/pool.ts'
import type { Transactions } from '../../../platform/postgres/transaction.ts'

type RefundNotice = Extract<NotificationContent, { kind: 'refund' }>

/** What it takes to see a payment through, whether a request, a notification or the work in the background does it. */
export interface PaymentNeeds {
  readonly db: Db
  readonly transactions: Transactions
  readonly processors: Processors
  readonly links: Links
  readonly box: SecretBox
  readonly log: Log
  /** A processor tells that something has become of a refund; false when it is not here. */
  readonly refundChanged: (processor: ProcessorName, notice: RefundNotice) => Promise<boolean>
  /** Told after a commit, so that the events get their numbers at once. */
  readonly committed: () => void
}

export { leaseFrom, lookFrom, nextLook } from '../../../platform/due-work/lease.ts'
