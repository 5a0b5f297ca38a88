import type { Actor } from '../../kernel/actor.ts'
import type { Listed, Page } from '../../kernel/page.ts'
import type { SortTerm } from '../../kernel/sorting.ts'
import { fixed } from '../../platform/postgres/fixed.ts'
import type { Db } from '../../platform/postgres/pool.ts'
import { columns, fromRow } from '../../platform/postgres/rows.ts'
import { listTable } from '../../platform/postgres/table-list.ts'
import { facetsOf } from '../../platform/postgres/totals.ts'
import type { Tx } from '../../platform/postgres/transaction.ts'
import { doorOf, visibleTo } from '../access/index.ts'
import { discountFromJson, discountJson } from '../discounts/index.ts'
import { type Organization, organizationFromJson, organizationJson } from '../organizations/index.ts'
import { type FullProduct, fullProductFromJson, fullProductJson, priceFromJson } from '../products/index.ts'
import type { CheckoutLink, FullCheckoutLink, OneOrMore } from './model.ts'

/** The whole link as one JSON value, for a row of `checkout_links` under the alias `l`. */
const fullLinkJson = fixed(
  (sql) => sql`json_build_object(
    'link', to_json(l),
    'products', (
      select json_agg(${fullProductJson(sql, 'offered')} order by array_position(l.product_ids, offered.id))
      from products offered where offered.id = any(l.product_ids)),
    'price', (select to_json(pr) from product_prices pr where pr.id = l.product_price_id),
    'discount', (select ${discountJson(sql, 'd')} from discounts d where d.id = l.discount_id and d.deleted_at is null))`,
)

interface FullLinkJson {
  readonly link: object
  readonly products: readonly object[]
  readonly price: object
  readonly discount: object | null
}

function fullLinkFromJson(json: object): FullCheckoutLink {
  const { link, products, price, discount } = json as FullLinkJson
  return {
    link: fromRow<CheckoutLink>(link),
    // The table holds that there is one.
    products: products.map(fullProductFromJson) as unknown as OneOrMore<FullProduct>,
    price: priceFromJson(price),
    discount: discount && discountFromJson(discount),
  }
}

export async function findCheckoutLink(db: Db, actor: Actor, id: string): Promise<FullCheckoutLink | undefined> {
  const { sql } = db
  const [found] = await sql<{ full: object }[]>`
    select ${fullLinkJson(sql)} as full from checkout_links l
    where l.id = ${id} and ${visibleTo(sql, actor, sql`l.organization_id`)}`
  return found && fullLinkFromJson(found.full)
}

/** The lock comes first and the reading second, so that products and discount are not those of before the wait. */
export async function lockCheckoutLink(tx: Tx, actor: Actor, id: string): Promise<FullCheckoutLink | undefined> {
  const { sql } = tx
  await sql`
    select from checkout_links l
    where l.id = ${id} and ${visibleTo(sql, actor, sql`l.organization_id`)} for no key update`
  return findCheckoutLink(tx, actor, id)
}

/** Whoever knows the secret may open the link: this is the buyer's door. */
export async function findLinkBySecret(
  db: Db,
  clientSecret: string,
): Promise<(FullCheckoutLink & { readonly organization: Organization }) | undefined> {
  const { sql } = db
  const [found] = await sql<{ full: object; organization: object }[]>`
    select ${fullLinkJson(sql)} as full, ${organizationJson(sql)} as organization
    from checkout_links l join organizations o on o.id = l.organization_id where l.client_secret = ${clientSecret}`
  return found && { ...fullLinkFromJson(found.full), organization: organizationFromJson(found.organization) }
}

export async function insertCheckoutLink(tx: Tx, link: CheckoutLink): Promise<void> {
  await tx.sql`insert into checkout_links ${columns(tx.sql, link)}`
}

export async function saveCheckoutLink(tx: Tx, link: CheckoutLink): Promise<void> {
  const { id, createdAt, organizationId, clientSecret, ...changeable } = link
  await tx.sql`update checkout_links set ${columns(tx.sql, changeable)} where id = ${id}`
}

export async function removeCheckoutLink(tx: Tx, id: string): Promise<void> {
  await tx.sql`delete from checkout_links where id = ${id}`
}

export const LINK_CRITERIA = ['created_at', 'label', 'success_url', 'allow_discount_codes'] as const
export type LinkCriterion = (typeof LINK_CRITERIA)[number]

export interface LinkFilter {
  readonly organizationId: readonly string[] | undefined
  readonly productId: readonly string[] | undefined
}

export function listCheckoutLinks(
  db: Db,
  actor: Actor,
  { organizationId, productId }: LinkFilter,
  sorting: readonly SortTerm<LinkCriterion>[],
  page: Page,
): Promise<Listed<FullCheckoutLink>> {
  const { sql } = db
  const list = {
    table: 'checkout_links',
    alias: 'l',
    door: doorOf(sql, actor, organizationId),
    where: [productId && sql`l.product_ids && ${productId as string[]}::uuid[]`],
    facets: facetsOf({ product_id: productId }, []),
    sorting,
    // Addresses are too long for an index; and labels, which may be missing, would be looked for shop by shop. Links are few.
    isSorted: sorting.some(({ by }) => by === 'success_url' || by === 'label'),
    criteria: {
      created_at: sql`l.created_at`,
      label: sql`l.label`,
      success_url: sql`l.success_url`,
      allow_discount_codes: sql`l.allow_discount_codes`,
    },
    nullable: ['label', 'success_url'] as const,
    page,
    item: sql`select ${fullLinkJson(sql)} as item from checkout_links l where l.id = chosen.listed_id`,
  }
  return listTable(sql, list, fullLinkFromJson)
}
