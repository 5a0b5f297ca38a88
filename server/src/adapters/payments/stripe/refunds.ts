import type Stripe from 'stripe'
import { Refusal } from '../../../kernel/refusal.ts'
import {
  type GivenBack,
  ProcessorAway,
  type RefundAsk,
  type RefundRecord,
  type RefundState,
} from '../../../modules/payments/index.ts'
import { fromStripe, toStripe } from './amounts.ts'
import type { StripeClient } from './client.ts'
import { isMissing, isRefusal } from './errors.ts'

const REASONS = ['duplicate', 'fraudulent'] as const

/** Gives money back, each refund once. */
export class StripeRefunds {
  readonly #client: StripeClient

  constructor(client: StripeClient) {
    this.#client = client
  }

  /** Stripe forgets an idempotency key after a day, so the refund itself says whose it is, and is looked for first. */
  async refund(ask: RefundAsk): Promise<RefundState> {
    try {
      return refundStateOf((await this.#find(ask)) ?? (await this.#create(ask)))
    } catch (error) {
      if (error instanceof Refusal) return { kind: 'failed', reference: null, reason: error.message }
      if (!isRefusal(error)) throw error
      return { kind: 'failed', reference: null, reason: error.code ?? 'Stripe refuses to refund this' }
    }
  }

  async fetch(reference: string): Promise<RefundRecord> {
    try {
      const refund = await this.#client.ask('refund', (stripe) => stripe.refunds.retrieve(reference))
      const { payment_intent: intent, amount, currency } = refund
      const paymentReference = (typeof intent === 'object' ? intent?.id : intent) ?? null
      return { ...refundStateOf(refund), paymentReference, amount: fromStripe(amount, currency) }
    } catch (error) {
      if (!isMissing(error)) throw error
      return { kind: 'failed', reference, reason: 'There is no such refund', paymentReference: null, amount: 0 }
    }
  }

  async givenBack(reference: string): Promise<GivenBack> {
    const refunds = await this.#list(reference)
    const sums = { succeeded: 0, pending: 0, failed: 0 }
    for (const refund of refunds) {
      const { kind } = refundStateOf(refund)
      sums[kind] += kind === 'failed' ? 1 : fromStripe(refund.amount, refund.currency)
    }
    return sums
  }

  async #find({ reference, refundId }: RefundAsk): Promise<Stripe.Refund | undefined> {
    const refunds = await this.#list(reference)
    return refunds.find(({ metadata }) => metadata?.refund_id === refundId)
  }

  /** A list, and not a search: Stripe's searches lag behind. */
  #list(reference: string): Promise<Stripe.Refund[]> {
    const query = { payment_intent: reference, limit: 100 }
    return this.#client.try((stripe) => stripe.refunds.list(query).autoPagingToArray({ limit: 10_000 }))
  }

  async #create({ refundId, reference, amount, reason }: RefundAsk): Promise<Stripe.Refund> {
    const { currency } = await this.#client.ask('payment_intent', (stripe) => stripe.paymentIntents.retrieve(reference))
    const params = {
      payment_intent: reference,
      amount: toStripe(amount, currency),
      reason: REASONS.find((known) => known === reason) ?? 'requested_by_customer',
      metadata: { refund_id: refundId },
    } as const
    return this.#client.ask('refund', (stripe) =>
      stripe.refunds.create(params, { idempotencyKey: `till-refund-${refundId}` }),
    )
  }
}

function refundStateOf({ id: reference, status, failure_reason }: Stripe.Refund): RefundState {
  switch (status) {
    case 'succeeded':
      return { kind: 'succeeded', reference }
    case 'pending':
    case 'requires_action':
      return { kind: 'pending', reference }
    case 'failed':
    case 'canceled':
      return { kind: 'failed', reference, reason: failure_reason ?? status }
    default:
      throw new ProcessorAway('Stripe answered with something else than a refund')
  }
}
