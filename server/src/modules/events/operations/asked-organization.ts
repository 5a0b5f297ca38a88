import type { Actor } from '../../../kernel/actor.ts'
import { InvalidInput } from '../../../kernel/invalid-input.ts'
import type { Db } from '../../../platform/postgres/pool.ts'
import { findOrganizationIds } from '../store.ts'

/** Numbers are an organization's own, so a log is always that of one: the one that is named, or the only one. */
export async function askedOrganization(db: Db, actor: Actor, named: string | undefined): Promise<string> {
  const [id, another] = await findOrganizationIds(db, actor, named)
  if (id !== undefined && another === undefined) return id
  if (named !== undefined) throw notThere('value_error', 'There is no such organization', named)
  throw notThere('missing', 'Say which of your organizations', null)
}

function notThere(type: string, msg: string, input: unknown): InvalidInput {
  return new InvalidInput([{ type, loc: ['query', 'organization_id'], msg, input }])
}
