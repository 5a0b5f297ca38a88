import { type Actor, accepts, type Scope } from '../../../kernel/actor.ts'
import { newId } from '../../../kernel/ids.ts'
import { fieldIssue, InvalidInput, invalidField } from '../../../kernel/invalid-input.ts'
import { fingerprint, newSecret } from '../../../kernel/secrets.ts'
import { addMilliseconds, durationSeconds } from '../../../kernel/time.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { owningOrganization } from '../door.ts'
import type { AccessToken } from '../model.ts'
import type { OrganizationAccessTokenCreate } from '../schema.ts'
import { insertToken } from '../store.ts'

export async function createOrganizationAccessToken(
  tx: Tx,
  actor: Actor,
  input: OrganizationAccessTokenCreate,
): Promise<{ token: AccessToken; secret: string }> {
  const organizationId = await owningOrganization(tx, actor, input.organization_id)
  refuseForeignScopes(actor, input.scopes)
  const now = new Date()
  const token: AccessToken = {
    id: newId(),
    createdAt: now,
    modifiedAt: null,
    version: 1,
    kind: 'organization',
    userId: null,
    organizationId,
    comment: input.comment,
    scopes: [...new Set(input.scopes)],
    expiresAt: expiry(input.expires_in, now),
    lastUsedAt: null,
  }
  const secret = newSecret('organizationAccessToken')
  await insertToken(tx, token, fingerprint(secret))
  return { token, secret }
}

/** A token cannot make one that may do more than itself; as for itself, the right to write includes reading. */
function refuseForeignScopes(actor: Actor, scopes: readonly Scope[]): void {
  const issues = scopes.flatMap((scope, index) =>
    accepts(scope, actor.scopes)
      ? []
      : [fieldIssue(['scopes', index], 'This token does not have the scope itself', scope)],
  )
  if (issues.length > 0) throw new InvalidInput(issues)
}

function expiry(given: string | number | null | undefined, now: Date): Date | null {
  if (given === undefined || given === null) return null
  const seconds = typeof given === 'number' ? given : durationSeconds(given)
  if (seconds === undefined || seconds < 1) {
    throw invalidField('expires_in', 'Input should be an ISO 8601 duration of at least a second, such as P30D', given)
  }
  return addMilliseconds(now, seconds * 1000)
}
