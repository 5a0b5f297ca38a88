import type { PersonalActor } from '../../../kernel/actor.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { Member } from '../model.ts'
import { findMember } from '../store/members.ts'
import { lockOrganization } from '../store/organizations.ts'

/**
 * Whoever changes who belongs to an organization waits here for the others who do: two owners who remove each other
 * would both see two. Answers the caller's own membership, read behind the lock, because the role that their token was
 * let in with may be gone.
 */
export async function lockTeam(tx: Tx, actor: PersonalActor, organizationId: string): Promise<Member> {
  const organization = await lockOrganization(tx, actor, organizationId)
  const caller = organization && (await findMember(tx, organization.id, actor.userId))
  if (!caller) throw new Refusal(ResourceNotFound)
  return caller
}
