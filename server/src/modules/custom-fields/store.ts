import type { Actor } from '../../kernel/actor.ts'
import type { Listed, Page } from '../../kernel/page.ts'
import { type SortTerm, withoutConstants } from '../../kernel/sorting.ts'
import { contains, isOneOf } from '../../platform/postgres/list.ts'
import type { Db, Fragment } from '../../platform/postgres/pool.ts'
import { columns, fromRow } from '../../platform/postgres/rows.ts'
import { listTable } from '../../platform/postgres/table-list.ts'
import { facetsOf } from '../../platform/postgres/totals.ts'
import type { Tx } from '../../platform/postgres/transaction.ts'
import { doorOf, visibleTo } from '../access/index.ts'
import type { AttachedField, CustomField, CustomFieldType } from './model.ts'

function customFieldFromJson(json: object): CustomField {
  return fromRow<CustomField>(json)
}

/**
 * From `[{field, required}]` in the order of the product. The place is counted here: a field that was deleted leaves no
 * gap, and a list that is sent again as it was shown changes nothing.
 */
export function attachedFieldsFromJson(json: readonly object[]): AttachedField[] {
  return json.map((each, position) => {
    const { field, required } = each as { field: object; required: boolean }
    return { field: customFieldFromJson(field), position, required }
  })
}

export function findCustomField(db: Db, actor: Actor, id: string): Promise<CustomField | undefined> {
  return oneCustomField(db, actor, id, db.sql``)
}

export function lockCustomField(tx: Tx, actor: Actor, id: string): Promise<CustomField | undefined> {
  return oneCustomField(tx, actor, id, tx.sql`for no key update`)
}

async function oneCustomField(db: Db, actor: Actor, id: string, lock: Fragment): Promise<CustomField | undefined> {
  const { sql } = db
  const [found] = await sql<CustomField[]>`
    select f.* from custom_fields f
    where f.id = ${id} and f.deleted_at is null and ${visibleTo(sql, actor, sql`f.organization_id`)} ${lock}`
  return found
}

/** Those of the ids that are fields of the organization, in no order. */
export async function findCustomFields(db: Db, organizationId: string, ids: readonly string[]): Promise<CustomField[]> {
  if (ids.length === 0) return []
  return db.sql<CustomField[]>`
    select f.* from custom_fields f
    where f.id = any(${ids as string[]}) and f.organization_id = ${organizationId} and f.deleted_at is null`
}

/**
 * For whoever is about to attach these fields: until the end of the transaction nobody deletes them, and one that is being
 * deleted is waited for and then not found. To be called before the product is locked, as a deletion locks the field
 * first and then its products.
 */
export async function holdCustomFields({ sql }: Tx, actor: Actor, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    select from custom_fields f
    where f.id = any(${ids as string[]}) and f.deleted_at is null and ${visibleTo(sql, actor, sql`f.organization_id`)}
    order by f.id for share of f`
}

export async function insertCustomField(tx: Tx, field: CustomField): Promise<void> {
  await tx.sql`insert into custom_fields ${columns(tx.sql, field)}`
}

export async function saveCustomField(tx: Tx, field: CustomField): Promise<void> {
  const { id, createdAt, organizationId, type, ...changeable } = field
  await tx.sql`update custom_fields set ${columns(tx.sql, changeable)} where id = ${id}`
}

/** By id, as everybody locks several products. */
export async function findProductIdsOf(tx: Tx, customFieldId: string): Promise<string[]> {
  const rows = await tx.sql<{ productId: string }[]>`
    select product_id from product_custom_fields where custom_field_id = ${customFieldId} order by product_id`
  return rows.map(({ productId }) => productId)
}

export const CUSTOM_FIELD_CRITERIA = ['created_at', 'slug', 'name', 'type'] as const
export type CustomFieldCriterion = (typeof CUSTOM_FIELD_CRITERIA)[number]

export interface CustomFieldFilter {
  readonly organizationId: readonly string[] | undefined
  readonly query: string | undefined
  readonly type: readonly CustomFieldType[] | undefined
}

export function listCustomFields(
  db: Db,
  actor: Actor,
  filter: CustomFieldFilter,
  sorting: readonly SortTerm<CustomFieldCriterion>[],
  page: Page,
): Promise<Listed<CustomField>> {
  const { sql } = db
  const { organizationId, type, query } = filter
  const list = {
    table: 'custom_fields',
    alias: 'f',
    door: doorOf(sql, actor, organizationId),
    where: [query === undefined ? undefined : contains(sql, [sql`lower(f.name)`, sql`lower(f.slug)`], query)],
    part: [sql`f.deleted_at is null`, type && isOneOf(sql, sql`f.type`, type)],
    facets: facetsOf({ type, query: query === undefined ? undefined : [query] }, ['type']),
    sorting: withoutConstants(sorting, { type }, 'created_at'),
    criteria: {
      created_at: sql`f.created_at`,
      slug: sql`lower(f.slug)`,
      name: sql`lower(f.name)`,
      type: sql`f.type`,
    },
    page,
  }
  return listTable(sql, list, customFieldFromJson)
}
