import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../../src/platform/postgres/pool.ts'
import type { Api } from '../seed/api.ts'

export interface Review {
  readonly name: string
  readonly seconds: number
  /** Grants and license keys that were made or changed. */
  readonly changes: number
  readonly events: number
  /** How long purchases of the same product took meanwhile, in milliseconds. */
  readonly purchases: readonly number[]
}

/** What there is at a moment, to compare with later. */
export interface State {
  readonly at: number
  readonly versions: number
  readonly events: number
}

export async function stateOf(sql: Sql): Promise<State> {
  const [row] = await sql<{ versions: number; events: number }[]>`
    select (select sum(version) from benefit_grants) + (select coalesce(sum(version), 0) from license_keys) as versions,
      (select max(id) from events) as events`
  return { at: performance.now(), versions: row?.versions ?? 0, events: row?.events ?? 0 }
}

/** Buys the product again and again until the review is done. What that leaves behind is nothing beside the review. */
export async function watchReview(name: string, since: State, sql: Sql, api: Api, productId: string): Promise<Review> {
  const purchases: number[] = []
  while ((await sql`select from grant_reviews`).length > 0) {
    purchases.push(await buy(api, productId))
    await sleep(250)
  }
  const seconds = (performance.now() - since.at) / 1000
  const { versions, events } = await stateOf(sql)
  return { name, seconds, changes: versions - since.versions, events: events - since.events, purchases }
}

let bought = 0

async function buy(api: Api, productId: string): Promise<number> {
  bought += 1
  const body = { product_id: productId, customer_email: `late-${bought}@example.com` }
  const { client_secret } = await api.post<{ client_secret: string }>('/v1/checkouts/custom/', body)
  const since = performance.now()
  await api.post(`/v1/checkouts/custom/client/${client_secret}/confirm`, {})
  return performance.now() - since
}

export function reviewsText(reviews: readonly Review[]): string {
  return reviews.map(lineOf).join('\n')
}

function lineOf({ name, seconds, changes, events, purchases }: Review): string {
  const sorted = purchases.toSorted((a, b) => a - b)
  const [middle, slowest] = [sorted[Math.floor(sorted.length / 2)] ?? 0, sorted.at(-1) ?? 0]
  const rate = Math.round(changes / seconds).toLocaleString('en-US')
  const counts = `${changes.toLocaleString('en-US')} changes, ${events.toLocaleString('en-US')} events`
  return `${name}: ${seconds.toFixed(1)} s, ${counts}, ${rate} changes per second; ${purchases.length} confirms meanwhile, p50 ${middle.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms`
}
