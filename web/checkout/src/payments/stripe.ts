import type { Checkout } from '../api/shapes.ts'
import type { Draft } from '../form/draft.ts'
import type { CardForm } from './card-form.ts'

const SCRIPT = 'https://js.stripe.com/v3/'

/** The part of Stripe.js that the page uses. */
interface Stripe {
  elements(options: object): Elements
  createConfirmationToken(options: object): Promise<{ confirmationToken?: { id: string }; error?: StripeError }>
  handleNextAction(options: { clientSecret: string }): Promise<unknown>
}

interface Elements {
  create(
    kind: 'payment',
    options: object,
  ): { mount(node: HTMLElement): void; on(event: string, then: () => void): void }
  submit(): Promise<{ error?: StripeError }>
  update(options: object): void
}

interface StripeError {
  readonly message?: string
}

declare global {
  interface Window {
    Stripe?: (key: string, options: object) => Stripe
  }
}

let script: Promise<void> | undefined

/** Loaded once, and only where money is real: Stripe wants it from its own address. */
function loadScript(): Promise<void> {
  script ??= new Promise((done, failed) => {
    const element = document.createElement('script')
    element.src = SCRIPT
    element.onload = () => done()
    element.onerror = () => {
      script = undefined
      element.remove()
      failed(new Error('Stripe.js could not be loaded'))
    }
    document.head.append(element)
  })
  return script
}

/** Stripe's own form. Card numbers go from it to Stripe, and never come here. */
export class StripeForm implements CardForm {
  readonly #locale: string
  #stripe: Stripe | undefined
  #elements: Elements | undefined
  #checkout: Checkout | undefined

  constructor(locale: string) {
    this.#locale = locale
  }

  async mount(node: HTMLElement, checkout: Checkout, ready: () => void): Promise<void> {
    this.#checkout ??= checkout
    const stripe = await this.#load(checkout)
    this.#elements = stripe.elements({ ...optionsOf(this.#checkout), appearance: appearanceOf(node) })
    const element = this.#elements.create('payment', { layout: 'tabs', fields: { billingDetails: 'never' } })
    element.on('ready', ready)
    element.mount(node)
  }

  /** Another price is another amount; also while the form is still being loaded. */
  update(checkout: Checkout): void {
    this.#checkout = checkout
    const { paymentMethodTypes: _fixed, ...changeable } = optionsOf(checkout)
    this.#elements?.update(changeable)
  }

  async tokenFor(draft: Draft) {
    if (!this.#stripe || !this.#elements) return { kind: 'unreachable' } as const
    const { error: invalid } = await this.#elements.submit()
    if (invalid) return refused(invalid)
    const { confirmationToken, error } = await this.#stripe.createConfirmationToken({
      elements: this.#elements,
      params: { payment_method_data: { billing_details: billingDetails(draft) } },
    })
    return confirmationToken ? ({ kind: 'ok', body: { id: confirmationToken.id } } as const) : refused(error)
  }

  async answerChallenge(clientSecret: string, checkout: Checkout): Promise<void> {
    const stripe = await this.#load(checkout)
    await stripe.handleNextAction({ clientSecret })
  }

  async #load({ payment_processor_metadata: { publishable_key = '' } }: Checkout): Promise<Stripe> {
    await loadScript()
    if (!window.Stripe) throw new Error('Stripe.js could not be loaded')
    this.#stripe ??= window.Stripe(publishable_key, { locale: this.#locale })
    return this.#stripe
  }
}

const refused = (error: StripeError | undefined) =>
  ({ kind: 'refused', status: 422, body: error?.message ? { detail: error.message } : {} }) as const

/** As the server makes the intent: what is due now, and whether the card is kept for later. */
function optionsOf({ total_amount, currency, product_price }: Checkout) {
  const isKept = product_price.type === 'recurring'
  const mode = total_amount === 0 ? 'setup' : 'payment'
  return {
    mode,
    currency,
    paymentMethodTypes: ['card'],
    ...(total_amount > 0 && { amount: total_amount }),
    // Said in any case: what was kept for a subscription must not be for what is bought once.
    setupFutureUsage: isKept ? 'off_session' : null,
  }
}

function billingDetails(draft: Draft) {
  const text = (value: string) => value.trim() || null
  return {
    email: text(draft.email),
    name: text(draft.name),
    phone: null,
    address: {
      country: text(draft.country),
      line1: text(draft.line1),
      line2: text(draft.line2),
      city: text(draft.city),
      state: text(draft.state),
      postal_code: text(draft.postal_code),
    },
  }
}

/** Stripe's fields stand in a frame of their own: they are told what the page looks like. */
function appearanceOf(node: HTMLElement): object {
  const style = getComputedStyle(node)
  const of = (name: string) => style.getPropertyValue(name).trim()
  return {
    theme: style.colorScheme === 'dark' ? 'night' : 'stripe',
    variables: {
      colorPrimary: of('--accent-text'),
      colorBackground: of('--field'),
      colorText: of('--text'),
      colorDanger: of('--wrong'),
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '16px',
      borderRadius: of('--radius'),
    },
  }
}
