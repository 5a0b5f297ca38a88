import type { Actor } from '../../kernel/actor.ts'
import { InvalidInput, invalidField, missingField } from '../../kernel/invalid-input.ts'
import type { Db, Fragment, Sql } from '../../platform/postgres/pool.ts'

/**
 * The one door to an organization's data: a condition on the column that names the organization. Every store puts it
 * into its statements, so what is not yours and what is not there are one answer.
 */
export function visibleTo(sql: Sql, actor: Actor, organizationId: Fragment): Fragment {
  if (actor.kind === 'organization') return sql`${organizationId} = ${actor.organizationId}`
  return sql`${organizationId} in (select m.organization_id from organization_members m where m.user_id = ${actor.userId})`
}

/** The organizations behind the door, as rows: for lists that take the newest of each. */
export function visibleOrganizations(sql: Sql, actor: Actor): Fragment {
  if (actor.kind === 'organization') return sql`select ${actor.organizationId}::uuid as organization_id`
  return sql`select m.organization_id from organization_members m where m.user_id = ${actor.userId}`
}

/** Whom something new belongs to: an organization's token knows it, a personal token has to say it. */
export async function owningOrganization(db: Db, actor: Actor, given: string | null | undefined): Promise<string> {
  if (actor.kind === 'organization') {
    if (given === undefined || given === null || given.toLowerCase() === actor.organizationId)
      return actor.organizationId
    throw invalidField('organization_id', 'An organization token acts for its own organization only', given)
  }
  if (given === undefined || given === null) throw new InvalidInput([missingField('organization_id')])
  const [found] = await db.sql<{ id: string }[]>`
    select o.id from organizations o where o.id = ${given} and ${visibleTo(db.sql, actor, db.sql`o.id`)}`
  if (!found) throw invalidField('organization_id', 'There is no such organization', given)
  return found.id
}
