import type Stripe from 'stripe'
import {
  type PaymentAction,
  type PaymentMethod,
  ProcessorAway,
  type ProcessorState,
} from '../../../modules/payments/index.ts'
import { declineCodeOf } from './errors.ts'

export type Intent = Stripe.PaymentIntent | Stripe.SetupIntent

/** Asked for with every answer, so that the card is known without another call. */
export const EXPANDED = { expand: ['payment_method'] }

/** Where an intent stands, in our words. What is no intent at all is garbage, and nobody knows. */
export function stateOf(intent: Intent): ProcessorState {
  switch (intent.status) {
    case 'requires_payment_method':
    case 'requires_confirmation':
      return failureOf(intent) ?? { kind: 'unconfirmed' }
    case 'requires_action':
      return { kind: 'action_required', action: actionOf(intent) }
    case 'processing':
    case 'requires_capture':
      return { kind: 'processing' }
    case 'canceled':
      return { kind: 'canceled' }
    case 'succeeded':
      return { kind: 'succeeded', method: cardOf(intent.payment_method), savedMethod: savedMethodOf(intent) }
    default:
      throw new ProcessorAway('Stripe answered with something else than an intent')
  }
}

/**
 * An intent whose card was declined has the very status of one that was never confirmed. The error of the last confirm
 * tells them apart. It goes away when somebody changes the intent by hand; that there was a charge, or an attempt to
 * set up, stays.
 */
function failureOf(intent: Intent): ProcessorState | null {
  const isPayment = intent.object === 'payment_intent'
  const error = isPayment ? intent.last_payment_error : intent.last_setup_error
  const attempt = isPayment ? intent.latest_charge : intent.latest_attempt
  if (!error && !attempt) return null
  return { kind: 'failed', method: cardOf(error?.payment_method), code: declineCodeOf(error) }
}

/** A page follows the address, or hands the secret to Stripe's own script. */
function actionOf({ next_action, client_secret }: Intent): PaymentAction {
  const url = next_action?.redirect_to_url?.url
  return {
    intent_status: 'requires_action',
    action: url ? 'redirect' : 'use_stripe_sdk',
    ...(client_secret && { client_secret }),
    ...(url && { redirect_url: url }),
  }
}

/** Only what was meant to be charged again can be. */
function savedMethodOf(intent: Intent): string | null {
  const isKept = intent.object === 'setup_intent' || intent.setup_future_usage === 'off_session'
  const method = intent.payment_method
  const id = typeof method === 'object' ? method?.id : method
  return (isKept && id) || null
}

/** Wallets are cards, too. */
export function cardOf(method: string | Stripe.PaymentMethod | null | undefined): PaymentMethod | null {
  const card = typeof method === 'object' ? method?.card : null
  if (!card) return null
  const { brand, last4, exp_month, exp_year } = card
  return { type: 'card', brand, last4, exp_month, exp_year }
}
