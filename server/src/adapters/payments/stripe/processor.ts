import { Refusal } from '../../../kernel/refusal.ts'
import {
  type ChargeAsk,
  type CustomerReferences,
  type LiveProcessor,
  NotFromProcessor,
  type OpenAsk,
  type ProcessorState,
  TokenRefused,
} from '../../../modules/payments/index.ts'
import type { StripeSettings } from '../../../platform/config.ts'
import type { Log } from '../../../platform/log.ts'
import { StripeClient } from './client.ts'
import { StripeCustomers } from './customers.ts'
import { isMissing, isRefusal } from './errors.ts'
import { StripeIntents } from './intents.ts'
import { isEvent, notificationOf } from './notifications.ts'
import { StripeRefunds } from './refunds.ts'

export interface StripeParts {
  readonly settings: StripeSettings
  readonly customers: CustomerReferences
  readonly log: Log
}

/** Takes real money, through the account that the keys belong to. */
export function stripeProcessor({ settings, customers: references, log }: StripeParts): LiveProcessor {
  const client = new StripeClient(settings, log)
  const intents = new StripeIntents(client, log)
  const customers = new StripeCustomers(client, references)
  const refunds = new StripeRefunds(client)
  return {
    name: 'stripe',
    publishableKey: settings.publishableKey,

    open: (ask) => openFor(ask, intents, customers),

    async confirm({ reference, confirmationToken, returnUrl }) {
      if (confirmationToken === undefined) throw new TokenRefused()
      return intents.confirm(reference, { confirmation_token: confirmationToken, return_url: returnUrl })
    },

    fetch: (reference) => intents.fetch(reference),
    cancel: (reference) => intents.cancel(reference),
    charge: (ask, opened) => chargeSaved(ask, opened, intents, client),
    refund: (ask) => refunds.refund(ask),
    fetchRefund: (reference) => refunds.fetch(reference),
    refundsOf: (reference) => refunds.givenBack(reference),

    /** One that Stripe does not know, or has detached already, cannot be charged either. */
    async detach(savedMethod) {
      try {
        await client.ask('payment_method', (stripe) => stripe.paymentMethods.detach(savedMethod))
      } catch (error) {
        if (!isRefusal(error)) throw error
      }
    },

    async readNotification(headers, body) {
      const event = await client.verify(body, headers['stripe-signature'], settings.webhookSecret).catch(() => null)
      if (!isEvent(event)) throw new NotFromProcessor()
      return notificationOf(event)
    },
  }
}

/** Whoever buys once is no customer at Stripe. */
async function openFor(ask: OpenAsk, intents: StripeIntents, customers: StripeCustomers): Promise<string> {
  if (!ask.isForLater) return intents.open(ask, {})
  const customer = await customers.referenceOf(ask.customer)
  try {
    return await intents.open(ask, { customer })
  } catch (error) {
    if (!isMissing(error, 'customer')) throw error
    return intents.open(ask, { customer: await customers.replace(ask.customer, customer) })
  }
}

/** Without the buyer. Whose the card is, Stripe knows. */
async function chargeSaved(
  { savedMethod, ...ask }: ChargeAsk,
  opened: (reference: string) => Promise<void>,
  intents: StripeIntents,
  client: StripeClient,
): Promise<ProcessorState> {
  const reference = await openSaved(ask, savedMethod, intents, client).catch((error: unknown) => {
    // The card is gone, or the amount is none that Stripe takes: asking again would not help.
    if (isRefusal(error) || error instanceof Refusal) return null
    throw error
  })
  if (reference === null) return { kind: 'failed', method: null, code: 'card_declined' }
  await opened(reference)
  return intents.confirm(reference, { off_session: true })
}

async function openSaved(
  ask: Omit<ChargeAsk, 'savedMethod'>,
  savedMethod: string,
  intents: StripeIntents,
  client: StripeClient,
): Promise<string | null> {
  const { customer } = await client.ask('payment_method', (stripe) => stripe.paymentMethods.retrieve(savedMethod))
  const owner = typeof customer === 'object' ? customer?.id : customer
  if (!owner) return null
  const payer = { customer: owner, payment_method: savedMethod }
  return intents.open({ ...ask, purpose: 'payment', isForLater: false }, payer)
}
