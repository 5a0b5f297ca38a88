import type { Actor, OrganizationActor, PersonalActor } from '../../kernel/actor.ts'
import { InvalidInput, invalidField, missingField } from '../../kernel/invalid-input.ts'
import type { Door } from '../../platform/postgres/door.ts'
import type { Fragment, Sql } from '../../platform/postgres/pool.ts'
import type { Tx } from '../../platform/postgres/transaction.ts'

/**
 * The one door to an organization's data: a condition on the column that names the organization. Every store puts it
 * into its statements, so what is not yours and what is not there are one answer.
 */
export function visibleTo(sql: Sql, actor: Actor, organizationId: Fragment): Fragment {
  if (actor.kind === 'organization') return sql`${organizationId} = ${actor.organizationId}`
  return sql`${organizationId} in (select m.organization_id from organization_members m where m.user_id = ${actor.userId})`
}

/** Whether a token, by its id, still lets its holder in: for those who listen for a long time after they were let in. */
export function admitsToken(sql: Sql, tokenId: Fragment, organizationId: Fragment, now: Date): Fragment {
  return sql`exists (
    select from access_tokens token
    where token.id = ${tokenId} and token.revoked_at is null and (token.expires_at is null or token.expires_at > ${now})
      and (token.organization_id = ${organizationId} or exists (
        select from organization_members membership
        where membership.user_id = token.user_id and membership.organization_id = ${organizationId})))`
}

/** The same door for lists, which are found in another way for one organization, for several and for thousands. */
export function doorOf(sql: Sql, actor: Actor, asked: readonly string[] | undefined): Door {
  return actor.kind === 'organization' ? ownDoor(sql, actor, asked ?? null) : memberDoor(sql, actor, asked ?? null)
}

/** For what belongs to something of this organization that was already found through the door. */
export function openDoor(sql: Sql, organizationId: string): Door {
  return ownDoor(sql, { organizationId }, null)
}

function ownDoor(
  sql: Sql,
  { organizationId }: Pick<OrganizationActor, 'organizationId'>,
  asked: readonly string[] | null,
): Door {
  const isAskedFor = asked === null ? sql`true` : sql`${organizationId}::uuid = any(${asked as string[]}::uuid[])`
  // Not `=`: the planner would then look for the organization's rows, where it is told by what index to find them.
  const admits = (column: Fragment) => sql`(${column} is not distinct from ${organizationId}::uuid and ${isAskedFor})`
  return {
    only: organizationId,
    userId: null,
    asked,
    isWide: false,
    organizations: sql`select ${organizationId}::uuid as organization_id`,
    admits,
    admitsMany: admits,
  }
}

function memberDoor(sql: Sql, actor: PersonalActor, asked: readonly string[] | null): Door {
  return { ...membershipDoor(sql, actor, asked, sql`true`), userId: actor.userId }
}

/**
 * For what only owners may read, such as mails with links in them that let people in. Totals are kept for members of
 * every role, so they are added up from those of the organizations.
 */
export function ownersDoor(sql: Sql, actor: PersonalActor, asked: readonly string[] | undefined): Door {
  return { ...membershipDoor(sql, actor, asked ?? null, sql`membership.role = 'owner'`), userId: null }
}

function membershipDoor(
  sql: Sql,
  { userId, seesMany }: PersonalActor,
  asked: readonly string[] | null,
  inRole: Fragment,
): Omit<Door, 'userId'> {
  // By a name that no list has for its own table: a column of that would be taken for one of this.
  const isAskedFor = asked === null ? sql`true` : sql`membership.organization_id = any(${asked as string[]}::uuid[])`
  const opening = sql`membership.user_id = ${userId} and ${inRole} and ${isAskedFor}`
  const organizations = sql`select membership.organization_id from organization_members membership where ${opening}`
  return {
    only: asked?.length === 1 ? (asked[0] ?? null) : null,
    asked,
    isWide: asked === null && seesMany,
    organizations,
    // A value and not `exists`: the planner would turn that into a join, and read all memberships for ten rows.
    admits: (organizationId) => sql`(
      select true from organization_members membership
      where ${opening} and membership.organization_id = ${organizationId} limit 1)`,
    // Compared with a value, for the same reason.
    admitsMany: (organizationId) => sql`(${organizationId} in (${organizations})) = true`,
  }
}

/** Whom something new belongs to: an organization's token knows it, a personal token has to say it. */
export async function owningOrganization(tx: Tx, actor: Actor, given: string | null | undefined): Promise<string> {
  const id = actor.kind === 'organization' ? ownOrganization(actor, given) : await namedOrganization(tx, actor, given)
  tx.requireWriter(id)
  return id
}

function ownOrganization({ organizationId }: OrganizationActor, given: string | null | undefined): string {
  if (given === undefined || given === null || given.toLowerCase() === organizationId) return organizationId
  throw invalidField('organization_id', 'An organization token acts for its own organization only', given)
}

const unnamed = () => new InvalidInput([{ ...missingField('organization_id'), msg: 'Say which of your organizations' }])

async function namedOrganization({ sql }: Tx, actor: Actor, given: string | null | undefined): Promise<string> {
  if (given === undefined || given === null) throw unnamed()
  const [found] = await sql<{ id: string }[]>`
    select o.id from organizations o where o.id = ${given} and ${visibleTo(sql, actor, sql`o.id`)}`
  if (!found) throw invalidField('organization_id', 'There is no such organization', given)
  return found.id
}
