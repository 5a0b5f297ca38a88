import type { Actor } from '../../../kernel/actor.ts'
import type { Links } from '../../../kernel/links.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { lockFullProduct } from '../store.ts'
import { changeBenefits } from './replace-product-benefits.ts'

/** For a benefit that is deleted. What the product shows changes, so it is a change like any other. */
export async function removeProductBenefit(
  tx: Tx,
  actor: Actor,
  id: string,
  benefitId: string,
  links: Links,
): Promise<void> {
  const product = await lockFullProduct(tx, actor, id)
  if (!product) return
  const left = product.benefits.filter((benefit) => benefit.id !== benefitId)
  await changeBenefits(tx, product, left, links)
}
