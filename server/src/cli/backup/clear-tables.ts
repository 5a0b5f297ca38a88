import type { Sql } from '../../platform/postgres/pool.ts'
import { StartupProblem } from '../../platform/startup-problem.ts'
import { quoted, SCHEMAS, type Table } from './tables.ts'

/** A statement, and the one that puts back what it took away. */
interface TakenDown {
  readonly down: string
  readonly up: string
}

export async function requireEmpty(connection: Sql, place: string): Promise<void> {
  const [found] = await connection<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any(${SCHEMAS}::text[]) and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    union all select nspname from pg_namespace where nspname = any(${SCHEMAS}::text[]) and nspname <> 'public'
    order by name limit 1`
  if (!found) return
  throw new StartupProblem(
    `The database at ${place} is not empty (it has ${found.name}). Restore into an empty database or data folder.`,
  )
}

/**
 * Makes the tables ready to be filled, and answers what `putUp` has to undo. Triggers must not do again what they have
 * done. Indexes and references are quicker made from all rows at once. The owner of the tables may do all of this:
 * switching off references as such is only for superusers, whom managed databases do not have.
 */
export async function takeDown(connection: Sql, tables: readonly Table[]): Promise<readonly TakenDown[]> {
  // Also what migrations have put into them: the backup has it.
  const taken = [...(await triggers(connection)), ...(await references(connection)), ...(await indexes(connection))]
  for (const { down } of taken) await connection.unsafe(down)
  await connection.unsafe(`truncate ${tables.map(quoted).join(', ')}`)
  return taken
}

/** In the opposite order: references need indexes. */
export async function putUp(connection: Sql, taken: readonly TakenDown[]): Promise<void> {
  for (const { up } of taken.toReversed()) await connection.unsafe(up)
}

/** Each comes back as it was: some run always, also where others are switched off. */
function triggers(connection: Sql): Promise<TakenDown[]> {
  return connection<TakenDown[]>`
    select format('alter table %s disable trigger %I', t.tgrelid::regclass, t.tgname) as down,
      format('alter table %s enable %s trigger %I', t.tgrelid::regclass,
        case t.tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, t.tgname) as up
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where not t.tgisinternal and t.tgenabled <> 'D' and n.nspname = any(${SCHEMAS}::text[])`
}

function references(connection: Sql): Promise<TakenDown[]> {
  return connection<TakenDown[]>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as down,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(c.oid)) as up
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace
    where c.contype = 'f' and n.nspname = any(${SCHEMAS}::text[])`
}

/** Those behind a constraint stay. */
function indexes(connection: Sql): Promise<TakenDown[]> {
  return connection<TakenDown[]>`
    select format('drop index %s', i.indexrelid::regclass) as down, pg_get_indexdef(i.indexrelid) as up
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any(${SCHEMAS}::text[])
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`
}
