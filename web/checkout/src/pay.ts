import type { Api, Reply } from './api.ts'
import { cardOf, confirmBody, type FormValues } from './form.ts'
import type { Checkout, ConfirmedCheckout, ErrorBody } from './shapes.ts'

/**
 * One attempt to pay. Its key and its body stay the same until an answer is there, so that asking again can never pay
 * twice; after an answer the next attempt is a new one.
 */
export interface Attempt {
  readonly key: string
  /** What was typed for it: other input is another attempt. */
  readonly input: string
  readonly body: object
}

export type PayOutcome =
  | { readonly kind: 'paid'; readonly checkout: ConfirmedCheckout }
  | { readonly kind: 'refused'; readonly body: ErrorBody }
  /** Paid already, expired or gone: the checkout has to be read again. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'unknown' }
  /** Nothing was sent that could have charged anybody. */
  | { readonly kind: 'unreachable' }

export interface PayResult {
  readonly outcome: PayOutcome
  /** The attempts that may have gone through: kept until their answer is there. */
  readonly unanswered: readonly Attempt[]
}

export interface PayTools {
  readonly api: Api
  readonly newKey: () => string
  readonly sleep: (milliseconds: number) => Promise<void>
}

const PAUSES = [1000, 2000, 4000]

export async function pay(
  tools: PayTools,
  checkout: Checkout,
  values: FormValues,
  unanswered: readonly Attempt[],
): Promise<PayResult> {
  const input = JSON.stringify(values)
  const earlier = unanswered.find((attempt) => attempt.input === input)
  if (earlier) return send(tools, earlier, unanswered)
  const body = confirmBody(values, checkout)
  const key = tools.newKey()
  if (!checkout.is_payment_form_required) return send(tools, { key, input, body }, unanswered)
  const token = await tools.api.tokenFor(cardOf(values))
  if (token.kind === 'unreachable') return { outcome: { kind: 'unreachable' }, unanswered }
  if (token.kind === 'refused') return { outcome: { kind: 'refused', body: token.body }, unanswered }
  return send(tools, { key, input, body: { ...body, confirmation_token_id: token.body.id } }, unanswered)
}

async function send({ api, sleep }: PayTools, attempt: Attempt, unanswered: readonly Attempt[]): Promise<PayResult> {
  const others = unanswered.filter((one) => one !== attempt)
  const isNew = others.length === unanswered.length
  let reply = await api.confirm(attempt.body, attempt.key)
  // Later on this would say nothing about the tries before.
  if (isNew && reply.kind === 'unreachable' && reply.isTurnedAway) {
    return { outcome: { kind: 'unreachable' }, unanswered }
  }
  for (const pause of PAUSES) {
    if (reply.kind !== 'unreachable') break
    await sleep(pause)
    reply = await api.confirm(attempt.body, attempt.key)
  }
  if (reply.kind === 'unreachable') return { outcome: { kind: 'unknown' }, unanswered: [...others, attempt] }
  return { outcome: outcomeOf(reply), unanswered: others }
}

function outcomeOf(reply: Exclude<Reply<ConfirmedCheckout>, { kind: 'unreachable' }>): PayOutcome {
  if (reply.kind === 'ok') return { kind: 'paid', checkout: reply.body }
  const { status, body } = reply
  if (status === 404 || status === 410 || body.error === 'NotOpenCheckout') return { kind: 'closed' }
  return { kind: 'refused', body }
}

/**
 * For a checkout that is paid: asks every attempt once for the answer that was lost, until one is the purchase. The
 * others cannot pay any more.
 */
export async function askAgain(
  api: Pick<Api, 'confirm'>,
  unanswered: readonly Attempt[],
): Promise<{ readonly confirmed: ConfirmedCheckout | null; readonly unanswered: readonly Attempt[] }> {
  const left: Attempt[] = []
  for (const attempt of unanswered) {
    const reply = await api.confirm(attempt.body, attempt.key)
    if (reply.kind === 'ok') return { confirmed: reply.body, unanswered: [] }
    if (reply.kind === 'unreachable') left.push(attempt)
  }
  return { confirmed: null, unanswered: left }
}
