import type { PersonalActor } from '../../../kernel/actor.ts'
import type { Listed, Page } from '../../../kernel/page.ts'
import type { SortTerm } from '../../../kernel/sorting.ts'
import { ownersDoor, visibleTo } from '../../../modules/access/index.ts'
import type { Mail, MailKind, MailStatus } from '../../../platform/mail/mail.ts'
import { isOneOf } from '../../../platform/postgres/list.ts'
import type { Db, Fragment } from '../../../platform/postgres/pool.ts'
import { fromRow } from '../../../platform/postgres/rows.ts'
import { listTable } from '../../../platform/postgres/table-list.ts'
import { facetsOf } from '../../../platform/postgres/totals.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'

/** Without what is sealed. */
export type ListedMail = Omit<Mail, 'secret' | 'body'>

export const MAIL_CRITERIA = ['created_at'] as const

export interface MailFilter {
  readonly organizationId: readonly string[] | undefined
  readonly kind: readonly MailKind[] | undefined
  readonly status: readonly MailStatus[] | undefined
  readonly to: readonly string[] | undefined
}

export function listMails(
  { sql }: Db,
  actor: PersonalActor,
  { organizationId, kind, status, to }: MailFilter,
  sorting: readonly SortTerm<(typeof MAIL_CRITERIA)[number]>[],
  page: Page,
): Promise<Listed<ListedMail>> {
  const list = {
    table: 'mails',
    alias: 'm',
    door: ownersDoor(sql, actor, organizationId),
    where: [
      kind && isOneOf(sql, sql`m.kind`, kind),
      status && isOneOf(sql, sql`m.status`, status),
      to && sql`lower(m.to_address) = any(array(select lower(a) from unnest(${to as string[]}::text[]) a))`,
    ],
    facets: facetsOf({ kind, status, to }, ['kind', 'status', 'kind&status']),
    sorting,
    criteria: { created_at: sql`m.created_at` },
    page,
    item: sql`
      select to_json(shown) as item from (
        select m.id, m.created_at, m.modified_at, m.version, m.organization_id, m.kind, m.event_id, m.object_id,
          m.recipient_id, m.to_address, m.status, m.subject, m.tries, m.due_at, m.taken_until, m.trouble, m.message_id,
          m.sent_at
        from mails m where m.id = chosen.listed_id) shown`,
  }
  return listTable(sql, list, (item) => fromRow<ListedMail>(item))
}

export interface SeenMail {
  readonly mail: Mail
  readonly isOwner: boolean
}

export function findMail(db: Db, actor: PersonalActor, id: string): Promise<SeenMail | undefined> {
  return oneMail(db, actor, id, db.sql``)
}

export function lockMail(tx: Tx, actor: PersonalActor, id: string): Promise<SeenMail | undefined> {
  return oneMail(tx, actor, id, tx.sql`for no key update`)
}

async function oneMail({ sql }: Db, actor: PersonalActor, id: string, lock: Fragment): Promise<SeenMail | undefined> {
  const [mail] = await sql<(Mail & { isOwner: boolean })[]>`
    select m.*, exists (
      select from organization_members o
      where o.user_id = ${actor.userId} and o.organization_id = m.organization_id and o.role = 'owner') as is_owner
    from mails m
    where m.id = ${id} and ${visibleTo(sql, actor, sql`m.organization_id`)} ${lock}`
  if (!mail) return undefined
  const { isOwner, ...own } = mail
  return { mail: own, isOwner }
}

/** Whether somebody may look at what only owners see; undefined when they do not belong to the organization. */
export async function isOwnerOf(
  { sql }: Db,
  actor: PersonalActor,
  organizationId: string,
): Promise<boolean | undefined> {
  const [member] = await sql<{ role: string }[]>`
    select role from organization_members where user_id = ${actor.userId} and organization_id = ${organizationId}`
  return member && member.role === 'owner'
}

/** Whether somebody who is no owner belongs to one of these organizations. */
export async function isLessThanOwner({ sql }: Db, actor: PersonalActor, asked: readonly string[]): Promise<boolean> {
  const rows = await sql`
    select from organization_members
    where user_id = ${actor.userId} and organization_id = any(${asked as string[]}::uuid[]) and role <> 'owner' limit 1`
  return rows.length > 0
}

export async function saveAgain({ sql }: Tx, mail: Mail): Promise<void> {
  const { id, status, dueAt, tries, trouble, messageId, sentAt, takenUntil, modifiedAt, version } = mail
  await sql`
    update mails set status = ${status}, due_at = ${dueAt}, tries = ${tries}, trouble = ${trouble},
      message_id = ${messageId}, sent_at = ${sentAt}, body = null, taken_until = ${takenUntil}, modified_at = ${modifiedAt}, version = ${version}
    where id = ${id}`
}
