import type { Links } from '../../kernel/links.ts'
import type { SecretBox } from '../../kernel/secrets.ts'
import type { Processors } from '../../modules/payments/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Db } from '../../platform/postgres/pool.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'

/** What it takes to see a refund through, whether a request, a notification or the work in the background does it. */
export interface RefundNeeds {
  readonly db: Db
  readonly transactions: Transactions
  readonly processors: Processors
  readonly links: Links
  readonly box: SecretBox
  readonly log: Log
}
