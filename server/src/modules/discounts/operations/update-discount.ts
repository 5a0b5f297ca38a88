import type { Actor } from '../../../kernel/actor.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { revise } from '../../../kernel/revision.ts'
import { announceChange } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { changesOf } from '../rules/changes.ts'
import type { DiscountUpdate } from '../schema.ts'
import { countRedemptions, type FullDiscount, lockFullDiscount, replaceProducts, saveDiscount } from '../store.ts'
import { discountView } from '../view.ts'
import { namedProducts } from './named-products.ts'
import { refuseTakenCode } from './refuse-taken-code.ts'
import { subjectOf } from './subject.ts'

export async function updateDiscount(tx: Tx, actor: Actor, id: string, patch: DiscountUpdate): Promise<FullDiscount> {
  const full = await lockFullDiscount(tx, actor, id)
  if (!full) throw new Refusal(ResourceNotFound)
  const before = full.discount
  tx.requireMatch(before)
  const { products, productIds } =
    patch.products === undefined
      ? { products: full.products, productIds: before.productIds }
      : await namedProducts(tx, before.organizationId, patch.products ?? [])
  const now = tx.clock.now(before.organizationId)
  const after = revise(before, { ...changesOf(before, patch), productIds }, now)
  if (after === before) return full
  if (before.maxRedemptions === null && after.maxRedemptions !== null) await countRedemptions(tx, before.id)
  await refuseTakenCode(saveDiscount(tx, after), after.code)
  if (patch.products !== undefined) await replaceProducts(tx, after)
  const updated = { discount: after, products }
  announceChange(tx, 'discount.updated', subjectOf(after), discountView(full), discountView(updated))
  return updated
}
