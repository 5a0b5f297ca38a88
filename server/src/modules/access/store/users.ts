import type { Db } from '../../../platform/postgres/pool.ts'
import { columns, fromRow } from '../../../platform/postgres/rows.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { Membership, User } from '../model.ts'

export interface UserWithMemberships {
  readonly user: User
  readonly memberships: readonly Membership[]
  readonly membershipCount: number
}

/** A user and the first of their memberships, in the order of joining. */
export async function findUser(db: Db, id: string, shown: number): Promise<UserWithMemberships> {
  const [found] = await db.sql<{ user: object; memberships: object[]; membershipCount: number }[]>`
    select to_json(u) as user,
      (coalesce((select t.total from member_totals t
        where t.user_id = u.id and t.list = 'organizations' and t.facet = ''), 0)
      + coalesce((select sum(d.delta) from list_deltas d
        join organization_members own on own.user_id = u.id and own.organization_id = d.organization_id
        where d.list = 'organizations'), 0))::int as membership_count,
      coalesce((select json_agg(to_json(joined) order by joined.created_at, joined.organization_id) from (
        select m.organization_id, o.name, o.slug, m.role, m.created_at
        from (
          select * from organization_members own
          where own.user_id = u.id order by own.created_at, own.organization_id limit ${shown}
        ) m cross join lateral (select * from organizations o where o.id = m.organization_id limit 1) o
      ) joined), '[]') as memberships
    from users u where u.id = ${id}`
  if (!found) throw new Error(`there is a token of the user ${id}, who does not exist`)
  return {
    user: fromRow<User>(found.user),
    memberships: found.memberships.map((joined) => fromRow<Membership>(joined)),
    membershipCount: found.membershipCount,
  }
}

export async function lockUser(tx: Tx, id: string): Promise<User> {
  const [found] = await tx.sql<User[]>`select u.* from users u where u.id = ${id} for no key update`
  if (!found) throw new Error(`there is a token of the user ${id}, who does not exist`)
  return found
}

export async function insertUser(tx: Tx, user: User): Promise<void> {
  await tx.sql`insert into users ${columns(tx.sql, user)}`
}

export async function saveUser(tx: Tx, { id, createdAt, ...changeable }: User): Promise<void> {
  await tx.sql`update users set ${columns(tx.sql, changeable)} where id = ${id}`
}
