import type { Actor } from '../../../kernel/actor.ts'
import { invalidField } from '../../../kernel/invalid-input.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { SecretBox } from '../../../kernel/secrets.ts'
import { announceCreation } from '../../../platform/events/announce.ts'
import type { Allowed } from '../../../platform/outbound/allowed.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { owningOrganization } from '../../access/index.ts'
import { MOST_ENDPOINTS, TooManyEndpoints } from '../errors.ts'
import { newEndpoint, type WithSecret } from '../rules/endpoint.ts'
import { problemOfUrl } from '../rules/url.ts'
import type { WebhookEndpointCreate } from '../schema.ts'
import { countEndpoints, insertEndpoint } from '../store/endpoints.ts'
import { endpointView } from '../view.ts'
import { subjectOf } from './subject.ts'

export interface EndpointNeeds {
  readonly box: SecretBox
  readonly allowed: Allowed
}

export async function createEndpoint(
  tx: Tx,
  actor: Actor,
  input: WebhookEndpointCreate,
  { box, allowed }: EndpointNeeds,
): Promise<WithSecret> {
  const organizationId = await owningOrganization(tx, actor, input.organization_id)
  requireOutwardUrl(input.url, allowed)
  if ((await countEndpoints(tx, organizationId)) >= MOST_ENDPOINTS) throw new Refusal(TooManyEndpoints)
  const made = newEndpoint(organizationId, input, box, tx.clock.now(organizationId))
  await insertEndpoint(tx, made.endpoint)
  announceCreation(tx, 'webhook_endpoint.created', subjectOf(made.endpoint), endpointView(made.endpoint))
  return made
}

export function requireOutwardUrl(url: string, allowed: Allowed): void {
  const problem = problemOfUrl(url, allowed)
  if (problem !== null) throw invalidField('url', problem, url)
}
