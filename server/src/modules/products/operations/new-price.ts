import { newId } from '../../../kernel/ids.ts'
import type { Price } from '../model.ts'
import type { PriceTerms } from '../rules/price-terms.ts'

export function newPrice(productId: string, terms: PriceTerms, now: Date): Price {
  return { ...terms, id: newId(), createdAt: now, modifiedAt: null, version: 1, productId, isArchived: false }
}
