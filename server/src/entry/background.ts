import { eraseCustomers } from '../flows/forget-customer/index.ts'
import { reviewGrants } from '../flows/grant-benefits/index.ts'
import type { Links } from '../kernel/links.ts'
import type { SecretBox } from '../kernel/secrets.ts'
import { expireCheckouts } from '../modules/checkouts/index.ts'
import { forgetEvents } from '../modules/events/index.ts'
import { sweepFiles } from '../modules/files/index.ts'
import type { FileStorage } from '../modules/files/port.ts'
import { endSubscriptions } from '../modules/subscriptions/index.ts'
import { forgetDeliveries } from '../modules/webhooks/index.ts'
import { foldCounts } from '../platform/due-work/fold-counts.ts'
import { forgetExpired } from '../platform/due-work/forget.ts'
import { Loop } from '../platform/due-work/loop.ts'
import type { Sequencer } from '../platform/events/sequencer.ts'
import type { Log } from '../platform/log.ts'
import type { Sql } from '../platform/postgres/pool.ts'
import type { Transactions } from '../platform/postgres/transaction.ts'
import type { Mails } from './mail.ts'
import type { Webhooks } from './webhooks.ts'

export interface BackgroundParts {
  readonly sql: Sql
  readonly transactions: Transactions
  readonly sequencer: Sequencer
  readonly links: Links
  readonly box: SecretBox
  readonly storage: FileStorage
  readonly log: Log
  readonly payments: PaymentWorkers
  /** How long events are kept; null for ever. */
  readonly eventDays: number | null
  readonly webhooks: Webhooks
  readonly mails: Pick<Mails, 'loop'>
}

/** The loops that see payments through; each can be told that there is something to do. */
export interface PaymentWorkers {
  readonly loops: readonly Loop[]
}

const SECOND = 1000

/** What happens without a request. Any number of processes can do it at once. */
export function startBackground(parts: BackgroundParts): { stop(): Promise<void> } {
  const { sql, transactions, sequencer, links, box, storage, log, payments, webhooks, mails } = parts
  const loops = [
    new Loop(2 * SECOND, log, (stop) => foldCounts(sql, stop)),
    new Loop(5 * SECOND, log, (stop) => expireCheckouts(transactions, links, stop)),
    new Loop(SECOND, log, (stop) => eraseCustomers(transactions, { links, box }, stop)),
    new Loop(SECOND, log, (stop) => reviewGrants(transactions, links, stop)),
    new Loop(SECOND, log, (stop) => endSubscriptions(transactions, links, stop)),
    new Loop(60 * SECOND, log, (stop) => forgetExpired(sql, new Date(), stop)),
    new Loop(2 * SECOND, log, (stop) => sweepFiles(sql, storage, new Date(), stop)),
    new Loop(60 * SECOND, log, (stop) => forgetDeliveries(sql, new Date(), stop)),
    ...forgetting(sql, log, parts.eventDays),
    ...payments.loops,
    mails.loop,
  ]
  sequencer.start()
  webhooks.start()
  for (const loop of loops) loop.start()
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
      await sequencer.stop()
      await webhooks.stop()
    },
  }
}

function forgetting(sql: Sql, log: Log, days: number | null): readonly Loop[] {
  return days === null ? [] : [new Loop(600 * SECOND, log, (stop) => forgetEvents(sql, days, new Date(), stop))]
}
