import type { Listed, Page } from '../../../kernel/page.ts'
import type { SortTerm } from '../../../kernel/sorting.ts'
import { listFew, orderBy, pageClause } from '../../../platform/postgres/list.ts'
import type { Db, Sql } from '../../../platform/postgres/pool.ts'
import { fromRow, toRow } from '../../../platform/postgres/rows.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { Member } from '../model.ts'

const select = (sql: Sql) => sql`
  select m.organization_id, m.user_id, m.role, m.created_at, m.modified_at, m.version, u.email, u.name
  from organization_members m join users u on u.id = m.user_id`

export async function findMember(db: Db, organizationId: string, userId: string): Promise<Member | undefined> {
  const [found] = await db.sql<Member[]>`
    ${select(db.sql)} where m.organization_id = ${organizationId} and m.user_id = ${userId}`
  return found
}

/** Lock first, read second: what was waited for may have changed it. */
export async function lockMember(tx: Tx, organizationId: string, userId: string): Promise<Member | undefined> {
  await tx.sql`
    select from organization_members
    where organization_id = ${organizationId} and user_id = ${userId} for no key update`
  return findMember(tx, organizationId, userId)
}

/** Everywhere that they belong to, and always in the same order. */
export async function lockMemberships({ sql }: Tx, userId: string): Promise<Member[]> {
  await sql`
    select from organization_members where user_id = ${userId} order by organization_id for no key update`
  return sql<Member[]>`${select(sql)} where m.user_id = ${userId} order by m.organization_id`
}

/** What they are called stands with the user. */
export async function saveMemberships({ sql }: Tx, members: readonly Member[]): Promise<void> {
  const rows = JSON.stringify(members.map(toRow))
  await sql`
    update organization_members m set modified_at = changed.modified_at, version = changed.version
    from jsonb_to_recordset(${rows}::text::jsonb)
      as changed (organization_id uuid, user_id uuid, modified_at timestamptz, version integer)
    where m.organization_id = changed.organization_id and m.user_id = changed.user_id`
}

export async function countOwners({ sql }: Tx, organizationId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from organization_members m
    where m.organization_id = ${organizationId} and m.role = 'owner'`
  return row?.count ?? 0
}

export async function isMemberByEmail({ sql }: Tx, organizationId: string, email: string): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists(
      select from organization_members m join users u on u.id = m.user_id
      where m.organization_id = ${organizationId} and lower(u.email) = lower(${email})
    ) as found`
  return row?.found === true
}

export type NewMember = Pick<Member, 'organizationId' | 'userId' | 'role' | 'createdAt'>

export async function insertMember({ sql }: Tx, member: NewMember): Promise<void> {
  await sql`
    insert into organization_members (organization_id, user_id, role, created_at)
    values (${member.organizationId}, ${member.userId}, ${member.role}, ${member.createdAt})`
}

export async function saveRole({ sql }: Tx, member: Member): Promise<void> {
  await sql`
    update organization_members
    set role = ${member.role}, modified_at = ${member.modifiedAt}, version = ${member.version}
    where organization_id = ${member.organizationId} and user_id = ${member.userId}`
}

export async function deleteMember({ sql }: Tx, member: Member): Promise<void> {
  await sql`
    delete from organization_members
    where organization_id = ${member.organizationId} and user_id = ${member.userId}`
}

export const MEMBER_CRITERIA = ['created_at'] as const

/** Of an organization that the caller was seen to belong to. */
export function listMembers(
  { sql }: Db,
  organizationId: string,
  sorting: readonly SortTerm<(typeof MEMBER_CRITERIA)[number]>[],
  page: Page,
): Promise<Listed<Member>> {
  const order = orderBy(sql, sorting, { created_at: sql`m.created_at` }, sql`m.user_id`)
  const condition = sql`m.organization_id = ${organizationId}`
  const shown = sql`${select(sql)} where ${condition} order by ${order} ${pageClause(sql, page)}`
  return listFew(sql, sql`from organization_members m where ${condition}`, shown, (item) => fromRow<Member>(item))
}
