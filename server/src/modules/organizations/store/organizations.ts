import type { Actor } from '../../../kernel/actor.ts'
import type { Listed, Page } from '../../../kernel/page.ts'
import type { SortTerm } from '../../../kernel/sorting.ts'
import { isOneOf } from '../../../platform/postgres/list.ts'
import type { Db, Fragment, Sql } from '../../../platform/postgres/pool.ts'
import { columns, fromRow } from '../../../platform/postgres/rows.ts'
import { listTable } from '../../../platform/postgres/table-list.ts'
import { facetsOf } from '../../../platform/postgres/totals.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { doorOf, visibleTo } from '../../access/index.ts'
import type { Organization } from '../model.ts'

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

export async function insertOrganization({ sql }: Tx, organization: Organization): Promise<void> {
  await sql`insert into organizations ${columns(sql, organization)}`
}

export async function saveOrganization(tx: Tx, organization: Organization): Promise<void> {
  const { id, createdAt, slug, ...changeable } = organization
  await tx.sql`update organizations set ${columns(tx.sql, changeable)} where id = ${id}`
}

export const ORGANIZATION_CRITERIA = ['created_at', 'name'] as const
export type OrganizationCriterion = (typeof ORGANIZATION_CRITERIA)[number]

export function listOrganizations(
  db: Db,
  actor: Actor,
  filter: { slug: readonly string[] | undefined },
  sorting: readonly SortTerm<OrganizationCriterion>[],
  page: Page,
): Promise<Listed<Organization>> {
  const { sql } = db
  const slugs = filter.slug?.map((slug) => slug.toLowerCase())
  const list = {
    table: 'organizations',
    alias: 'o',
    organizationColumn: 'id',
    door: doorOf(sql, actor, undefined),
    where: [slugs && isOneOf(sql, sql`o.slug`, slugs)],
    facets: facetsOf({ slug: slugs }, []),
    sorting,
    criteria: { created_at: sql`o.created_at`, name: sql`o.name` },
    page,
  }
  return listTable(sql, list, organizationFromJson)
}

/** For statements of other modules that read an organization along: `to_json(o)`. */
export function organizationJson(sql: Sql): Fragment {
  return sql`to_json(o)`
}

export function organizationFromJson(json: object): Organization {
  return fromRow<Organization>(json)
}
