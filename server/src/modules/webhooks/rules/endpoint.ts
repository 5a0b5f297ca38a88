import { newId } from '../../../kernel/ids.ts'
import { revise } from '../../../kernel/revision.ts'
import type { SecretBox } from '../../../kernel/secrets.ts'
import { newSecret } from '../../../kernel/secrets.ts'
import { addMilliseconds } from '../../../kernel/time.ts'
import type { DisabledReason, WebhookEndpoint } from '../model.ts'
import type { WebhookEndpointCreate, WebhookEndpointUpdate, WebhookSecretRotation } from '../schema.ts'

const OVERLAP_SECONDS = 86_400

export interface WithSecret {
  readonly endpoint: WebhookEndpoint
  readonly secret: string
}

export function newEndpoint(
  organizationId: string,
  input: WebhookEndpointCreate,
  box: SecretBox,
  now: Date,
): WithSecret {
  const secret = input.secret ?? newSecret('webhook')
  const endpoint: WebhookEndpoint = {
    id: newId(),
    createdAt: now,
    modifiedAt: null,
    version: 1,
    organizationId,
    url: input.url,
    format: 'raw',
    events: input.events,
    status: 'enabled',
    disabledAt: null,
    disabledReason: null,
    secret: box.seal(secret),
    oldSecret: null,
    oldSecretUntil: null,
    deletedAt: null,
  }
  return { endpoint, secret }
}

export function changed(endpoint: WebhookEndpoint, patch: WebhookEndpointUpdate, now: Date): WebhookEndpoint {
  const { url = endpoint.url, events = endpoint.events, status = endpoint.status } = patch
  const disabled = status === 'disabled' ? {} : { disabledAt: null, disabledReason: null }
  return revise(endpoint, { url, events, status, ...disabled }, now)
}

/** There is room for one secret before, and the time that it was promised is kept. Who wants it gone at once says so. */
export function problemOfRotation(
  { oldSecretUntil }: WebhookEndpoint,
  { overlap_seconds }: WebhookSecretRotation,
  now: Date,
): string | null {
  if (overlap_seconds === 0 || oldSecretUntil === null || oldSecretUntil <= now) return null
  return (
    `The secret before this one signs until ${oldSecretUntil.toISOString()}. Rotate again after that, or with ` +
    `overlap_seconds 0, which ends both at once`
  )
}

/** The secret before signs too for a while, so that receivers can change theirs without missing anything. */
export function rotated(
  endpoint: WebhookEndpoint,
  input: WebhookSecretRotation,
  box: SecretBox,
  now: Date,
): WithSecret {
  const secret = input.secret ?? newSecret('webhook')
  const overlap = (input.overlap_seconds ?? OVERLAP_SECONDS) * 1000
  const old = { oldSecret: endpoint.secret, oldSecretUntil: addMilliseconds(now, overlap) }
  const none = { oldSecret: null, oldSecretUntil: null }
  return { endpoint: revise(endpoint, { secret: box.seal(secret), ...(overlap > 0 ? old : none) }, now), secret }
}

export function disabled(endpoint: WebhookEndpoint, reason: DisabledReason, now: Date): WebhookEndpoint {
  return revise(endpoint, { status: 'disabled', disabledAt: now, disabledReason: reason }, now)
}
