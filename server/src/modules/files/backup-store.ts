import type { Sql } from '../../platform/postgres/pool.ts'

/** The bytes of a complete file. */
export interface StoredBytes {
  readonly fileId: string
  readonly blobId: string
  readonly size: number
  readonly sha256Hex: string
  readonly name: string
}

/** Shared by all sweeps, each for the moment in which it finds out what nothing needs any more. */
export const SWEEP_LOCK = 7_455_109

/**
 * Until the session ends, or `resumeSweeps`, the bytes stay that files have now: what is deleted meanwhile is removed
 * afterwards. To be asked for before looking at the files: a sweep that was quicker has then taken only what no file
 * has any more. One session at a time can do this; others wait as long as `lock_timeout` says.
 */
export async function holdSweeps(connection: Sql): Promise<void> {
  await connection`select pg_advisory_lock(${SWEEP_LOCK})`
}

export async function resumeSweeps(connection: Sql): Promise<void> {
  await connection`select pg_advisory_unlock(${SWEEP_LOCK})`
}

export async function listStoredBytes(sql: Sql): Promise<StoredBytes[]> {
  return sql<StoredBytes[]>`
    select f.id as file_id, f.storage_version as blob_id, f.size, f.checksum_sha256_hex as sha256_hex, f.name from files f
    where f.is_uploaded and f.deleted_at is null order by f.id`
}

/** Backups have the bytes of complete files. Parts of the others have to be sent again. */
export async function awaitAllParts(sql: Sql): Promise<void> {
  await sql`update file_parts set blob_id = null, arrived_sha256_hex = null where blob_id is not null`
}
