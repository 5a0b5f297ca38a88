import type { Actor } from '../../../kernel/actor.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { revise } from '../../../kernel/revision.ts'
import { announceChange } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { Organization } from '../model.ts'
import { changesOf } from '../rules/organization.ts'
import type { OrganizationUpdate } from '../schema/organizations.ts'
import { lockOrganization, saveOrganization } from '../store/organizations.ts'
import { organizationView } from '../view.ts'

/** What it means for others that an organization takes real money. */
export interface GoingLive {
  /** There is somebody who takes it. */
  readonly isPossible: boolean
  /** In the transaction that changes the mode. */
  readonly endTestCheckouts: (tx: Tx, organizationId: string) => Promise<void>
}

export async function updateOrganization(
  tx: Tx,
  actor: Actor,
  id: string,
  patch: OrganizationUpdate,
  goingLive: GoingLive,
): Promise<Organization> {
  const before = await lockOrganization(tx, actor, id)
  if (!before) throw new Refusal(ResourceNotFound)
  tx.requireMatch({ ...before, organizationId: before.id })
  const after = revise(before, changesOf(before, patch, goingLive.isPossible), tx.clock.now(before.id))
  if (after === before) return before
  await saveOrganization(tx, after)
  if (after.paymentsMode !== before.paymentsMode) await goingLive.endTestCheckouts(tx, id)
  const subject = {
    type: 'organization',
    id,
    organizationId: id,
    version: after.version,
  }
  announceChange(tx, 'organization.updated', subject, organizationView(before), organizationView(after))
  return after
}
