import type { Actor } from '../../../kernel/actor.ts'
import type { Links } from '../../../kernel/links.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { revise } from '../../../kernel/revision.ts'
import type { Interval } from '../../../kernel/time.ts'
import { announceChange } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { FullProduct, Price } from '../model.ts'
import { intervalAfter, intervalWanted, sortOutPrices } from '../rules/prices.ts'
import { changesOf } from '../rules/product.ts'
import type { PriceEntry, ProductUpdate } from '../schema.ts'
import {
  archivePrices,
  findArchivedPrices,
  findDefaultCurrency,
  insertPrices,
  lockFullProduct,
  relistPrices,
  replaceFields,
  replaceMedias,
  saveProduct,
} from '../store.ts'
import { productView } from '../view.ts'
import { newPrice } from './new-price.ts'
import { holdAttachments, readAttachments } from './read-attachments.ts'
import { subjectOf } from './subject.ts'

export async function updateProduct(
  tx: Tx,
  actor: Actor,
  id: string,
  patch: ProductUpdate,
  links: Links,
): Promise<FullProduct> {
  await holdAttachments(tx, actor, patch)
  const before = await lockFullProduct(tx, actor, id)
  if (!before) throw new Refusal(ResourceNotFound)
  tx.requireMatch(before)
  const now = tx.clock.now(before.organizationId)
  const wanted = intervalWanted(before, patch.recurring_interval)
  const prices = patch.prices ? await pricesAfter(tx, before, patch.prices, wanted, now) : before.prices
  const recurringInterval = intervalAfter(wanted, prices, patch.recurring_interval)
  const attachments = await readAttachments(tx, before.organizationId, before, patch)
  const after = revise(before, { ...changesOf(patch), ...attachments, prices, recurringInterval }, now)
  if (after === before) return before
  await save(tx, before, after, now)
  announceChange(tx, 'product.updated', subjectOf(after), productView(before, links), productView(after, links))
  return after
}

async function pricesAfter(
  tx: Tx,
  product: FullProduct,
  entries: readonly PriceEntry[],
  interval: Interval | null,
  now: Date,
): Promise<readonly Price[]> {
  const currency = await findDefaultCurrency(tx, product.organizationId)
  const known = new Set(product.prices.map((price) => price.id))
  const unknown = entries.flatMap(({ id }) => (id && !known.has(id.toLowerCase()) ? [id] : []))
  const archived = await findArchivedPrices(tx, product.id, unknown)
  const { kept, added } = sortOutPrices(product, entries, archived, { interval, currency })
  const listed = kept.map((price) => (price.isArchived ? revise(price, { isArchived: false }, now) : price))
  return [...listed, ...added.map((terms) => newPrice(product.id, terms, now))]
}

async function save(tx: Tx, before: FullProduct, after: FullProduct, now: Date): Promise<void> {
  const fresh = missing(after.prices, before.prices)
  await saveProduct(tx, after)
  await archivePrices(tx, missing(before.prices, after.prices), now)
  await relistPrices(
    tx,
    fresh.filter((price) => price.version > 1),
  )
  await insertPrices(
    tx,
    fresh.filter((price) => price.version === 1),
  )
  if (after.medias !== before.medias) await replaceMedias(tx, after)
  if (after.attachedFields !== before.attachedFields) await replaceFields(tx, after)
}

/** Those of the first list that the second lacks. */
function missing(some: readonly Price[], others: readonly Price[]): Price[] {
  return some.filter((price) => !others.includes(price))
}
