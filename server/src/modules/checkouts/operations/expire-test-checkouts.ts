import type { Tx } from '../../../platform/postgres/transaction.ts'
import { endBuyersTime } from '../../payments/index.ts'

/** What goes beyond takes no test card either: it is refused, and its event comes when its time is over. */
const AT_ONCE = 10_000

/**
 * The organization takes real money from this transaction on, so its test checkouts end here. Their time is over: whoever
 * reads one knows it at once, and the work in the background writes the events. Versions grow, so that a confirm that
 * has read one decides again. A payment that is under way is settled, unless it waits for its buyer.
 */
export async function expireTestCheckouts(tx: Tx, organizationId: string): Promise<void> {
  const { sql } = tx
  const now = tx.clock.now(organizationId)
  const theirs = sql`
    c.organization_id = ${organizationId} and c.payments_mode = 'sandbox' and c.expires_at > ${now}`
  await sql`
    with held as (
      select c.id from checkouts c where ${theirs} and c.status = 'open'
      order by c.id limit ${AT_ONCE} for no key update)
    update checkouts set expires_at = ${now}, version = version + 1 from held where checkouts.id = held.id`
  const paying = await sql<{ id: string }[]>`
    with held as (
      select c.id from checkouts c where ${theirs} and c.status = 'confirmed'
        and c.id in (select w.checkout_id from payment_work w where w.task = 'find_out')
      order by c.id limit ${AT_ONCE} for no key update)
    update checkouts set expires_at = ${now} from held where checkouts.id = held.id returning held.id`
  await endBuyersTime(
    tx,
    paying.map(({ id }) => id),
  )
}
