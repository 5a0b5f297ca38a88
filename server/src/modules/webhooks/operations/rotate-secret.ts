import type { Actor } from '../../../kernel/actor.ts'
import { invalidField } from '../../../kernel/invalid-input.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { announceChange } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { problemOfRotation, rotated, type WithSecret } from '../rules/endpoint.ts'
import type { WebhookSecretRotation } from '../schema.ts'
import { lockEndpoint, saveEndpoint } from '../store/endpoints.ts'
import { endpointView } from '../view.ts'
import type { EndpointNeeds } from './create-endpoint.ts'
import { subjectOf } from './subject.ts'

export async function rotateSecret(
  tx: Tx,
  actor: Actor,
  id: string,
  input: WebhookSecretRotation,
  { box }: Pick<EndpointNeeds, 'box'>,
): Promise<WithSecret> {
  const before = await lockEndpoint(tx, actor, id)
  if (!before) throw new Refusal(ResourceNotFound)
  tx.requireMatch(before)
  // Signatures are made by real time, as tokens are.
  const now = new Date()
  const problem = problemOfRotation(before, input, now)
  if (problem !== null) throw invalidField('overlap_seconds', problem, input.overlap_seconds ?? null)
  const made = rotated(before, input, box, now)
  await saveEndpoint(tx, made.endpoint)
  const subject = subjectOf(made.endpoint)
  announceChange(tx, 'webhook_endpoint.updated', subject, endpointView(before), endpointView(made.endpoint))
  return made
}
