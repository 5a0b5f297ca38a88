import type { Actor } from '../../kernel/actor.ts'
import type { Db, Fragment, Sql } from '../../platform/postgres/pool.ts'
import { columns, fromRow } from '../../platform/postgres/rows.ts'
import type { Tx } from '../../platform/postgres/transaction.ts'
import { visibleTo } from '../access/index.ts'
import { type Benefit, benefitFromJson } from '../benefits/index.ts'
import { attachedFieldsFromJson } from '../custom-fields/index.ts'
import { fileFromJson } from '../files/index.ts'
import type { FullProduct, Price, Product } from './model.ts'

/**
 * A product with its prices that are not archived, and its benefits, media and custom fields in order, as one JSON
 * value, for any statement that has a row of `products` under this alias.
 */
export function fullProductJson(sql: Sql, alias: string): Fragment {
  const product = sql(alias)
  return sql`json_build_object(
    'product', to_json(${product}),
    'prices', array_to_json(array(
      select each_price from product_prices each_price
      where each_price.product_id = ${product}.id and not each_price.is_archived
      order by each_price.created_at, each_price.id)),
    'benefits', array_to_json(array(
      select each_benefit from product_benefits link join benefits each_benefit on each_benefit.id = link.benefit_id
      where link.product_id = ${product}.id and each_benefit.deleted_at is null
      order by link.position, link.benefit_id)),
    'attachments', case when ${product}.has_attachments then product_attachments_1(${product}.id) end)`
}

interface FullProductJson {
  readonly product: object
  readonly prices: readonly object[]
  readonly benefits: readonly object[]
  readonly attachments: { readonly medias: readonly object[]; readonly fields: readonly object[] } | null
}

export function fullProductFromJson(json: object): FullProduct {
  const { product, prices, benefits, attachments } = json as FullProductJson
  return {
    ...productFromJson(product),
    prices: prices.map(priceFromJson),
    benefits: benefits.map(benefitFromJson),
    medias: attachments?.medias.map(fileFromJson) ?? [],
    attachedFields: attachedFieldsFromJson(attachments?.fields ?? []),
  }
}

export function productFromJson(json: object): Product {
  return fromRow<Product>(json)
}

export function priceFromJson(json: object): Price {
  return fromRow<Price>(json)
}

export async function findFullProduct(db: Db, actor: Actor, id: string): Promise<FullProduct | undefined> {
  const { sql } = db
  const [found] = await sql<{ product: object }[]>`
    select ${fullProductJson(sql, 'p')} as product from products p
    where p.id = ${id} and ${visibleTo(sql, actor, sql`p.organization_id`)}`
  return found && fullProductFromJson(found.product)
}

/**
 * Two statements: one that had to wait for the lock would still show the prices and benefits of before the wait. Ids
 * never change, so the weaker lock is enough, and purchases that refer to the product do not wait.
 */
export async function lockFullProduct(tx: Tx, actor: Actor, id: string): Promise<FullProduct | undefined> {
  const { sql } = tx
  await sql`
    select from products p where p.id = ${id} and ${visibleTo(sql, actor, sql`p.organization_id`)} for no key update`
  return findFullProduct(tx, actor, id)
}

export async function insertProduct(tx: Tx, product: FullProduct): Promise<void> {
  await tx.sql`insert into products ${columns(tx.sql, rowOf(product))}`
  await insertPrices(tx, product.prices)
  await insertMedias(tx, product)
  await insertFields(tx, product)
}

export async function saveProduct(tx: Tx, product: FullProduct): Promise<void> {
  const { id, createdAt, organizationId, isRecurring, ...changeable } = rowOf(product)
  await tx.sql`update products set ${columns(tx.sql, changeable)} where id = ${id}`
}

export async function insertPrices(tx: Tx, prices: readonly Price[]): Promise<void> {
  if (prices.length > 0) await tx.sql`insert into product_prices ${tx.sql([...prices])}`
}

/** Terms never change, so there is nothing else to save. */
export async function archivePrices(tx: Tx, prices: readonly Price[], now: Date): Promise<void> {
  if (prices.length === 0) return
  await tx.sql`
    update product_prices set is_archived = true, modified_at = ${now}, version = version + 1
    where id = any(${prices.map((price) => price.id)})`
}

/** For sale again, with the terms that they always had. */
export async function relistPrices(tx: Tx, prices: readonly Price[]): Promise<void> {
  for (const { id, modifiedAt, version } of prices) {
    await tx.sql`
      update product_prices set is_archived = false, modified_at = ${modifiedAt}, version = ${version} where id = ${id}`
  }
}

export async function findArchivedPrices(db: Db, productId: string, ids: readonly string[]): Promise<Price[]> {
  if (ids.length === 0) return []
  const rows = await db.sql<{ price: object }[]>`
    select to_json(x) as price from product_prices x
    where x.product_id = ${productId} and x.id = any(${ids as string[]}) and x.is_archived`
  return rows.map((row) => priceFromJson(row.price))
}

export async function replaceBenefits(tx: Tx, product: FullProduct): Promise<void> {
  const ids = product.benefits.map((benefit) => benefit.id)
  await tx.sql`delete from product_benefits where product_id = ${product.id}`
  await tx.sql`
    insert into product_benefits (product_id, benefit_id, position)
    select ${product.id}, given.id, given.position from unnest(${ids}::uuid[]) with ordinality given(id, position)`
}

export async function replaceMedias(tx: Tx, product: FullProduct): Promise<void> {
  await tx.sql`delete from product_medias where product_id = ${product.id}`
  await insertMedias(tx, product)
}

async function insertMedias(tx: Tx, { id, medias }: FullProduct): Promise<void> {
  if (medias.length === 0) return
  await tx.sql`
    insert into product_medias (product_id, file_id, position)
    select ${id}, given.id, given.position
    from unnest(${medias.map((file) => file.id)}::uuid[]) with ordinality given(id, position)`
}

export async function replaceFields(tx: Tx, product: FullProduct): Promise<void> {
  await tx.sql`delete from product_custom_fields where product_id = ${product.id}`
  await insertFields(tx, product)
}

async function insertFields(tx: Tx, { id, attachedFields }: FullProduct): Promise<void> {
  if (attachedFields.length === 0) return
  const rows = attachedFields.map(({ field, position, required }) => ({
    productId: id,
    customFieldId: field.id,
    position,
    required,
  }))
  await tx.sql`insert into product_custom_fields ${tx.sql(rows)}`
}

export async function findBenefits(db: Db, organizationId: string, ids: readonly string[]): Promise<Benefit[]> {
  const rows = await db.sql<{ benefit: object }[]>`
    select to_json(b) as benefit from benefits b
    where b.id = any(${ids as string[]}) and b.organization_id = ${organizationId} and b.deleted_at is null`
  return rows.map((row) => benefitFromJson(row.benefit))
}

export async function findDefaultCurrency(db: Db, organizationId: string): Promise<string> {
  const [found] = await db.sql<{ defaultCurrency: string }[]>`
    select default_currency from organizations where id = ${organizationId}`
  if (!found) throw new Error(`the organization ${organizationId} is gone`)
  return found.defaultCurrency
}

/** Only this file adds media and custom fields, so it also says whether there are any to look for. */
function rowOf(product: FullProduct): Product & { hasAttachments: boolean } {
  const { prices, benefits, medias, attachedFields, ...row } = product
  return { ...row, hasAttachments: medias.length > 0 || attachedFields.length > 0 }
}
