import { inBatches } from '../../platform/due-work/in-batches.ts'
import type { Sql } from '../../platform/postgres/pool.ts'
import { SWEEP_LOCK } from './backup-store.ts'

/** A file whose leftovers are to be removed from the storage: everything but these bytes. */
export interface Sweep {
  readonly id: string
  readonly keep: string | null
}

const BATCH = 1000

/** Uploads whose time is up are deleted, like files that their seller deletes. */
export function giveUpUploads(sql: Sql, now: Date, sweeps: number, stop?: AbortSignal): Promise<void> {
  const giveUp = async () => {
    const { count } = await sql`
      with late as (
        select f.id from files f
        where f.sweep_at <= ${now} and not f.is_uploaded and f.deleted_at is null
        order by f.sweep_at limit ${BATCH} for no key update skip locked),
      forgotten as (delete from file_parts p using late where p.file_id = late.id)
      update files f set deleted_at = ${now}, sweeps_left = ${sweeps} from late where f.id = late.id`
    return count
  }
  return inBatches(giveUp, stop, BATCH)
}

/**
 * Takes the sweep that has waited longest. Nobody else takes it before the lease is over, also when we die. None is
 * taken while a backup reads the bytes.
 */
export async function claimSweep(sql: Sql, now: Date, lease: Date): Promise<Sweep | undefined> {
  const [claimed] = await sql<Sweep[]>`
    update files f set sweep_at = ${lease}
    where f.id = (
      select due.id from files due
      where (select pg_try_advisory_xact_lock_shared(${SWEEP_LOCK}))
        and due.sweep_at <= ${now} and (due.is_uploaded or due.deleted_at is not null)
      order by due.sweep_at limit 1 for no key update skip locked)
    returning f.id, case when f.deleted_at is null then f.storage_version end as keep`
  return claimed
}

/** A file that was deleted while it was swept has a sweep of its own to come, which the lease no longer names. */
export async function finishSweep(sql: Sql, id: string, lease: Date, next: Date): Promise<void> {
  await sql`
    update files set sweeps_left = sweeps_left - 1, sweep_at = case when sweeps_left > 1 then ${next}::timestamptz end
    where id = ${id} and sweep_at = ${lease}`
  await sql`delete from files where id = ${id} and sweep_at is null and deleted_at is not null and not is_uploaded`
}
