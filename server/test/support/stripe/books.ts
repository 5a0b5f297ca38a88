import { randomBytes } from 'node:crypto'
import { type Form, innerOf, textOf } from './form.ts'

/** What will become of a card: paid, a question to its owner, a long thought, or a decline with the words for it. */
export type Outcome =
  | 'pays'
  | 'asks'
  /** By a dialog of Stripe.js on the seller's page, as most banks do. */
  | 'asks_in_place'
  | 'thinks'
  | 'pays_once'
  | { readonly code: string; readonly decline_code?: string }

/** An answer that is no success, in the shape of the API reference. */
export class ApiError extends Error {
  readonly status: number
  readonly body: object

  constructor(status: number, error: { type: string; code?: string; message: string; [more: string]: unknown }) {
    super(error.message)
    this.status = status
    this.body = { error }
  }
}

const invalid = (code: string, param: string | null, more: object = {}) =>
  new ApiError(code === 'resource_missing' && param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code,
    message: `This cannot be: ${code}`,
    ...(param === null ? {} : { param }),
    ...more,
  })

export interface Card {
  readonly id: string
  readonly object: 'payment_method'
  readonly type: 'card'
  customer: string | null
  readonly card: { brand: string; last4: string; exp_month: number; exp_year: number }
  readonly outcome: Outcome
}

/** Both kinds, with the fields of each that somebody reads. */
export interface Intent {
  readonly id: string
  readonly object: 'payment_intent' | 'setup_intent'
  readonly client_secret: string
  readonly amount: number
  readonly currency: string
  readonly metadata: Form
  readonly customer: string | null
  readonly setup_future_usage: string | null
  status: string
  payment_method: string | null
  last_payment_error: object | null
  last_setup_error: object | null
  latest_charge: string | null
  latest_attempt: string | null
  next_action: object | null
}

export interface Charge {
  readonly id: string
  readonly payment_intent: string
  readonly amount: number
  amount_refunded: number
}

interface Refund {
  readonly id: string
  readonly object: 'refund'
  readonly payment_intent: string
  readonly amount: number
  readonly currency: string
  readonly reason: string | null
  readonly metadata: Form
  status: string
}

export interface StripeEvent {
  readonly id: string
  readonly object: 'event'
  readonly type: string
  readonly created: number
  readonly data: { readonly object: object }
}

