import { Refusal, ResourceNotFound } from '../../kernel/refusal.ts'
import type { Db } from '../../platform/postgres/pool.ts'
import { NoSuchPage } from './errors.ts'
import type { Storefront } from './model.ts'
import { findStorefront } from './store.ts'
import { isSlug, type Visit } from './visit.ts'

/** A store that is switched off is not there. */
export async function showStore(db: Db, { slug, page }: Visit): Promise<Storefront> {
  const found = isSlug(slug) ? await findStorefront(db, slug, page) : undefined
  if (!found) throw new Refusal(ResourceNotFound)
  if (page > 1 && found.products.length === 0) throw new Refusal(NoSuchPage)
  return found
}
