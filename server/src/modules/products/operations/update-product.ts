import type { Actor } from '../../../kernel/actor.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { revise } from '../../../kernel/revision.ts'
import { announceChange } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { FullProduct, Price } from '../model.ts'
import { intervalOf, sortOutPrices } from '../rules/prices.ts'
import { changesOf, refuseAttachments } from '../rules/product.ts'
import type { PriceEntry, ProductUpdate } from '../schema.ts'
import { archivePrices, findDefaultCurrency, insertPrices, lockFullProduct, saveProduct } from '../store.ts'
import { productView } from '../view.ts'
import { newPrice } from './new-price.ts'
import { subjectOf } from './subject.ts'

export async function updateProduct(tx: Tx, actor: Actor, id: string, patch: ProductUpdate): Promise<FullProduct> {
  const before = await lockFullProduct(tx, actor, id)
  if (!before) throw new Refusal(ResourceNotFound)
  tx.requireMatch(before)
  refuseAttachments(patch)
  const now = tx.clock.now(before.organizationId)
  const prices = patch.prices ? await pricesAfter(tx, before, patch.prices, now) : before.prices
  const recurringInterval = intervalOf(before.recurringInterval, prices)
  const after = revise(before, { ...changesOf(patch), prices, recurringInterval }, now)
  if (after === before) return before
  await saveProduct(tx, after)
  await archivePrices(tx, missing(before.prices, prices), now)
  await insertPrices(tx, missing(prices, before.prices))
  announceChange(tx, 'product.updated', subjectOf(after), productView(before), productView(after))
  return after
}

async function pricesAfter(
  tx: Tx,
  product: FullProduct,
  entries: readonly PriceEntry[],
  now: Date,
): Promise<readonly Price[]> {
  const currency = await findDefaultCurrency(tx, product.organizationId)
  const { kept, added } = sortOutPrices(product, entries, currency)
  return [...kept, ...added.map((terms) => newPrice(product.id, terms, now))]
}

/** Those of the first list that the second lacks. */
function missing(some: readonly Price[], others: readonly Price[]): Price[] {
  return some.filter((price) => !others.includes(price))
}