const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`
const CARD = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2099 }

/** What an account at Stripe knows, in memory. */
export class StripeBooks {
  readonly customers = new Map<string, Form>()
  readonly intents = new Map<string, Intent>()
  readonly cards = new Map<string, Card>()
  readonly charges: Charge[] = []
  readonly refunds: Refund[] = []
  /** How a refund stands when it is made. */
  refundStatus = 'succeeded'
  readonly events: StripeEvent[] = []
  /** Tokens that a page has made, each for one confirm. */
  readonly #tokens = new Map<string, { readonly outcome: Outcome; isUsed: boolean }>()

  makeToken(outcome: Outcome = 'pays'): string {
    const id = newId('ctoken')
    this.#tokens.set(id, { outcome, isUsed: false })
    return id
  }

  createCustomer(form: Form): object {
    const id = newId('cus')
    this.customers.set(id, form)
    return { id, object: 'customer', ...form }
  }

  openIntent(object: Intent['object'], form: Form): object {
    const customer = textOf(form.customer)
    if (customer !== null && !this.customers.has(customer)) throw invalid('resource_missing', 'customer')
    const amount = Number(form.amount ?? 0)
    if (object === 'payment_intent' && !(amount >= 50)) throw invalid('amount_too_small', 'amount')
    const id = newId(object === 'payment_intent' ? 'pi' : 'seti')
    const method = textOf(form.payment_method)
    if (method !== null && this.#cardOf(method).customer !== customer)
      throw invalid('resource_missing', 'payment_method')
    const intent: Intent = {
      id,
      object,
      client_secret: `${id}_secret_${randomBytes(8).toString('hex')}`,
      amount,
      currency: textOf(form.currency) ?? '',
      metadata: innerOf(form.metadata),
      customer,
      setup_future_usage: textOf(form.setup_future_usage) ?? (object === 'setup_intent' ? 'off_session' : null),
      status: method === null ? 'requires_payment_method' : 'requires_confirmation',
      payment_method: method,
      last_payment_error: null,
      last_setup_error: null,
      latest_charge: null,
      latest_attempt: null,
      next_action: null,
    }
    this.intents.set(id, intent)
    this.#tell('created', intent)
    return intent
  }

  /** As the API shows it, with the card where that was asked for. */
  show(id: string, form: Form): object {
    const intent = this.#intentOf(id)
    const isExpanded = Object.values(innerOf(form.expand)).includes('payment_method')
    const method = intent.payment_method
    return { ...intent, payment_method: isExpanded && method !== null ? this.showCard(method) : method }
  }

  confirm(id: string, form: Form): void {
    const intent = this.#intentOf(id)
    if (!['requires_payment_method', 'requires_confirmation'].includes(intent.status)) {
      throw invalid(`${intent.object}_unexpected_state`, null, { [intent.object]: intent })
    }
    const isOffSession = textOf(form.off_session) === 'true'
    const card = isOffSession ? this.#cardOf(intent.payment_method ?? '') : this.#cardFrom(form, intent)
    intent.payment_method = card.id
    intent.latest_attempt = newId('setatt')
    const { outcome } = card
    const isAsking = outcome === 'asks' || outcome === 'asks_in_place'
    if (isAsking && !isOffSession) this.#ask(intent, outcome, textOf(form.return_url))
    else if (isAsking) this.#decline(intent, card, { code: 'authentication_required' })
    else if (outcome === 'thinks') this.#move(intent, 'processing')
    else if (outcome === 'pays' || (outcome === 'pays_once' && !isOffSession)) this.succeed(id)
    else this.#decline(intent, card, typeof outcome === 'object' ? outcome : { code: 'card_declined' })
  }

  /** The money is there: at once, after the owner's yes, or after a long thought. */
  succeed(id: string): void {
    const intent = this.#intentOf(id)
    if (intent.object === 'payment_intent') {
      const charge = { id: newId('ch'), payment_intent: id, amount: intent.amount, amount_refunded: 0 }
      this.charges.push(charge)
      intent.latest_charge = charge.id
    }
    const card = this.cards.get(intent.payment_method ?? '')
    if (card && intent.setup_future_usage !== null) card.customer = intent.customer
    this.#move(intent, 'succeeded')
  }

  /** The owner of the card has said yes or no, on the page of their bank. */
  answer(id: string, isYes: boolean): void {
    const intent = this.#intentOf(id)
    if (intent.status !== 'requires_action') throw new Error(`${id} asks nothing`)
    const card = this.#cardOf(intent.payment_method ?? '')
    if (isYes) this.succeed(id)
    else this.#fail(intent, card, { code: `${intent.object}_authentication_failure` })
  }

  cancel(id: string): void {
    const intent = this.#intentOf(id)
    if (['succeeded', 'canceled', 'processing'].includes(intent.status)) {
      throw invalid(`${intent.object}_unexpected_state`, null, { [intent.object]: intent })
    }
    this.#move(intent, 'canceled')
  }

  showCard(id: string): object {
    const { outcome, ...card } = this.#cardOf(id)
    return card
  }

  detach(id: string): object {
    const card = this.#cardOf(id)
    if (card.customer === null) throw invalid('payment_method_unexpected_state', null)
    card.customer = null
    return this.showCard(id)
  }

  refund(form: Form): object {
    const intent = this.#intentOf(textOf(form.payment_intent) ?? '', 'payment_intent')
    const charge = this.charges.find(({ payment_intent }) => payment_intent === intent.id)
    if (!charge) throw invalid('charge_not_refundable', null)
    const amount = Number(form.amount ?? charge.amount - charge.amount_refunded)
    if (charge.amount_refunded === charge.amount) throw invalid('charge_already_refunded', null)
    if (!(amount > 0) || charge.amount_refunded + amount > charge.amount) throw invalid('', 'amount')
    charge.amount_refunded += amount
    const refund: Refund = {
      id: newId('re'),
      object: 'refund',
      payment_intent: intent.id,
      amount,
      currency: intent.currency,
      reason: textOf(form.reason),
      metadata: innerOf(form.metadata),
      status: this.refundStatus,
    }
    this.refunds.push(refund)
    this.event('refund.created', refund)
    return refund
  }

  /** The bank could not hand it out: the money is here again. */
  returnRefund(refund: Refund): void {
    refund.status = 'failed'
    const charge = this.charges.find(({ payment_intent }) => payment_intent === refund.payment_intent)
    if (charge) charge.amount_refunded -= refund.amount
    this.event('refund.failed', refund)
  }

  findRefund(id: string): object {
    const found = this.refunds.find((refund) => refund.id === id)
    if (!found) throw invalid('resource_missing', 'id')
    return found
  }

  listRefunds({ payment_intent }: Form): object {
    return {
      object: 'list',
      url: '/v1/refunds',
      has_more: false,
      data: this.refunds.filter((refund) => refund.payment_intent === payment_intent),
    }
  }

  event(type: string, object: object): StripeEvent {
    const created = Math.floor(Date.now() / 1000)
    const event: StripeEvent = { id: newId('evt'), object: 'event', type, created, data: { object: { ...object } } }
    this.events.push(event)
    return event
  }

  #cardFrom(form: Form, intent: Intent): Card {
    const token = this.#tokens.get(textOf(form.confirmation_token) ?? '')
    if (!token) throw invalid('resource_missing', 'confirmation_token')
    if (token.isUsed) throw invalid('token_already_used', 'confirmation_token')
    token.isUsed = true
    const id = newId('pm')
    const card = {
      id,
      object: 'payment_method',
      type: 'card',
      customer: null,
      card: CARD,
      outcome: token.outcome,
    } as const
    this.cards.set(id, { ...card })
    intent.last_payment_error = null
    return this.#cardOf(id)
  }

  #ask(intent: Intent, outcome: 'asks' | 'asks_in_place', return_url: string | null): void {
    const url = `https://hooks.stripe.test/redirect/${intent.id}`
    const redirect = { type: 'redirect_to_url', redirect_to_url: { url, return_url } }
    intent.next_action = outcome === 'asks' ? redirect : { type: 'use_stripe_sdk', use_stripe_sdk: {} }
    this.#move(intent, 'requires_action')
  }

  #fail(intent: Intent, card: Card, reason: { readonly code: string; readonly decline_code?: string }): object {
    const error = { type: 'card_error', message: 'Your card was declined.', ...reason }
    const kept = { ...error, payment_method: this.showCard(card.id) }
    if (intent.object === 'payment_intent') {
      intent.latest_charge = newId('ch')
      intent.last_payment_error = kept
    } else intent.last_setup_error = kept
    intent.payment_method = null
    intent.next_action = null
    intent.status = 'requires_payment_method'
    this.#tell(intent.object === 'payment_intent' ? 'payment_failed' : 'setup_failed', intent)
    return { ...kept, [intent.object]: { ...intent } }
  }

  #decline(intent: Intent, card: Card, reason: { readonly code: string; readonly decline_code?: string }): never {
    const error = this.#fail(intent, card, reason)
    throw new ApiError(402, error as { type: string; message: string })
  }

  #move(intent: Intent, status: string): void {
    intent.status = status
    if (status !== 'requires_action') intent.next_action = null
    this.#tell(status, intent)
  }

  #tell(what: string, intent: Intent): void {
    this.event(`${intent.object}.${what}`, intent)
  }

  #intentOf(id: string, param = 'id'): Intent {
    const intent = this.intents.get(id)
    if (!intent) throw invalid('resource_missing', param)
    return intent
  }

  #cardOf(id: string): Card {
    const card = this.cards.get(id)
    if (!card) throw invalid('resource_missing', 'id')
    return card
  }
}
