import type { SecretBox } from '../../../kernel/secrets.ts'
import type { PostResult } from '../../../platform/outbound/post.ts'
import { signatures } from '../../../platform/outbound/sign.ts'
import { showEvent } from '../../events/index.ts'
import { outcomeOf } from '../rules/retry.ts'
import type { Finished, QueuedEndpoint, Taken } from '../store/queue.ts'

export interface AttemptNeeds {
  readonly box: SecretBox
  readonly post: (target: {
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  }) => Promise<PostResult>
}

export interface Attempt {
  readonly finished: Finished
  /** It did not answer in time, or nearly so. */
  readonly isSlow: boolean
}

const SLOW_MILLISECONDS = 2000

/** Sends a delivery once, and says what becomes of it. */
export async function attemptDelivery({ box, post }: AttemptNeeds, taken: Taken): Promise<Attempt> {
  const { endpoint, event, number } = taken
  const startedAt = new Date()
  const body = JSON.stringify(showEvent(event))
  const timestampSeconds = Math.floor(startedAt.getTime() / 1000)
  const headers = {
    'webhook-id': event.eventId,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signatures(secretsOf(box, endpoint, startedAt), { id: event.eventId, timestampSeconds, body }),
  }
  const result = await post({ url: endpoint.url, headers, body })
  const isAnswered = result.kind === 'answered'
  const httpCode = isAnswered ? result.status : null
  const verdict = { httpCode, retryAfter: isAnswered ? result.retryAfter : null }
  const outcome = outcomeOf(verdict, number, new Date(), Math.random())
  const isPending = outcome.status === 'pending'
  return {
    finished: {
      position: taken.position,
      endpointId: taken.endpointId,
      number,
      startedAt,
      milliseconds: Math.round(result.milliseconds),
      httpCode,
      failure: isAnswered ? null : result.reason,
      answer: isAnswered ? result.body : null,
      status: outcome.status === 'gone' ? 'failed' : outcome.status,
      nextAttemptAt: isPending ? outcome.nextAttemptAt : null,
      passesAt: isPending ? outcome.passesAt : null,
      isGone: outcome.status === 'gone',
    },
    isSlow: result.milliseconds > SLOW_MILLISECONDS,
  }
}

function secretsOf(box: SecretBox, endpoint: QueuedEndpoint, now: Date): string[] {
  const { secret, oldSecret, oldSecretUntil } = endpoint
  const open = (sealed: string) => box.open(Buffer.from(sealed, 'base64'))
  const secrets = [open(secret)]
  if (oldSecret === null || oldSecretUntil === null || oldSecretUntil <= now) return secrets
  return [...secrets, open(oldSecret)]
}
