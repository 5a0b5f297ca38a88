import type { Actor } from '../../kernel/actor.ts'
import type { Listed, Page } from '../../kernel/page.ts'
import type { SortTerm } from '../../kernel/sorting.ts'
import { isOneOf } from '../../platform/postgres/list.ts'
import type { Db, Fragment, Sql } from '../../platform/postgres/pool.ts'
import { columns, fromRow } from '../../platform/postgres/rows.ts'
import { listTable } from '../../platform/postgres/table-list.ts'
import { facetsOf } from '../../platform/postgres/totals.ts'
import type { Tx } from '../../platform/postgres/transaction.ts'
import { doorOf, visibleTo } from '../access/index.ts'
import type { FileService, StoredFile, UploadPart } from './model.ts'

/** For statements of other modules that read a file along: `to_json(f)`. They leave out deleted ones. */
export function fileFromJson(json: object): StoredFile {
  return fromRow<StoredFile>(json)
}

/** Those of these files that can be shown and used: complete, not deleted, and the organization's own. */
export async function findFiles(
  db: Db,
  organizationId: string,
  ids: readonly string[],
  service: FileService,
): Promise<StoredFile[]> {
  if (ids.length === 0) return []
  const rows = await db.sql<{ file: object }[]>`
    select to_json(f) as file from unnest(${ids as string[]}::uuid[]) with ordinality given(id, position)
    join files f on f.id = given.id
    where f.organization_id = ${organizationId} and f.service = ${service} and f.is_uploaded and f.deleted_at is null
    order by given.position`
  return rows.map((row) => fileFromJson(row.file))
}

/**
 * For whoever is about to attach these files: until the end of the transaction nobody deletes them, and one that is being
 * deleted is waited for and then not found. To be called before whatever gets them is locked, because a deletion
 * locks the file first and then what has it.
 */
export async function holdFiles({ sql }: Tx, actor: Actor, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    select from files f
    where f.id = any(${ids as string[]}) and f.deleted_at is null and ${visibleTo(sql, actor, sql`f.organization_id`)}
    order by f.id for share of f`
}

/** For everybody who knows where it is: the address is the permission. */
export async function findReadableFile(db: Db, id: string): Promise<StoredFile | undefined> {
  const [found] = await db.sql<StoredFile[]>`
    select f.* from files f where f.id = ${id} and f.is_uploaded and f.deleted_at is null`
  return found
}

export async function lockFile(tx: Tx, actor: Actor, id: string): Promise<StoredFile | undefined> {
  const { sql } = tx
  const [found] = await sql<StoredFile[]>`
    select f.* from files f where ${oneVisible(sql, actor, id)} for no key update`
  return found
}

function oneVisible(sql: Sql, actor: Actor, id: string): Fragment {
  return sql`f.id = ${id} and f.deleted_at is null and ${visibleTo(sql, actor, sql`f.organization_id`)}`
}

/** Holds the organization until the end of the transaction, so that nobody else counts and adds meanwhile. */
export async function countOpenUploads({ sql }: Tx, organizationId: string): Promise<number> {
  await sql`select from organizations o where o.id = ${organizationId} for no key update`
  const [found] = await sql<{ count: number }[]>`
    select count(*)::int from files f
    where f.organization_id = ${organizationId} and not f.is_uploaded and f.deleted_at is null`
  return found?.count ?? 0
}

export async function insertFile(tx: Tx, file: StoredFile, parts: readonly UploadPart[]): Promise<void> {
  const { sql } = tx
  await sql`insert into files ${columns(sql, file)}`
  // As arrays: thousands of parts would be more parameters than a statement can have.
  await sql`
    insert into file_parts (file_id, number, first_byte, next_byte, checksum_sha256_base64)
    select ${file.id}, part.* from unnest(
      ${parts.map((part) => part.number)}::int[], ${parts.map((part) => part.firstByte)}::bigint[],
      ${parts.map((part) => part.nextByte)}::bigint[], ${parts.map((part) => part.checksumSha256Base64)}::text[]) part`
}

export async function saveFile(tx: Tx, file: StoredFile): Promise<void> {
  const { id, createdAt, organizationId, service, path, size, ...changeable } = file
  await tx.sql`update files set ${columns(tx.sql, changeable)} where id = ${id}`
}

/** In the order of their bytes. */
export async function findParts(db: Db, fileId: string): Promise<UploadPart[]> {
  return db.sql<UploadPart[]>`select p.* from file_parts p where p.file_id = ${fileId} order by p.number`
}

export async function deleteParts(tx: Tx, fileId: string): Promise<void> {
  await tx.sql`delete from file_parts where file_id = ${fileId}`
}

/** A part that is sent, with what is known of its file. */
export interface AwaitedPart {
  readonly part: UploadPart
  readonly isUploaded: boolean
}

export async function findAwaitedPart(db: Db, fileId: string, number: number): Promise<AwaitedPart | undefined> {
  const [found] = await db.sql<{ part: object | null; isUploaded: boolean }[]>`
    select to_json(p) as part, f.is_uploaded from files f
    left join file_parts p on p.file_id = f.id and p.number = ${number}
    where f.id = ${fileId} and f.deleted_at is null`
  if (!found || (found.part === null && !found.isUploaded)) return undefined
  return { part: fromRow<UploadPart>(found.part ?? {}), isUploaded: found.isUploaded }
}

/** Held until the end of the transaction: the upload can neither be completed nor given up meanwhile. */
export async function holdOpenUpload(tx: Tx, fileId: string): Promise<boolean> {
  const [found] = await tx.sql`
    select from files f where f.id = ${fileId} and not f.is_uploaded and f.deleted_at is null for share`
  return found !== undefined
}

/** Answers which bytes the part had before. */
export async function recordArrival(
  tx: Tx,
  { fileId, number }: UploadPart,
  blobId: string,
  sha256Hex: string,
): Promise<string | null> {
  const { sql } = tx
  const [before] = await sql<{ blobId: string | null }[]>`
    select p.blob_id from file_parts p where p.file_id = ${fileId} and p.number = ${number} for no key update`
  await sql`
    update file_parts set blob_id = ${blobId}, arrived_sha256_hex = ${sha256Hex}
    where file_id = ${fileId} and number = ${number}`
  return before?.blobId ?? null
}

/** Those that show it, by id, as everybody locks several products. */
export async function findProductIdsOf(tx: Tx, fileId: string): Promise<string[]> {
  const rows = await tx.sql<{ productId: string }[]>`
    select product_id from product_medias where file_id = ${fileId} order by product_id`
  return rows.map(({ productId }) => productId)
}

export const FILE_CRITERIA = ['created_at', 'name'] as const
export type FileCriterion = (typeof FILE_CRITERIA)[number]

export interface FileFilter {
  readonly organizationId: readonly string[] | undefined
  readonly ids: readonly string[] | undefined
}

/** Complete ones: what still waits for bytes is nobody's business but the uploader's. */
export function listFiles(
  db: Db,
  actor: Actor,
  filter: FileFilter,
  sorting: readonly SortTerm<FileCriterion>[],
  page: Page,
): Promise<Listed<StoredFile>> {
  const { sql } = db
  const { organizationId, ids } = filter
  const list = {
    table: 'files',
    alias: 'f',
    door: doorOf(sql, actor, organizationId),
    where: [ids && isOneOf(sql, sql`f.id`, ids)],
    part: [sql`f.is_uploaded and f.deleted_at is null`],
    facets: facetsOf({ ids }, []),
    sorting,
    criteria: { created_at: sql`f.created_at`, name: sql`f.name` },
    page,
  }
  return listTable(sql, list, fileFromJson)
}
