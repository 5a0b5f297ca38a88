import type { Metrics } from '../platform/metrics.ts'
import type { Sql } from '../platform/postgres/pool.ts'

interface Figures {
  readonly mailsWaiting: number
  readonly mailsFailed: number
  readonly deliveriesWaiting: number
  readonly eventsWaiting: number
}

/** More is not counted: a queue of this length needs somebody to look at it, whatever its length is. */
const MOST = 10_000

/** However many look, and however often. */
const FRESH_MILLISECONDS = 5000

const CAPPED = 'of all processes together, counted up to 10,000'

/** What waits in the database, for whoever watches the server. Any process can tell it. */
export function showQueues(metrics: Metrics, sql: Sql): void {
  const look = atMostEvery(FRESH_MILLISECONDS, () => figuresOf(sql))
  metrics.gauge('till_mails', `Mails that wait (${CAPPED}), and that have failed.`, async () => {
    const { mailsWaiting, mailsFailed } = await look()
    return { waiting: mailsWaiting, failed: mailsFailed }
  })
  metrics.gauge('till_webhook_deliveries', `Deliveries that wait, ${CAPPED}.`, async () => {
    return { waiting: (await look()).deliveriesWaiting }
  })
  metrics.gauge('till_events', `Events that have no number yet, ${CAPPED}.`, async () => {
    return { waiting: (await look()).eventsWaiting }
  })
}

/** No row of a finished thing is read: queues have indexes of their own, and failed mails are counted where they are listed. */
async function figuresOf(sql: Sql): Promise<Figures> {
  const [row] = await sql<Figures[]>`
    select
      (select count(*) from (select from mails where status = 'waiting' limit ${MOST}) w)::int as mails_waiting,
      (select coalesce(sum(total), 0) from overall_totals where list = 'mails' and facet = 'status=failed')::int
        as mails_failed,
      (select count(*) from (select from webhook_queue limit ${MOST}) q)::int as deliveries_waiting,
      (select count(*) from (select from events where sequence is null limit ${MOST}) e)::int as events_waiting`
  if (!row) throw new Error('a statement without a condition has no row')
  return row
}

function atMostEvery<Value>(milliseconds: number, read: () => Promise<Value>): () => Promise<Value> {
  let readAt = 0
  let value: Promise<Value> | undefined
  return () => {
    if (value === undefined || Date.now() - readAt > milliseconds) {
      readAt = Date.now()
      value = read()
      // The next one who looks asks again.
      value.catch(() => {
        value = undefined
      })
    }
    return value
  }
}
