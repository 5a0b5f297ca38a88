import type { Actor } from '../../../kernel/actor.ts'
import type { Listed, Page } from '../../../kernel/page.ts'
import type { SortTerm } from '../../../kernel/sorting.ts'
import { isOneOf } from '../../../platform/postgres/list.ts'
import { onlyPin } from '../../../platform/postgres/page.ts'
import type { Db, Fragment, Sql } from '../../../platform/postgres/pool.ts'
import { fromRow } from '../../../platform/postgres/rows.ts'
import { listTable } from '../../../platform/postgres/table-list.ts'
import { doorOf, visibleTo } from '../../access/index.ts'
import type { DeliveryStatus, WebhookAttempt, WebhookDelivery } from '../model.ts'

export const DELIVERY_CRITERIA = ['created_at'] as const

export interface DeliveryFilter {
  readonly organizationId: readonly string[] | undefined
  readonly endpointId: readonly string[] | undefined
  readonly eventId: readonly string[] | undefined
  readonly status: readonly DeliveryStatus[] | undefined
}

export function listDeliveries(
  db: Db,
  actor: Actor,
  { organizationId, endpointId, eventId, status }: DeliveryFilter,
  sorting: readonly SortTerm<(typeof DELIVERY_CRITERIA)[number]>[],
  page: Page,
): Promise<Listed<WebhookDelivery>> {
  const { sql } = db
  const ofEvents =
    eventId &&
    sql`d.event_id in (
    select e.id from events e where e.event_id = any(${eventId as string[]}) and e.sequence is not null)`
  const door = doorOf(sql, actor, organizationId)
  const ofOrganization = { column: sql`d.organization_id`, values: door.only === null ? undefined : [door.only] }
  const list = {
    table: 'webhook_deliveries',
    alias: 'd',
    door,
    where: [
      endpointId && isOneOf(sql, sql`d.endpoint_id`, endpointId),
      status && isOneOf(sql, sql`d.status`, status),
      ofEvents,
    ],
    pin: onlyPin([
      endpointId ? { column: sql`d.endpoint_id`, values: endpointId, table: 'webhook_endpoints' } : ofOrganization,
    ]),
    pinned: DELIVERY_CRITERIA,
    sorting,
    facets: undefined,
    criteria: { created_at: sql`d.created_at` },
    page,
    item: sql`select ${shown(sql)} as item from ${whole(sql)} where d.id = chosen.listed_id`,
  }
  return listTable(sql, list, deliveryFromJson)
}

export async function findDelivery(db: Db, actor: Actor, id: string): Promise<WebhookDelivery | undefined> {
  const { sql } = db
  const [found] = await sql<{ item: object }[]>`
    select ${shown(sql)} as item from ${whole(sql)}
    where d.id = ${id} and ${visibleTo(sql, actor, sql`d.organization_id`)}`
  return found && deliveryFromJson(found.item)
}

const whole = (sql: Sql): Fragment => sql`
  webhook_deliveries d join events e on e.id = d.event_id left join webhook_queue q on q.position = d.position`

const shown = (sql: Sql): Fragment => sql`
  json_build_object('id', d.id, 'created_at', d.created_at, 'endpoint_id', d.endpoint_id, 'status', d.status,
    'is_repeat', d.is_repeat, 'next_attempt_at', q.next_attempt_at, 'finished_at', d.finished_at,
    'event', json_build_object('id', e.event_id, 'type', e.type, 'sequence', e.sequence, 'objectId', e.object_id),
    'attempts', (
      select coalesce(json_agg(a order by a.number), '[]') from webhook_attempts a where a.delivery = d.position))`

function deliveryFromJson(json: object): WebhookDelivery {
  const { attempts, ...delivery } = fromRow<Omit<WebhookDelivery, 'attempts'> & { attempts: object[] }>(json)
  return { ...delivery, attempts: attempts.map((attempt) => fromRow<WebhookAttempt>(attempt)) }
}
