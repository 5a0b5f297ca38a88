import type { SecretBox } from '../kernel/secrets.ts'
import { attemptDelivery, Dispatcher, disableEndpoint } from '../modules/webhooks/index.ts'
import type { Log } from '../platform/log.ts'
import type { Allowed } from '../platform/outbound/allowed.ts'
import { Sender } from '../platform/outbound/post.ts'
import type { Db } from '../platform/postgres/pool.ts'
import type { Transactions } from '../platform/postgres/transaction.ts'

export interface WebhookParts {
  readonly db: Db
  readonly transactions: Transactions
  readonly box: SecretBox
  readonly log: Log
  readonly allowed: Allowed
  /** Told of every attempt. */
  readonly observe: (outcome: string) => void
}

export interface Webhooks {
  start(): void
  /** These endpoints have something to send. */
  readonly poke: (endpointIds: readonly string[]) => void
  stop(): Promise<void>
}

/** Who sends what happens to those who want to know. */
export function composeWebhooks({ db, transactions, box, log, allowed, observe }: WebhookParts): Webhooks {
  const sender = new Sender({ allowed })
  const dispatcher = new Dispatcher({
    db,
    log,
    async attempt(taken) {
      const attempt = await attemptDelivery({ box, post: (request) => sender.post(request) }, taken)
      const { status } = attempt.finished
      observe(status === 'pending' ? 'postponed' : status)
      return attempt
    },
    disable: (endpointId, reason) => transactions.run((tx) => disableEndpoint(tx, endpointId, reason)),
  })
  return {
    start: () => dispatcher.start(),
    poke: dispatcher.poke,
    async stop() {
      await dispatcher.stop()
      sender.close()
    },
  }
}
