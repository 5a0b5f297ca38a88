import type { Actor, PersonalActor } from '../../kernel/actor.ts'
import type { Listed, Page } from '../../kernel/page.ts'
import type { SortTerm } from '../../kernel/sorting.ts'
import { listed, orderBy, pageClause, where } from '../../platform/postgres/list.ts'
import type { Db, Fragment, Sql } from '../../platform/postgres/pool.ts'
import { columns, fromRow } from '../../platform/postgres/rows.ts'
import type { Tx } from '../../platform/postgres/transaction.ts'
import { visibleTo } from '../access/index.ts'
import type { Organization } from './model.ts'

export async function findOrganization(db: Db, actor: Actor, id: string): Promise<Organization | undefined> {
  const { sql } = db
  const [found] = await sql<Organization[]>`
    select o.* from organizations o where o.id = ${id} and ${visibleTo(sql, actor, sql`o.id`)}`
  return found
}

/** A lock that does not stand in the way of rows that merely point here, such as those of a purchase. */
export async function lockOrganization(tx: Tx, actor: Actor, id: string): Promise<Organization | undefined> {
  const { sql } = tx
  const [found] = await sql<Organization[]>`
    select o.* from organizations o where o.id = ${id} and ${visibleTo(sql, actor, sql`o.id`)} for no key update`
  return found
}

export async function insertOrganization(tx: Tx, organization: Organization, owner: PersonalActor): Promise<void> {
  const { sql } = tx
  await sql`insert into organizations ${columns(sql, organization)}`
  await sql`
    insert into organization_members (organization_id, user_id, role, created_at)
    values (${organization.id}, ${owner.userId}, 'owner', ${organization.createdAt})`
}

export async function saveOrganization(tx: Tx, organization: Organization): Promise<void> {
  const { id, createdAt, slug, ...changeable } = organization
  await tx.sql`update organizations set ${columns(tx.sql, changeable)} where id = ${id}`
}

export const ORGANIZATION_CRITERIA = ['created_at', 'name'] as const
export type OrganizationCriterion = (typeof ORGANIZATION_CRITERIA)[number]

export async function listOrganizations(
  db: Db,
  actor: Actor,
  filter: { slug: readonly string[] | undefined },
  sorting: readonly SortTerm<OrganizationCriterion>[],
  page: Page,
): Promise<Listed<Organization>> {
  const { sql } = db
  const condition = where(sql, [
    visibleTo(sql, actor, sql`o.id`),
    filter.slug && sql`o.slug = any(${filter.slug.map((slug) => slug.toLowerCase())})`,
  ])
  const order = orderBy(sql, sorting, { created_at: sql`o.created_at`, name: sql`o.name` }, sql`o.id`)
  const rows = await sql<{ totalCount: number; item: object | null }[]>`
    select total.total_count, to_json(page) as item
    from (select count(*)::int as total_count from organizations o where ${condition}) total
    left join lateral (select o.* from organizations o where ${condition} order by ${order} ${pageClause(sql, page)}) page
      on true`
  return listed(rows, organizationFromJson)
}

/** For statements of other modules that read an organization along: `to_json(o)`. */
export function organizationJson(sql: Sql): Fragment {
  return sql`to_json(o)`
}

export function organizationFromJson(json: object): Organization {
  return fromRow<Organization>(json)
}
