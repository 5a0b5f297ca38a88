import type { Actor } from '../../../kernel/actor.ts'
import { fieldIssue, InvalidInput } from '../../../kernel/invalid-input.ts'
import type { Links } from '../../../kernel/links.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { revise } from '../../../kernel/revision.ts'
import { announceChange } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { type Benefit, holdBenefits, requestGrantReview } from '../../benefits/index.ts'
import type { FullProduct } from '../model.ts'
import { findBenefits, lockFullProduct, replaceBenefits, saveProduct } from '../store.ts'
import { productView } from '../view.ts'
import { subjectOf } from './subject.ts'

export async function replaceProductBenefits(
  tx: Tx,
  actor: Actor,
  id: string,
  ids: readonly string[],
  links: Links,
): Promise<FullProduct> {
  await holdBenefits(tx, actor, ids)
  const before = await lockFullProduct(tx, actor, id)
  if (!before) throw new Refusal(ResourceNotFound)
  tx.requireWriter(before.organizationId)
  const benefits = inOrder(await findBenefits(tx, before.organizationId, ids), ids)
  return changeBenefits(tx, before, benefits, links)
}

/** Under the product's lock; each benefit is held, or the product had it before. */
export async function changeBenefits(
  tx: Tx,
  before: FullProduct,
  benefits: readonly Benefit[],
  links: Links,
): Promise<FullProduct> {
  const after = revise(before, { benefits }, tx.clock.now(before.organizationId))
  if (after === before) return before
  await saveProduct(tx, after)
  await replaceBenefits(tx, after)
  if (!isSameSet(before.benefits, benefits)) await requestGrantReview(tx, after.id)
  announceChange(tx, 'product.updated', subjectOf(after), productView(before, links), productView(after, links))
  return after
}

/** Another order of the same benefits gives and takes nothing. */
function isSameSet(before: readonly Benefit[], after: readonly Benefit[]): boolean {
  const ids = new Set(before.map((benefit) => benefit.id))
  return before.length === after.length && after.every((benefit) => ids.has(benefit.id))
}

/** The benefits in the order in which they were named; one that is named twice stands where it was named first. */
function inOrder(found: readonly Benefit[], ids: readonly string[]): Benefit[] {
  const byId = new Map(found.map((benefit) => [benefit.id, benefit]))
  const known = ids.flatMap((id) => byId.get(id.toLowerCase()) ?? [])
  if (known.length < ids.length) {
    const unknown = [...ids.entries()].filter(([, id]) => !byId.has(id.toLowerCase()))
    throw new InvalidInput(
      unknown.map(([index, id]) => fieldIssue(['benefits', index], 'There is no such benefit', id)),
    )
  }
  return [...new Set(known)]
}
