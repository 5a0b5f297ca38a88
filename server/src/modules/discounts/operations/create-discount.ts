import type { Actor } from '../../../kernel/actor.ts'
import { newId } from '../../../kernel/ids.ts'
import { announceCreation } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { owningOrganization } from '../../access/index.ts'
import { findDefaultCurrency } from '../../products/index.ts'
import type { Discount } from '../model.ts'
import { momentOf, refuseEmptyWindow } from '../rules/changes.ts'
import { type DiscountTerms, newTerms } from '../rules/terms.ts'
import type { DiscountCreate } from '../schema.ts'
import { type FullDiscount, insertDiscount } from '../store.ts'
import { discountView } from '../view.ts'
import { namedProducts } from './named-products.ts'
import { refuseTakenCode } from './refuse-taken-code.ts'
import { subjectOf } from './subject.ts'

export async function createDiscount(tx: Tx, actor: Actor, input: DiscountCreate): Promise<FullDiscount> {
  const organizationId = await owningOrganization(tx, actor, input.organization_id)
  const terms = newTerms(input, await findDefaultCurrency(tx, organizationId))
  const { products, productIds } = await namedProducts(tx, organizationId, input.products ?? [])
  const discount = newDiscount(organizationId, input, terms, productIds, tx.clock.now(organizationId))
  refuseEmptyWindow(discount, input)
  await refuseTakenCode(insertDiscount(tx, discount), discount.code)
  const full = { discount, products }
  announceCreation(tx, 'discount.created', subjectOf(discount), discountView(full))
  return full
}

function newDiscount(
  organizationId: string,
  input: DiscountCreate,
  terms: DiscountTerms,
  productIds: readonly string[],
  now: Date,
): Discount {
  return {
    ...terms,
    id: newId(),
    createdAt: now,
    modifiedAt: null,
    version: 1,
    organizationId,
    name: input.name,
    code: input.code ?? null,
    startsAt: momentOf(input.starts_at),
    endsAt: momentOf(input.ends_at),
    maxRedemptions: input.max_redemptions ?? null,
    maxRedemptionsPerCustomer: input.max_redemptions_per_customer ?? null,
    redemptionsCount: 0,
    metadata: input.metadata ?? {},
    deletedAt: null,
    productIds,
  }
}
