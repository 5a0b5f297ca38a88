import type { Actor, PersonalActor } from '../../../kernel/actor.ts'
import type { Listed, Page } from '../../../kernel/page.ts'
import type { SortTerm } from '../../../kernel/sorting.ts'
import { fixed } from '../../../platform/postgres/fixed.ts'
import { listFew, orderBy, pageClause } from '../../../platform/postgres/list.ts'
import type { Db, Fragment } from '../../../platform/postgres/pool.ts'
import { columns, fromRow } from '../../../platform/postgres/rows.ts'
import { listTable } from '../../../platform/postgres/table-list.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { doorOf, visibleTo } from '../door.ts'
import type { AccessToken, OrganizationOwned } from '../model.ts'

/** What has to be known of a token to let it in. */
export interface TokenInUse extends Pick<AccessToken, 'id' | 'userId' | 'organizationId' | 'scopes'> {
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  readonly lastUsedAt: Date | null
  readonly readOnlyIn: readonly string[]
  readonly seesMany: boolean
}

/** Up to here, asking each organization for its newest is quicker than looking for one's own among everybody's. */
const FEW = 50

/** With the roles that hold its user back, in the same statement: every request asks this, and most ask nothing else. */
export async function findTokenByHash(db: Db, hash: Buffer): Promise<TokenInUse | undefined> {
  const [found] = await db.sql<TokenInUse[]>`
    select t.id, t.user_id, t.organization_id, t.scopes, t.expires_at, t.revoked_at, t.last_used_at,
      array(select m.organization_id::text from organization_members m
        where m.user_id = t.user_id and m.role = 'read_only') as read_only_in,
      coalesce((select s.total > ${FEW}::int from member_totals s
        where s.user_id = t.user_id and s.list = 'organizations' and s.facet = ''), false) as sees_many
    from access_tokens t where t.token_hash = ${hash}`
  return found
}

export async function insertToken(tx: Tx, token: AccessToken, hash: Buffer): Promise<void> {
  await tx.sql`insert into access_tokens ${columns(tx.sql, { ...token, tokenHash: hash })}`
}

export function lockOrganizationToken(tx: Tx, actor: Actor, id: string): Promise<OrganizationOwned | undefined> {
  const { sql } = tx
  return lockToken<OrganizationOwned>(
    tx,
    id,
    sql`t.kind = 'organization' and ${visibleTo(sql, actor, sql`t.organization_id`)}`,
  )
}

/** One's own, and nobody else's, whatever one may do in which organization. */
export function lockPersonalToken(tx: Tx, actor: PersonalActor, id: string): Promise<AccessToken | undefined> {
  return lockToken<AccessToken>(tx, id, tx.sql`t.user_id = ${actor.userId}`)
}

async function lockToken<Token extends AccessToken>(
  { sql }: Tx,
  id: string,
  door: Fragment,
): Promise<Token | undefined> {
  const [found] = await sql<Token[]>`
    select t.* from access_tokens t where t.id = ${id} and t.revoked_at is null and ${door} for no key update`
  return found
}

export async function revokeToken(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.sql`
    update access_tokens set revoked_at = ${now}, modified_at = ${now}, version = version + 1 where id = ${id}`
}

export async function markTokensUsed(db: Db, ids: readonly string[], now: Date): Promise<void> {
  await db.sql`update access_tokens set last_used_at = ${now} where id = any(${ids as string[]})`
}

export const TOKEN_CRITERIA = ['created_at'] as const
type TokenSorting = readonly SortTerm<(typeof TOKEN_CRITERIA)[number]>[]

export function listOrganizationTokens(
  db: Db,
  actor: Actor,
  filter: { organizationId: readonly string[] | undefined },
  sorting: TokenSorting,
  page: Page,
): Promise<Listed<OrganizationOwned>> {
  const { sql } = db
  const list = {
    table: 'access_tokens',
    alias: 't',
    door: doorOf(sql, actor, filter.organizationId),
    where: [],
    part: [sql`t.kind = 'organization' and t.revoked_at is null`],
    facets: [''],
    sorting,
    criteria: { created_at: sql`t.created_at` },
    page,
    item: sql`
      select to_json(shown) as item from (
        select ${shownColumns(sql)} from access_tokens t where t.id = chosen.listed_id) shown`,
  }
  return listTable(sql, list, (item) => fromRow<OrganizationOwned>(item))
}

/** All but the hash. */
const shownColumns = fixed(
  (sql) => sql`
    t.id, t.created_at, t.modified_at, t.version, t.kind, t.user_id, t.organization_id, t.created_by_user_id,
    t.comment, t.scopes, t.expires_at, t.last_used_at`,
)

export function listPersonalTokens(
  db: Db,
  actor: PersonalActor,
  sorting: TokenSorting,
  page: Page,
): Promise<Listed<AccessToken>> {
  const { sql } = db
  const all = sql`from access_tokens t where t.user_id = ${actor.userId} and t.revoked_at is null`
  const order = orderBy(sql, sorting, { created_at: sql`t.created_at` }, sql`t.id`)
  const shown = sql`select ${shownColumns(sql)} ${all} order by ${order} ${pageClause(sql, page)}`
  return listFew(sql, all, shown, (item) => fromRow<AccessToken>(item))
}
