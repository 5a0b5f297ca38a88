import type { Actor } from '../../../kernel/actor.ts'
import { invalidField } from '../../../kernel/invalid-input.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { findEndpoint } from '../store/endpoints.ts'
import { findEventToRepeat, repeatEvent, repeatSince, type Span } from '../store/repeats.ts'

/** As many as one transaction writes in about a second: whoever numbers events may wait for it. */
const MOST = 10_000

/** Tells how many deliveries are on their way. */
export async function redeliverEvent(tx: Tx, actor: Actor, eventId: string): Promise<number> {
  const event = await findEventToRepeat(tx, actor, eventId)
  if (!event) throw new Refusal(ResourceNotFound)
  tx.requireWriter(event.organizationId)
  return repeatEvent(tx, event, new Date())
}

export async function redeliverSince(tx: Tx, actor: Actor, endpointId: string, span: Span): Promise<number> {
  const endpoint = await findEndpoint(tx, actor, endpointId)
  if (!endpoint) throw new Refusal(ResourceNotFound)
  tx.requireWriter(endpoint.organizationId)
  const queued = await repeatSince(tx, endpoint, span, MOST, new Date())
  if (queued > MOST) {
    const message = `There are more than ${MOST.toLocaleString('en-US')} events since then. Ask for fewer, with until.`
    throw invalidField('since', message, span.since.toISOString())
  }
  return queued
}
