import type { Actor } from '../../../kernel/actor.ts'
import type { Listed, Page } from '../../../kernel/page.ts'
import type { SortTerm } from '../../../kernel/sorting.ts'
import type { Db, Fragment } from '../../../platform/postgres/pool.ts'
import { columns, fromRow } from '../../../platform/postgres/rows.ts'
import { listTable } from '../../../platform/postgres/table-list.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { doorOf, visibleTo } from '../../access/index.ts'
import type { ShownEndpoint, WebhookEndpoint } from '../model.ts'

/** Any number will do, as long as every version of Till uses the same. */
const ENDPOINTS_LOCK = 7_455_108

/** Every column but those for whoever sends, which are no part of what an endpoint is. */
const shown = ({ sql }: Db) => sql`
  w.id, w.created_at, w.modified_at, w.version, w.organization_id, w.url, w.format, w.events, w.status, w.disabled_at,
  w.disabled_reason, w.secret, w.old_secret, w.old_secret_until, w.deleted_at`

export function findEndpoint(db: Db, actor: Actor, id: string): Promise<WebhookEndpoint | undefined> {
  return oneEndpoint(db, id, visibleTo(db.sql, actor, db.sql`w.organization_id`), db.sql``)
}

export function lockEndpoint(tx: Tx, actor: Actor, id: string): Promise<WebhookEndpoint | undefined> {
  return oneEndpoint(tx, id, visibleTo(tx.sql, actor, tx.sql`w.organization_id`), tx.sql`for no key update`)
}

/** For work in the background, which nobody has asked for. */
export function lockEndpointById(tx: Tx, id: string): Promise<WebhookEndpoint | undefined> {
  return oneEndpoint(tx, id, tx.sql`true`, tx.sql`for no key update`)
}

async function oneEndpoint(db: Db, id: string, door: Fragment, lock: Fragment): Promise<WebhookEndpoint | undefined> {
  const [found] = await db.sql<WebhookEndpoint[]>`
    select ${shown(db)} from webhook_endpoints w where w.id = ${id} and w.deleted_at is null and ${door} ${lock}`
  return found
}

/** Under a lock that whoever makes one takes, so that any number at once do not make too many. */
export async function countEndpoints({ sql }: Tx, organizationId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(${ENDPOINTS_LOCK}, hashtext(${organizationId}))`
  const [row] = await sql<{ many: number }[]>`
    select count(*)::int as many from webhook_endpoints
    where organization_id = ${organizationId} and deleted_at is null`
  return row?.many ?? 0
}

export async function insertEndpoint(tx: Tx, endpoint: WebhookEndpoint): Promise<void> {
  await tx.sql`insert into webhook_endpoints ${columns(tx.sql, endpoint)}`
}

/** Whoever is brought back begins anew, also with how often it was given up on. */
export async function saveEndpoint(tx: Tx, endpoint: WebhookEndpoint): Promise<void> {
  const { id, createdAt, organizationId, ...changeable } = endpoint
  await tx.sql`
    update webhook_endpoints set ${columns(tx.sql, changeable)},
      given_up = case when ${endpoint.status} = status then given_up else 0 end,
      is_gone = is_gone and ${endpoint.status} = status
    where id = ${id}`
}

export const ENDPOINT_CRITERIA = ['created_at'] as const

export function listEndpoints(
  db: Db,
  actor: Actor,
  filter: { readonly organizationId: readonly string[] | undefined },
  sorting: readonly SortTerm<(typeof ENDPOINT_CRITERIA)[number]>[],
  page: Page,
): Promise<Listed<ShownEndpoint>> {
  const { sql } = db
  const list = {
    table: 'webhook_endpoints',
    alias: 'w',
    door: doorOf(sql, actor, filter.organizationId),
    part: [sql`w.deleted_at is null`],
    where: [],
    sorting,
    facets: undefined,
    criteria: { created_at: sql`w.created_at` },
    page,
  }
  return listTable(sql, list, (row) => fromRow<ShownEndpoint>(row))
}
