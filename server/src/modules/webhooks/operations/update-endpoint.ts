import type { Actor } from '../../../kernel/actor.ts'
import { invalidField } from '../../../kernel/invalid-input.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { announceChange } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { WebhookEndpoint } from '../model.ts'
import { changed } from '../rules/endpoint.ts'
import type { WebhookEndpointUpdate } from '../schema.ts'
import { lockEndpoint, saveEndpoint } from '../store/endpoints.ts'
import { endpointView } from '../view.ts'
import { type EndpointNeeds, requireOutwardUrl } from './create-endpoint.ts'
import { subjectOf } from './subject.ts'

const ROTATE =
  'A secret is not changed here: POST /v1/webhooks/endpoints/{id}/rotate does it, and both sign for a while'

export async function updateEndpoint(
  tx: Tx,
  actor: Actor,
  id: string,
  patch: WebhookEndpointUpdate,
  { allowed }: Pick<EndpointNeeds, 'allowed'>,
): Promise<WebhookEndpoint> {
  const before = await lockEndpoint(tx, actor, id)
  if (!before) throw new Refusal(ResourceNotFound)
  tx.requireMatch(before)
  if (patch.secret !== undefined) throw invalidField('secret', ROTATE, null)
  if (patch.url !== undefined) requireOutwardUrl(patch.url, allowed)
  const after = changed(before, patch, tx.clock.now(before.organizationId))
  if (after === before) return before
  await saveEndpoint(tx, after)
  announceChange(tx, 'webhook_endpoint.updated', subjectOf(after), endpointView(before), endpointView(after))
  return after
}
