import type { Links } from '../../kernel/links.ts'
import type { Benefit } from '../../modules/benefits/index.ts'
import { changeGrants, type GrantChange, reconcile, Stale } from '../../modules/license-keys/index.ts'
import { untilDone } from '../../platform/due-work/in-batches.ts'
import type { Transactions, Tx } from '../../platform/postgres/transaction.ts'
import { type Buyer, nextBuyers } from './buyers.ts'
import { benefitsOf, endReview, postpone, type Review, saveProgress, takeReview } from './review.ts'

const BATCH = 500

/**
 * Gives everybody who bought a product the benefits that it has now, and takes back those that it no longer has. Each
 * batch is a transaction of its own that also remembers how far it got, so it can stop anywhere and be done by several
 * processes. Doing it twice changes nothing: what is as it should be is left alone.
 */
export async function reviewGrants(
  transactions: Transactions,
  links: Links,
  stop?: AbortSignal,
  batch = BATCH,
): Promise<void> {
  await untilDone(() => reviewOnce(transactions, links, batch), stop)
}

/** False when there is nothing to do. A batch that fails goes to the end of the line, so that the others get done. */
async function reviewOnce(transactions: Transactions, links: Links, most: number): Promise<boolean> {
  let taken: Review | undefined
  try {
    await transactions.run(async (tx) => {
      taken = await takeReview(tx)
      if (taken) await reviewBatch(tx, taken, links, most)
    })
    return taken !== undefined
  } catch (error) {
    const failed = taken
    if (failed) await transactions.run((tx) => postpone(tx, failed, new Date())).catch(() => {})
    // Somebody changed what was read: nothing was written, and the next try reads it again.
    if (error instanceof Stale) return true
    throw error
  }
}

async function reviewBatch(tx: Tx, review: Review, links: Links, most: number): Promise<void> {
  const buyers = await nextBuyers(tx, review, most)
  const benefits = await benefitsOf(tx, review.productId)
  await regrant(tx, review, buyers, benefits, links)
  const last = buyers.at(-1)
  if (last && buyers.length === most) await saveProgress(tx, review, last.id, new Date())
  else await endReview(tx, review)
}

async function regrant(
  tx: Tx,
  review: Review,
  buyers: readonly Buyer[],
  benefits: readonly Benefit[],
  links: Links,
): Promise<void> {
  const now = tx.clock.now(review.organizationId)
  const decided = buyers.map((buyer) => ({ buyer, changes: reconcile(buyer, wantedBy(buyer, benefits), now) }))
  const affected = decided.filter(({ changes }) => changes.length > 0)
  if (affected.length === 0) return
  // Without this, a batch that read the benefits of before could write after a later review had passed the same buyers.
  const product = { product_id: review.productId, benefit_ids: benefits.map((benefit) => benefit.id) }
  const customers = customersOf(affected.map(({ buyer }) => buyer))
  const seen = affected.map(({ buyer: { id, version } }) => ({ id, version }))
  const sources = review.isRecurring ? { orders: [], subscriptions: seen } : { orders: seen, subscriptions: [] }
  const changes = affected.flatMap(({ changes }): GrantChange[] => changes)
  await changeGrants(tx, { customers, ...product, ...sources }, changes, links)
}

/** Each once: some have bought the product several times. */
function customersOf(buyers: readonly Buyer[]): { id: string; version: number }[] {
  const byId = new Map(buyers.map(({ customer: { id, version } }) => [id, { id, version }]))
  return [...byId.values()]
}

function wantedBy({ mayGain, held }: Buyer, benefits: readonly Benefit[]): readonly Benefit[] {
  if (mayGain) return benefits
  const has = new Set(held.flatMap(({ grant }) => (grant.isGranted ? [grant.benefitId] : [])))
  return benefits.filter((benefit) => has.has(benefit.id))
}
