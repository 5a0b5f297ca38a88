import {
  type Detachment,
  endDetachment,
  ProcessorAway,
  type Processors,
  postponeDetachment,
  takeDueDetachments,
  willPass,
} from '../../modules/payments/index.ts'
import { lookFrom, nextLook } from '../../platform/due-work/lease.ts'
import type { Log } from '../../platform/log.ts'
import type { Db } from '../../platform/postgres/pool.ts'

export interface DetachNeeds {
  readonly db: Db
  readonly processors: Processors
  readonly log: Log
}

const AT_ONCE = 10
/** Nobody waits for it, and what does not go through for hours may never do. */
const LONGEST_WAIT_MILLISECONDS = 3_600_000

/**
 * Has processors forget the cards of deleted customers, and cards that were kept for an order that never came about.
 * Asking twice does no harm, so any number of processes can do it at once. Answers whether there may be more to do.
 */
export async function detachCards(needs: DetachNeeds): Promise<boolean> {
  const now = needs.db.clock.now()
  const due = await takeDueDetachments(needs.db, now, lookFrom(now), AT_ONCE)
  await Promise.all(due.map((work) => detach(needs, work)))
  return due.length === AT_ONCE
}

async function detach({ db, processors, log }: DetachNeeds, work: Detachment): Promise<void> {
  const { paymentMethodId, processor, processorReference, tries } = work
  try {
    // Somebody has taken the keys away. They may come back.
    if (!processors.has(processor)) throw new ProcessorAway('there are no keys')
    await processors.get(processor).detach(processorReference)
    await endDetachment(db, paymentMethodId)
  } catch (error) {
    if (!willPass(error)) log.error({ err: error, payment_method_id: paymentMethodId }, 'detaching a card failed')
    await postponeDetachment(db, paymentMethodId, nextLook(tries, db.clock.now(), LONGEST_WAIT_MILLISECONDS))
  }
}
