import type { Api, Reply } from '../api/api.ts'
import type { Checkout, ConfirmedCheckout, ErrorBody } from '../api/shapes.ts'
import { confirmBody } from '../form/confirm-body.ts'
import type { Draft } from '../form/draft.ts'

/**
 * One attempt to pay. Its key and its body stay the same until an answer is there, so that asking again can never pay
 * twice; after an answer the next attempt is a new one.
 */
export interface Attempt {
  readonly key: string
  readonly body: object
}

export type PayOutcome =
  | { readonly kind: 'confirmed'; readonly checkout: ConfirmedCheckout }
  | { readonly kind: 'refused'; readonly body: ErrorBody }
  /** Paid already, expired or gone: the checkout has to be read again. */
  | { readonly kind: 'closed' }
  /** It may have gone through: its answer has to be asked for again. */
  | { readonly kind: 'lost'; readonly attempt: Attempt }
  /** Nothing was sent that could have charged anybody. */
  | { readonly kind: 'unreachable' }

export interface PayTools {
  readonly api: Pick<Api, 'confirm'>
  /** What stands for the card; whoever takes cards makes it. */
  readonly tokenFor: (draft: Draft, checkout: Checkout) => Promise<Reply<{ readonly id: string }>>
  readonly newKey: () => string
  readonly sleep: (milliseconds: number) => Promise<void>
}

/** Short breaks of the network pass without a word. */
const PAUSES = [500, 1500, 3000]

export async function pay(tools: PayTools, checkout: Checkout, draft: Draft): Promise<PayOutcome> {
  const body = confirmBody(draft, checkout)
  const key = tools.newKey()
  if (!checkout.is_payment_form_required) return send(tools, { key, body })
  const token = await tools.tokenFor(draft, checkout).catch(() => ({ kind: 'unreachable' }) as const)
  if (token.kind !== 'ok') return token.kind === 'refused' ? { kind: 'refused', body: token.body } : token
  return send(tools, { key, body: { ...body, confirmation_token_id: token.body.id } })
}

async function send(tools: PayTools, attempt: Attempt): Promise<PayOutcome> {
  const reply = await tools.api.confirm(attempt.body, attempt.key)
  // Only of the first try is this certain.
  if (reply.kind === 'unreachable' && reply.isTurnedAway) return { kind: 'unreachable' }
  if (reply.kind !== 'unreachable') return outcomeOf(reply)
  for (const pause of PAUSES) {
    await tools.sleep(pause)
    const outcome = await askAgain(tools, attempt)
    if (outcome.kind !== 'lost') return outcome
  }
  return { kind: 'lost', attempt }
}

/** The same attempt once more: the answer that was lost, or the first one if it never arrived. */
export async function askAgain({ api }: Pick<PayTools, 'api'>, attempt: Attempt): Promise<PayOutcome> {
  const reply = await api.confirm(attempt.body, attempt.key)
  return reply.kind === 'unreachable' ? { kind: 'lost', attempt } : outcomeOf(reply)
}

function outcomeOf(reply: Exclude<Reply<ConfirmedCheckout>, { kind: 'unreachable' }>): PayOutcome {
  if (reply.kind === 'ok') return { kind: 'confirmed', checkout: reply.body }
  const { status, body } = reply
  if (status === 404 || status === 410 || body.error === 'NotOpenCheckout') return { kind: 'closed' }
  return { kind: 'refused', body }
}
