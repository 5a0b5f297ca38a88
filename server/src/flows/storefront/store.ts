import { type Organization, organizationFromJson, organizationJson } from '../../modules/organizations/index.ts'
import { type FullProduct, fullProductFromJson, fullProductJson } from '../../modules/products/index.ts'
import type { Db, Fragment, Sql } from '../../platform/postgres/pool.ts'
import type { Storefront } from './model.ts'

const PAGE_SIZE = 24

/** A store that everybody can see: the seller has not switched it off. */
function isOpen(sql: Sql, slug: string): Fragment {
  return sql`o.slug = ${slug} and (o.profile_settings ->> 'enabled')::boolean`
}

/**
 * One statement, whatever the page. The products of the page are found first, in the index by creation, and only they are
 * put together. One more than a page holds says whether there is another.
 */
export async function findStorefront({ sql }: Db, slug: string, page: number): Promise<Storefront | undefined> {
  const [found] = await sql<{ organization: object; products: object[] }[]>`
    select ${organizationJson(sql)} as organization, array_to_json(array(
      select ${fullProductJson(sql, 'p')}
      from (
        select * from products sold
        where sold.organization_id = o.id and not sold.is_archived
          and exists (select from product_prices x where x.product_id = sold.id and not x.is_archived)
        order by sold.created_at desc, sold.id desc
        limit ${PAGE_SIZE + 1} offset ${(page - 1) * PAGE_SIZE}) p
      order by p.created_at desc, p.id desc)) as products
    from organizations o where ${isOpen(sql, slug)}`
  if (!found) return undefined
  return {
    organization: organizationFromJson(found.organization),
    products: found.products.slice(0, PAGE_SIZE).map(fullProductFromJson),
    page,
    hasMore: found.products.length > PAGE_SIZE,
  }
}

export interface StoreProduct {
  readonly organization: Organization
  /** Also one that is sold no longer; null when it is not this store's. */
  readonly product: FullProduct | null
}

export async function findStoreProduct(
  { sql }: Db,
  slug: string,
  id: string | null,
): Promise<StoreProduct | undefined> {
  const [found] = await sql<{ organization: object; product: object | null }[]>`
    select ${organizationJson(sql)} as organization, (
      select ${fullProductJson(sql, 'p')} from products p
      where p.id = ${id}::uuid and p.organization_id = o.id) as product
    from organizations o where ${isOpen(sql, slug)}`
  return (
    found && {
      organization: organizationFromJson(found.organization),
      product: found.product && fullProductFromJson(found.product),
    }
  )
}
