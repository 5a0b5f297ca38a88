import { announceChange } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { DisabledReason } from '../model.ts'
import { disabled } from '../rules/endpoint.ts'
import { lockEndpointById, saveEndpoint } from '../store/endpoints.ts'
import { endpointView } from '../view.ts'
import { subjectOf } from './subject.ts'

/** Till gives up on it; the owners are told, by the mail that the event leads to. */
export async function disableEndpoint(tx: Tx, id: string, reason: DisabledReason): Promise<void> {
  const before = await lockEndpointById(tx, id)
  if (!before || before.status === 'disabled') return
  const after = disabled(before, reason, tx.clock.now(before.organizationId))
  await saveEndpoint(tx, after)
  announceChange(tx, 'webhook_endpoint.disabled', subjectOf(after), endpointView(before), endpointView(after))
}
