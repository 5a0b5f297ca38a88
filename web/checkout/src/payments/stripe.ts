import type {
  Appearance,
  PaymentMethodCreateParams,
  Stripe,
  StripeElementLocale,
  StripeElements,
  StripeError,
  StripePaymentElementOptions,
} from '@stripe/stripe-js'
import type { Checkout } from '../api/shapes.ts'
import type { Draft } from '../form/draft.ts'
import type { CardForm } from './card-form.ts'

/** Of the version that `@stripe/stripe-js`, whose types are used here, and the server's calls have, too. */
const SCRIPT = 'https://js.stripe.com/endive/stripe.js'

/** The page asks for everything but the card. Link could bring a bank account, and the server takes cards. */
const FORM: StripePaymentElementOptions = {
  layout: 'tabs',
  fields: { billingDetails: 'never' },
  wallets: { link: 'never' },
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
  readonly #locale: StripeElementLocale
  #stripe: Stripe | undefined
  #elements: StripeElements | undefined
  #checkout: Checkout | undefined

  constructor(locale: string) {
    // Stripe knows languages, and hardly any regions. One that it does not know is shown in the browser's.
    this.#locale = locale.replace(/-.*/, '') as StripeElementLocale
  }

  async mount(node: HTMLElement, checkout: Checkout, ready: () => void): Promise<void> {
    this.#checkout ??= checkout
    const stripe = await this.#load(checkout)
    this.#elements = stripe.elements({ ...optionsOf(this.#checkout), appearance: appearanceOf(node) })
    const element = this.#elements.create('payment', FORM)
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
  return {
    currency,
    paymentMethodTypes: ['card'],
    ...(total_amount === 0 ? { mode: 'setup' as const } : { mode: 'payment' as const, amount: total_amount }),
    // Said in any case: what was kept for a subscription must not be for what is bought once.
    setupFutureUsage: isKept ? ('off_session' as const) : null,
  }
}

/** Stripe's form asks for none of these, and so wants to be told every one; what is not known is null. */
function billingDetails(draft: Draft): PaymentMethodCreateParams.BillingDetails {
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
function appearanceOf(node: HTMLElement): Appearance {
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
