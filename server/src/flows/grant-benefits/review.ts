import { type Benefit, benefitFromJson } from '../../modules/benefits/index.ts'
import type { Tx } from '../../platform/postgres/transaction.ts'

/** The work that is left after a change of a product's benefits. */
export interface Review {
  readonly id: number
  readonly productId: string
  readonly organizationId: string
  /** Then its subscriptions are looked at, and otherwise its orders. */
  readonly isRecurring: boolean
  /** The last one that was looked at. The time is a text, because a date of this language is too coarse to compare by. */
  readonly afterTime: string
  readonly afterId: string
}

/**
 * The one that has waited longest. Its lock is the lease: other processes pass over it, and a process that dies frees
 * it. A later review of the same product looks at everybody again, so those before it have nothing left to do.
 */
export async function takeReview(tx: Tx): Promise<Review | undefined> {
  const { sql } = tx
  // Tables may grow by as many rows as the review reads. A plan that was made before would go on reading them whole.
  await sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`
  const [review] = await sql<Review[]>`
    select r.id, r.product_id, p.organization_id, p.is_recurring, r.after_at::text as after_time, r.after_id
    from grant_reviews r join products p on p.id = r.product_id
    where not exists (select from grant_reviews later where later.product_id = r.product_id and later.id > r.id)
    order by r.worked_at limit 1
    for update of r skip locked`
  if (review) await dropEarlier(tx, review)
  return review
}

async function dropEarlier(tx: Tx, { id, productId }: Review): Promise<void> {
  await tx.sql`
    delete from grant_reviews where id in (
      select id from grant_reviews where product_id = ${productId} and id < ${id} for update skip locked)`
}

/** In the transaction of the batch: what was done and how far it got are written together, or not at all. */
export async function saveProgress(tx: Tx, review: Review, lastId: string, now: Date): Promise<void> {
  const { sql } = tx
  const seen = review.isRecurring ? sql`subscriptions` : sql`orders`
  await sql`
    update grant_reviews r set after_at = seen.created_at, after_id = seen.id, worked_at = ${now}
    from ${seen} seen where r.id = ${review.id} and seen.id = ${lastId}`
}

export async function postpone(tx: Tx, { id }: Review, now: Date): Promise<void> {
  await tx.sql`update grant_reviews set worked_at = ${now} where id = ${id}`
}

export async function endReview(tx: Tx, { id }: Review): Promise<void> {
  await tx.sql`delete from grant_reviews where id = ${id}`
}

/** What everybody who bought the product should have. */
export async function benefitsOf(tx: Tx, productId: string): Promise<Benefit[]> {
  const rows = await tx.sql<{ benefit: object }[]>`
    select to_json(b) as benefit from product_benefits l join benefits b on b.id = l.benefit_id
    where l.product_id = ${productId} and b.deleted_at is null order by l.position, b.id`
  return rows.map(({ benefit }) => benefitFromJson(benefit))
}
