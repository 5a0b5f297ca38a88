import type { Actor } from '../../kernel/actor.ts'
import type { Listed, Page } from '../../kernel/page.ts'
import type { SortTerm } from '../../kernel/sorting.ts'
import { listed, orderBy, pageClause, where } from '../../platform/postgres/list.ts'
import type { Db } from '../../platform/postgres/pool.ts'
import { fromRow } from '../../platform/postgres/rows.ts'
import type { Tx } from '../../platform/postgres/transaction.ts'
import { visibleTo } from './door.ts'
import type { AccessToken } from './model.ts'

export async function findTokenByHash(
  db: Db,
  hash: Buffer,
): Promise<(AccessToken & { revokedAt: Date | null }) | undefined> {
  const [found] = await db.sql<(AccessToken & { revokedAt: Date | null })[]>`
    select id, kind, user_id, organization_id, scopes, expires_at, revoked_at, last_used_at
    from access_tokens where token_hash = ${hash}`
  return found
}

export async function insertToken(tx: Tx, token: AccessToken, hash: Buffer): Promise<void> {
  await tx.sql`
    insert into access_tokens (id, created_at, kind, user_id, organization_id, token_hash, comment, scopes, expires_at)
    values (${token.id}, ${token.createdAt}, ${token.kind}, ${token.userId}, ${token.organizationId}, ${hash},
      ${token.comment}, ${token.scopes as string[]}, ${token.expiresAt})`
}

export async function lockOrganizationToken(tx: Tx, actor: Actor, id: string): Promise<AccessToken | undefined> {
  const { sql } = tx
  const [found] = await sql<AccessToken[]>`
    select t.* from access_tokens t
    where t.id = ${id} and t.kind = 'organization' and t.revoked_at is null
      and ${visibleTo(sql, actor, sql`t.organization_id`)}
    for no key update`
  return found
}

export async function revokeToken(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.sql`
    update access_tokens set revoked_at = ${now}, modified_at = ${now}, version = version + 1 where id = ${id}`
}

export async function markTokensUsed(db: Db, ids: readonly string[], now: Date): Promise<void> {
  await db.sql`update access_tokens set last_used_at = ${now} where id = any(${ids as string[]})`
}

export type TokenCriterion = 'created_at'

export async function listOrganizationTokens(
  db: Db,
  actor: Actor,
  filter: { organizationId?: readonly string[] },
  sorting: readonly SortTerm<TokenCriterion>[],
  page: Page,
): Promise<Listed<AccessToken>> {
  const { sql } = db
  const condition = where(sql, [
    sql`t.kind = 'organization' and t.revoked_at is null`,
    visibleTo(sql, actor, sql`t.organization_id`),
    filter.organizationId && sql`t.organization_id = any(${filter.organizationId as string[]})`,
  ])
  const rows = await sql<{ totalCount: number; item: object | null }[]>`
    select total.total_count, to_json(page) as item
    from (select count(*)::int as total_count from access_tokens t where ${condition}) total
    left join lateral (
      select t.id, t.created_at, t.modified_at, t.version, t.kind, t.user_id, t.organization_id, t.comment, t.scopes,
        t.expires_at, t.last_used_at
      from access_tokens t where ${condition}
      order by ${orderBy(sql, sorting, { created_at: sql`t.created_at` }, sql`t.id`)}
      ${pageClause(sql, page)}
    ) page on true`
  return listed(rows, (item) => fromRow<AccessToken>(item))
}
