import type { Role } from '../../../kernel/actor.ts'
import type { Listed, Page } from '../../../kernel/page.ts'
import type { SortTerm } from '../../../kernel/sorting.ts'
import { listFew, orderBy, pageClause, where } from '../../../platform/postgres/list.ts'
import type { Db, Sql } from '../../../platform/postgres/pool.ts'
import { columns, fromRow } from '../../../platform/postgres/rows.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { Invitation } from '../model.ts'

export async function insertInvitation({ sql }: Tx, invitation: Invitation, tokenHash: Buffer): Promise<void> {
  await sql`insert into organization_invitations ${columns(sql, { ...invitation, tokenHash })}`
}

const isOpen = (sql: Sql) => sql`i.accepted_at is null and i.withdrawn_at is null`

/** Takes an expired one out of the way of a new one for the same address. */
export async function withdrawExpired(
  { sql }: Tx,
  organizationId: string,
  email: string,
  now: Date,
): Promise<Invitation[]> {
  return sql<Invitation[]>`
    update organization_invitations i
    set withdrawn_at = ${now}, modified_at = ${now}, version = i.version + 1
    where i.organization_id = ${organizationId} and lower(i.email) = lower(${email}) and ${isOpen(sql)}
      and i.expires_at <= ${now}
    returning i.*`
}

/** Those by somebody who may no longer hand these roles out: their links must not let anybody in. */
export async function withdrawInvitationsBy(
  { sql }: Tx,
  by: { organizationId: string; userId: string },
  stillGiven: readonly Role[],
  now: Date,
): Promise<Invitation[]> {
  return sql<Invitation[]>`
    update organization_invitations i
    set withdrawn_at = ${now}, modified_at = ${now}, version = i.version + 1
    where i.organization_id = ${by.organizationId} and i.invited_by_user_id = ${by.userId} and ${isOpen(sql)}
      and i.role <> all(${stillGiven as Role[]})
    returning i.*`
}

export async function lockOpenInvitation(
  { sql }: Tx,
  organizationId: string,
  id: string,
  now: Date,
): Promise<Invitation | undefined> {
  const [found] = await sql<Invitation[]>`
    select i.* from organization_invitations i
    where i.id = ${id} and i.organization_id = ${organizationId} and ${isOpen(sql)} and i.expires_at > ${now}
    for no key update`
  return found
}

export interface InvitationInFull {
  readonly invitation: Invitation
  readonly organization: { readonly id: string; readonly name: string; readonly slug: string }
  readonly invitedByName: string | null
}

/** The holder of the link is let in by it, and sees whom it is from. */
export async function findInvitationByHash({ sql }: Db, hash: Buffer): Promise<InvitationInFull | undefined> {
  const [found] = await sql<
    { invitation: object; organization: InvitationInFull['organization']; by: string | null }[]
  >`
    select to_json(i) as invitation, json_build_object('id', o.id, 'name', o.name, 'slug', o.slug) as organization,
      u.name as by
    from organization_invitations i
    join organizations o on o.id = i.organization_id
    join users u on u.id = i.invited_by_user_id
    where i.token_hash = ${hash}`
  if (!found) return undefined
  return {
    invitation: fromRow<Invitation>(found.invitation),
    organization: found.organization,
    invitedByName: found.by,
  }
}

export async function lockInvitation({ sql }: Tx, id: string): Promise<Invitation | undefined> {
  const [found] = await sql<Invitation[]>`
    select i.* from organization_invitations i where i.id = ${id} for no key update`
  return found
}

/** What became of it: nothing else of an invitation ever changes. */
export async function saveOutcome({ sql }: Tx, invitation: Invitation): Promise<void> {
  const { id, acceptedAt, acceptedByUserId, withdrawnAt, modifiedAt, version } = invitation
  const outcome = { acceptedAt, acceptedByUserId, withdrawnAt, modifiedAt, version }
  await sql`update organization_invitations set ${columns(sql, outcome)} where id = ${id}`
}

export const INVITATION_CRITERIA = ['created_at'] as const

/** Those that can still be accepted, of an organization that the caller was seen to belong to. */
export function listOpenInvitations(
  { sql }: Db,
  organizationId: string,
  sorting: readonly SortTerm<(typeof INVITATION_CRITERIA)[number]>[],
  page: Page,
  now: Date,
): Promise<Listed<Invitation>> {
  const condition = where(sql, [sql`i.organization_id = ${organizationId}`, isOpen(sql), sql`i.expires_at > ${now}`])
  const all = sql`from organization_invitations i where ${condition}`
  const order = orderBy(sql, sorting, { created_at: sql`i.created_at` }, sql`i.id`)
  const shown = sql`select i.* ${all} order by ${order} ${pageClause(sql, page)}`
  return listFew(sql, all, shown, (item) => fromRow<Invitation>(item))
}
