import type { Api, Reply } from './api.ts'
import { checkForm, type FormValues } from './form.ts'
import { type Attempt, pay } from './pay.ts'
import { generalProblem, problemsOf } from './problems.ts'
import { keepSession, sessionFor } from './session.ts'
import type { Checkout } from './shapes.ts'
import {
  isBusy,
  keysAfterReading,
  type State,
  stateAfterReading,
  withBusy,
  withCheckout,
  withKeys,
  withProblems,
} from './state.ts'
import type { Actions } from './views/view.ts'

const WAIT = 2000
const UNKNOWN =
  'We lost the connection and do not know yet whether you have paid. Press the button again: you cannot pay twice.'
const UNREACHABLE = 'We cannot reach the shop, and nothing was sent. Check your connection, then try again.'

const KEPT = 'The seller has set this discount, so it stays.'

const sleep = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds))

/** Holds the state, and does what the buyer asks for. */
export class App implements Actions {
  readonly #api: Api
  readonly #show: (state: State) => void
  readonly #paid: (checkout: Checkout) => void
  #state: State = { screen: 'loading' }
  #attempt: Attempt | null = null
  /** Asked for while a change was being saved: done when that has gone well. */
  #queued: FormValues | null = null

  /** `show` is told of every new state, `paid` of a purchase that is done. */
  constructor(api: Api, show: (actions: Actions) => (state: State) => void, paid: (checkout: Checkout) => void) {
    this.#api = api
    this.#show = show(this)
    this.#paid = paid
  }

  async load(): Promise<void> {
    this.#become(stateAfterReading(await this.#api.checkout()))
  }

  reload(): void {
    this.#become({ screen: 'loading' })
    void this.load()
  }

  change(patch: object): void {
    if (isBusy(this.#state)) return
    this.#become(withBusy(this.#state, 'saving'))
    void this.#api.change(patch).then((reply) => this.#changed(patch, reply))
  }

  pay(values: FormValues): void {
    if (this.#state.screen !== 'form' || this.#state.busy === 'paying') return
    if (this.#state.busy === 'saving') {
      this.#queued = values
      return
    }
    const { checkout } = this.#state
    const problems = checkForm(values, checkout)
    if (problems) this.#become(withProblems(this.#state, problems))
    else void this.#pay(values, checkout)
  }

  async #pay(values: FormValues, checkout: Checkout): Promise<void> {
    this.#become(withBusy(this.#state, 'paying'))
    const tools = { api: this.#api, newKey, sleep }
    const outcome = await pay(tools, checkout, values, this.#attempt)
    this.#attempt = outcome.kind === 'unknown' ? outcome.attempt : null
    switch (outcome.kind) {
      case 'paid':
        keepSession(outcome.checkout.id, outcome.checkout.customer_session_token)
        return this.load()
      case 'closed':
        return this.load()
      case 'refused':
        return this.#become(withProblems(this.#state, outcome.problems))
      case 'unreachable':
        return this.#become(withProblems(this.#state, generalProblem(UNREACHABLE)))
      case 'unknown':
        return this.#lookWhetherPaid()
    }
  }

  /** No answer came. Perhaps the purchase is there all the same. */
  async #lookWhetherPaid(): Promise<void> {
    const reply = await this.#api.checkout()
    const isOpen = reply.kind === 'unreachable' || (reply.kind === 'ok' && reply.body.status === 'open')
    this.#become(isOpen ? withProblems(this.#state, generalProblem(UNKNOWN)) : stateAfterReading(reply))
  }

  #changed(patch: object, reply: Reply<Checkout>): void {
    const queued = this.#queued
    this.#queued = null
    if (reply.kind === 'ok') {
      this.#become(withCheckout(this.#state, reply.body))
      if (isKept(patch, reply.body)) this.#become(withProblems(this.#state, generalProblem(KEPT)))
      else if (queued) this.pay(queued)
    } else if (reply.kind === 'unreachable') {
      this.#become(withProblems(this.#state, generalProblem(UNREACHABLE)))
    } else if ([403, 404, 410].includes(reply.status)) {
      void this.load()
    } else {
      this.#become(withProblems(this.#state, problemsOf(reply.body)))
    }
  }

  #become(state: State): void {
    const before = this.#state.screen
    this.#state = state
    this.#show(state)
    if (state.screen === before) return
    if (state.screen === 'waiting') void sleep(WAIT).then(() => this.#waitOn())
    if (state.screen === 'result') {
      this.#paid(state.checkout)
      if (state.keys.kind === 'loading') void this.#loadKeys(state.checkout)
    }
  }

  async #waitOn(): Promise<void> {
    const state = stateAfterReading(await this.#api.checkout())
    if (state.screen !== 'waiting' && state.screen !== 'unreachable') return this.#become(state)
    await sleep(WAIT)
    return this.#waitOn()
  }

  async #loadKeys(checkout: Checkout): Promise<void> {
    const session = sessionFor(checkout.id)
    if (session === null) return this.#become(withKeys(this.#state, { kind: 'hidden' }))
    const benefitIds = checkout.product.benefits.filter(({ type }) => type === 'license_keys').map(({ id }) => id)
    const reply = await this.#api.licenseKeys(session, benefitIds)
    this.#become(withKeys(this.#state, keysAfterReading(reply)))
  }
}

/** A buyer cannot take off a discount that the seller has fixed; the API passes over the wish. */
function isKept(patch: object, { discount }: Checkout): boolean {
  return 'discount_code' in patch && patch.discount_code === null && discount !== null
}

/** Random enough for one checkout; also where the browser keeps randomUUID for https pages. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
