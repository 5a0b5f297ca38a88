import type { Fragment, Sql } from './pool.ts'
import type { SortKey, Walk } from './walk.ts'

/** What the rows of a list belong to, when the list can be ordered by it: orders by the name of their product. */
export interface Parent {
  readonly table: string
  readonly alias: string
  /** The column of the list's own table that names it. */
  readonly column: string
  /** For rows that may have none, which come last: the type of what the list is ordered by. */
  readonly orNone?: 'text' | 'timestamptz'
  /** When only some of them have rows in the list. */
  readonly part?: Fragment
}

export type Parents<Criterion extends string> = Readonly<Partial<Record<Criterion, Parent>>>

/** The parents in the order of their index, and the rows of each in that of another. */
export function byParent(sql: Sql, walk: Walk, parent: Parent, siblings: readonly SortKey[]): Walk {
  const { table, alias, part = sql`true` } = parent
  const isTheirs = sql`${columnOf(sql, walk.alias, parent)} = ${sql(alias)}.id`
  const condition = sql`${isTheirs} and ${walk.part ?? sql`true`} and ${walk.where}`
  const rows = { table: walk.table, alias: walk.alias, keys: siblings, where: condition }
  return { table, alias, keys: walk.keys, part, where: sql`true`, rows }
}

/** The rows that belong to none, if there can be any. They have nothing where the others have their parent's key and id. */
export function withoutParent(sql: Sql, walk: Walk, parent: Parent, siblings: readonly SortKey[]): readonly Walk[] {
  if (!parent.orNone) return []
  const nothing = (type: string): SortKey => ({
    by: sql.unsafe(`null::${type}`),
    descending: walk.keys.at(-1)?.descending ?? false,
  })
  const keys = [nothing(parent.orNone), nothing('uuid'), ...siblings]
  const part = sql`${walk.part ?? sql`true`} and ${columnOf(sql, walk.alias, parent)} is null`
  return [{ ...walk, keys, part }]
}

/** The tables that an order depends on, where everything is put in order as a whole; each of them once. */
export function parentJoins<Criterion extends string>(
  sql: Sql,
  alias: string,
  parents: Parents<Criterion> | undefined,
  sorting: readonly { readonly by: Criterion }[],
): Fragment {
  const wanted = new Map(sorting.flatMap(({ by }) => parents?.[by] ?? []).map((parent) => [parent.alias, parent]))
  return [...wanted.values()].reduce(
    (joins: Fragment, parent) => sql`${joins}
      ${parent.orNone ? sql`left join` : sql`join`} ${sql(parent.table)} ${sql(parent.alias)}
      on ${sql(parent.alias)}.id = ${columnOf(sql, alias, parent)}`,
    sql``,
  )
}

function columnOf(sql: Sql, alias: string, { column }: Parent): Fragment {
  return sql`${sql(alias)}.${sql(column)}`
}
