import type { OpenAsk, ProcessorState } from '../../../modules/payments/index.ts'
import { ProcessorAway, TokenRefused } from '../../../modules/payments/index.ts'
import type { Log } from '../../../platform/log.ts'
import { toStripe } from './amounts.ts'
import type { StripeClient } from './client.ts'
import {
  amountRefused,
  declineCodeOf,
  isAboutAmount,
  isAboutToken,
  isDecline,
  isMissing,
  isRefusal,
  type StripeRefusal,
  traceOf,
} from './errors.ts'
import { cardOf, EXPANDED, type Intent, stateOf } from './states.ts'

/** Whom an intent belongs to, and what it will be charged on when that is known already. */
export interface Payer {
  readonly customer?: string
  readonly payment_method?: string
}

export type ConfirmParams =
  | { readonly confirmation_token: string; readonly return_url: string }
  | { readonly off_session: true }

/** PaymentIntents take money, SetupIntents make sure that it can be taken later. Otherwise they are the same. */
export class StripeIntents {
  readonly #client: StripeClient
  readonly #log: Log

  constructor(client: StripeClient, log: Log) {
    this.#client = client
    this.#log = log
  }

  /** Cards only, wallets included: what else there is pays days later, and cannot be shown as a card. */
  async open(ask: Omit<OpenAsk, 'customer'>, payer: Payer): Promise<string> {
    const { paymentId, organizationId, checkoutId, purpose, currency, isForLater } = ask
    const ours = { payment_id: paymentId, organization_id: organizationId }
    const metadata = { ...ours, ...(checkoutId !== null && { checkout_id: checkoutId }) }
    const common = { ...payer, metadata, payment_method_types: ['card'] }
    const idempotencyKey = ['till-open', paymentId, payer.customer].filter(Boolean).join('-')
    const amount = toStripe(ask.amount, currency)
    const later = isForLater ? ({ setup_future_usage: 'off_session' } as const) : {}
    try {
      const { id } = await this.#client.ask<Intent>(INTENTS[purpose], (stripe) =>
        purpose === 'setup'
          ? stripe.setupIntents.create({ ...common, usage: 'off_session' }, { idempotencyKey })
          : stripe.paymentIntents.create({ ...common, ...later, amount, currency }, { idempotencyKey }),
      )
      return id
    } catch (error) {
      throw isRefusal(error) && !isMissing(error) ? this.#notOpened(error) : error
    }
  }

  /** One confirm is all that an attempt gets: the key belongs to the attempt, and not to the card. */
  async confirm(reference: string, params: ConfirmParams): Promise<ProcessorState> {
    const options = { idempotencyKey: `till-confirm-${reference}` }
    const expanded = { ...params, ...EXPANDED }
    try {
      const intent = await this.#client.ask<Intent>(objectOf(reference), (stripe) =>
        isSetup(reference)
          ? stripe.setupIntents.confirm(reference, expanded, options)
          : stripe.paymentIntents.confirm(reference, expanded, options),
      )
      return stateOf(intent)
    } catch (error) {
      if (!isRefusal(error)) throw error
      return this.#notConfirmed(reference, error)
    }
  }

  async fetch(reference: string): Promise<ProcessorState> {
    return stateOf(
      await this.#client.ask<Intent>(objectOf(reference), (stripe) =>
        isSetup(reference)
          ? stripe.setupIntents.retrieve(reference, EXPANDED)
          : stripe.paymentIntents.retrieve(reference, EXPANDED),
      ),
    )
  }

  /** No key of ours: what cannot be canceled now may be later, and a key would repeat the first answer. */
  async cancel(reference: string): Promise<ProcessorState> {
    try {
      return stateOf(
        await this.#client.ask<Intent>(objectOf(reference), (stripe) =>
          isSetup(reference)
            ? stripe.setupIntents.cancel(reference, EXPANDED)
            : stripe.paymentIntents.cancel(reference, EXPANDED),
        ),
      )
    } catch (error) {
      if (!isRefusal(error) || isMissing(error)) throw error
      return this.fetch(reference)
    }
  }

  #notOpened(refusal: StripeRefusal): Error {
    if (isAboutAmount(refusal)) return amountRefused()
    this.#log.error(traceOf(refusal), 'Stripe refuses to open a payment')
    return new ProcessorAway('Stripe refuses to open a payment')
  }

  /**
   * A decline is an answer. Of everything else the intent itself knows best what it has come to: a confirm that is
   * repeated is refused although the first one has taken the money.
   */
  async #notConfirmed(reference: string, refusal: StripeRefusal): Promise<ProcessorState> {
    if (isDecline(refusal)) {
      return { kind: 'failed', method: cardOf(refusal.payment_method), code: declineCodeOf(refusal) }
    }
    const state = await this.fetch(reference)
    if (state.kind !== 'unconfirmed') return state
    if (isAboutToken(refusal)) throw new TokenRefused()
    this.#log.error(traceOf(refusal), 'Stripe refuses to confirm a payment')
    return { kind: 'failed', method: null, code: 'processing_error' }
  }
}

const INTENTS = { payment: 'payment_intent', setup: 'setup_intent' } as const
const isSetup = (reference: string) => reference.startsWith('seti_')
const objectOf = (reference: string) => INTENTS[isSetup(reference) ? 'setup' : 'payment']
