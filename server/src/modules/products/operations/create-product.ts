import type { Actor } from '../../../kernel/actor.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Links } from '../../../kernel/links.ts'
import { announceCreation } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { owningOrganization } from '../../access/index.ts'
import type { FullProduct } from '../model.ts'
import type { Attachments } from '../rules/attachments.ts'
import type { PriceTerms } from '../rules/price-terms.ts'
import { frameOf, intervalOf, pricesOf } from '../rules/prices.ts'
import type { ProductCreate } from '../schema.ts'
import { findDefaultCurrency, insertProduct } from '../store.ts'
import { productView } from '../view.ts'
import { newPrice } from './new-price.ts'
import { holdAttachments, readAttachments } from './read-attachments.ts'
import { subjectOf } from './subject.ts'

const NOTHING: Attachments = { medias: [], attachedFields: [] }

export async function createProduct(tx: Tx, actor: Actor, input: ProductCreate, links: Links): Promise<FullProduct> {
  const organizationId = await owningOrganization(tx, actor, input.organization_id)
  const frame = frameOf(input, await findDefaultCurrency(tx, organizationId))
  const prices = pricesOf(input, frame)
  await holdAttachments(tx, actor, input)
  const attachments = await readAttachments(tx, organizationId, NOTHING, input)
  const product = newProduct(organizationId, input, prices, attachments, tx.clock.now(organizationId))
  await insertProduct(tx, product)
  announceCreation(tx, 'product.created', subjectOf(product), productView(product, links))
  return product
}

function newProduct(
  organizationId: string,
  input: ProductCreate,
  prices: readonly PriceTerms[],
  attachments: Attachments,
  now: Date,
): FullProduct {
  const id = newId()
  const interval = intervalOf(input.recurring_interval ?? null, prices)
  return {
    id,
    createdAt: now,
    modifiedAt: null,
    version: 1,
    organizationId,
    name: input.name,
    description: input.description ?? null,
    isRecurring: interval !== null,
    isArchived: false,
    recurringInterval: interval,
    metadata: input.metadata ?? {},
    prices: prices.map((terms) => newPrice(id, terms, now)),
    benefits: [],
    ...attachments,
  }
}
