import type { Links } from '../kernel/links.ts'
import { expireCheckouts } from '../modules/checkouts/index.ts'
import { foldCounts } from '../platform/due-work/fold-counts.ts'
import { forgetExpired } from '../platform/due-work/forget.ts'
import { Loop } from '../platform/due-work/loop.ts'
import type { Sequencer } from '../platform/events/sequencer.ts'
import type { Log } from '../platform/log.ts'
import type { Sql } from '../platform/postgres/pool.ts'
import type { Transactions } from '../platform/postgres/transaction.ts'

export interface BackgroundParts {
  readonly sql: Sql
  readonly transactions: Transactions
  readonly sequencer: Sequencer
  readonly links: Links
  readonly log: Log
}

const SECOND = 1000

/** What happens without a request. Any number of processes can do it at once. */
export function startBackground(parts: BackgroundParts): { stop(): Promise<void> } {
  const { sql, transactions, sequencer, links, log } = parts
  const loops = [
    new Loop(2 * SECOND, log, () => foldCounts(sql)),
    new Loop(5 * SECOND, log, () => expireCheckouts(transactions, links)),
    new Loop(60 * SECOND, log, () => forgetExpired(sql, new Date())),
  ]
  sequencer.start()
  for (const loop of loops) loop.start()
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
      await sequencer.stop()
    },
  }
}
