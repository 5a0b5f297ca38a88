import type { Actor } from '../../../kernel/actor.ts'
import type { Links } from '../../../kernel/links.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { lockFullProduct } from '../store.ts'
import { replaceProductBenefits } from './replace-product-benefits.ts'

/** For a benefit that is deleted. What the product shows changes, so it is a change like any other. */
export async function removeProductBenefit(
  tx: Tx,
  actor: Actor,
  id: string,
  benefitId: string,
  links: Links,
): Promise<void> {
  const product = await lockFullProduct(tx, actor, id)
  const left = product?.benefits.flatMap((benefit) => (benefit.id === benefitId ? [] : [benefit.id]))
  if (left) await replaceProductBenefits(tx, actor, id, left, links)
}
