import type { Api, Reply } from './api.ts'
import { cardOf, confirmBody, type FormValues } from './form.ts'
import { type Problems, problemsOf } from './problems.ts'
import type { Checkout, ConfirmedCheckout } from './shapes.ts'

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
  | { readonly kind: 'refused'; readonly problems: Problems }
  /** Paid already, expired or gone: the checkout has to be read again. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'unknown'; readonly attempt: Attempt }
  /** Nothing was sent that could have charged anybody. */
  | { readonly kind: 'unreachable' }

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
  earlier: Attempt | null,
): Promise<PayOutcome> {
  const input = JSON.stringify(values)
  if (earlier?.input === input) return send(tools, earlier)
  const body = confirmBody(values, checkout)
  const key = tools.newKey()
  if (!checkout.is_payment_form_required) return send(tools, { key, input, body })
  const token = await tools.api.tokenFor(cardOf(values))
  if (token.kind === 'unreachable') return token
  if (token.kind === 'refused') return { kind: 'refused', problems: problemsOf(token.body) }
  return send(tools, { key, input, body: { ...body, confirmation_token_id: token.body.id } })
}

async function send({ api, sleep }: PayTools, attempt: Attempt): Promise<PayOutcome> {
  let reply: Reply<ConfirmedCheckout> = await api.confirm(attempt.body, attempt.key)
  for (const pause of PAUSES) {
    if (reply.kind !== 'unreachable') break
    await sleep(pause)
    reply = await api.confirm(attempt.body, attempt.key)
  }
  if (reply.kind === 'unreachable') return { kind: 'unknown', attempt }
  if (reply.kind === 'ok') return { kind: 'paid', checkout: reply.body }
  const { status, body } = reply
  if (status === 404 || status === 410 || body.error === 'NotOpenCheckout') return { kind: 'closed' }
  return { kind: 'refused', problems: problemsOf(body) }
}
