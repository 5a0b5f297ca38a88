import type { Actor } from '../../../kernel/actor.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { revise } from '../../../kernel/revision.ts'
import { announceDeletion } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { lockEndpoint, saveEndpoint } from '../store/endpoints.ts'
import { endpointView } from '../view.ts'
import { subjectOf } from './subject.ts'

/** Nothing is sent from now on, except what is on its way already. Its deliveries are removed in the background. */
export async function deleteEndpoint(tx: Tx, actor: Actor, id: string): Promise<void> {
  const endpoint = await lockEndpoint(tx, actor, id)
  if (!endpoint) throw new Refusal(ResourceNotFound)
  tx.requireMatch(endpoint)
  const now = tx.clock.now(endpoint.organizationId)
  const deleted = revise(endpoint, { deletedAt: now }, now)
  await saveEndpoint(tx, deleted)
  announceDeletion(tx, 'webhook_endpoint.deleted', subjectOf(deleted), endpointView(endpoint))
}
