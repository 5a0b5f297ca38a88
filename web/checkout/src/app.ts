import type { Api, Reply } from './api.ts'
import { bringsCode, isDueKnown, openCode, problemsAfterChange } from './change.ts'
import { checkForm, type FormValues } from './form.ts'
import { newTotalText } from './offer.ts'
import { type Attempt, askAgain, pay } from './pay.ts'
import { bothProblems, generalProblem, isAboutDiscount, type Problems, problemsOf } from './problems.ts'
import { keepSession, sessionFor } from './session.ts'
import type { Checkout, ErrorBody } from './shapes.ts'
import {
  goodsAfterReading,
  isBusy,
  type State,
  stateAfterReading,
  stateAfterSecondLook,
  withBusy,
  withCheckout,
  withGoods,
  withNotice,
  withProblems,
  withRefusal,
} from './state.ts'
import type { Actions } from './views/view.ts'

const WAIT = 2000
const UNKNOWN =
  'We lost the connection and do not know yet whether you have paid. Try again in a minute: you cannot pay twice.'
const UNREACHABLE = 'We cannot reach the shop, and nothing was sent. Check your connection, then try again in a minute.'

const sleep = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds))

interface Submission {
  readonly values: FormValues
  readonly code: string
}

/** Holds the state, and does what the buyer asks for. */
export class App implements Actions {
  readonly #api: Api
  readonly #show: (state: State) => void
  readonly #paid: (checkout: Checkout) => void
  #state: State = { screen: 'loading' }
  /** Attempts to pay whose answer was lost. */
  #unanswered: readonly Attempt[] = []
  /** Asked for while a change was being saved: done when that has gone well. */
  #queued: Submission | null = null

  /** `show` is told of every new state, `paid` of a purchase that is done. */
  constructor(api: Api, show: (actions: Actions) => (state: State) => void, paid: (checkout: Checkout) => void) {
    this.#api = api
    this.#show = show(this)
    this.#paid = paid
  }

  async load(): Promise<void> {
    this.#become(await this.#read())
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

  /** A code that is typed but not applied comes first: it may change what is due, and whether a card is needed. */
  pay(values: FormValues, code: string): void {
    if (this.#state.screen !== 'form' || this.#state.busy === 'paying') return
    const { checkout, busy } = this.#state
    const discount_code = openCode(code, checkout)
    if (busy === 'saving' || discount_code !== null) {
      this.#queued = { values, code }
      if (busy === 'no') this.change({ discount_code })
      return
    }
    const problems = checkForm(values, checkout, new Date())
    if (problems) this.#become(withProblems(this.#state, problems))
    else void this.#pay(values, checkout)
  }

  async #pay(values: FormValues, checkout: Checkout): Promise<void> {
    this.#become(withBusy(this.#state, 'paying'))
    const tools = { api: this.#api, newKey, sleep }
    const { outcome, unanswered } = await pay(tools, checkout, values, this.#unanswered)
    this.#unanswered = unanswered
    switch (outcome.kind) {
      case 'paid':
        keepSession(outcome.checkout.id, outcome.checkout.customer_session_token)
        return this.load()
      case 'closed':
        return this.load()
      case 'refused':
        return this.#refused(outcome.body)
      case 'unreachable':
        return this.#become(withProblems(this.#state, generalProblem(unanswered.length > 0 ? UNKNOWN : UNREACHABLE)))
      case 'unknown':
        // Perhaps the purchase is there all the same.
        return this.#lookAgain(() => generalProblem(UNKNOWN))
    }
  }

  async #refused(body: ErrorBody): Promise<void> {
    if (isAboutDiscount(body)) return this.#lookAgain((checkout) => problemsOf(body, checkout))
    this.#become(withRefusal(this.#state, body))
  }

  async #lookAgain(problemsFor: (checkout: Checkout) => Problems): Promise<void> {
    const read = await this.#read()
    this.#become(stateAfterSecondLook(this.#state, read, problemsFor))
  }

  /** Before a purchase is shown whose answer was lost, that answer is asked for: it brings the session. */
  async #read(): Promise<State> {
    const state = stateAfterReading(await this.#api.checkout())
    if (state.screen === 'result' && sessionFor(state.checkout.id) === null) await this.#recoverSession()
    return state
  }

  async #recoverSession(): Promise<void> {
    const { confirmed, unanswered } = await askAgain(this.#api, this.#unanswered)
    this.#unanswered = unanswered
    if (confirmed) keepSession(confirmed.id, confirmed.customer_session_token)
  }

  #changed(patch: object, reply: Reply<Checkout>): void {
    const before = this.#state
    const queued = this.#queued
    this.#queued = null
    if (before.screen !== 'form') return
    if (reply.kind === 'ok') {
      this.#become(withCheckout(before, reply.body))
      const problems = problemsAfterChange(patch, reply.body)
      if (problems) this.#become(withProblems(this.#state, problems))
      else if (queued && isDueKnown(before.checkout, reply.body, queued.values)) this.pay(queued.values, queued.code)
      else if (queued) this.#become(withNotice(this.#state, newTotalText(reply.body, bringsCode(patch))))
    } else if (reply.kind === 'unreachable') {
      this.#become(withProblems(this.#state, generalProblem(UNREACHABLE)))
    } else if ([403, 404, 410].includes(reply.status)) {
      void this.load()
    } else {
      const others = queued && checkForm(queued.values, before.checkout, new Date())
      this.#become(withProblems(before, bothProblems(problemsOf(reply.body, before.checkout), others)))
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
      void this.#loadGoods(state.checkout, state)
    }
  }

  async #waitOn(): Promise<void> {
    const state = await this.#read()
    if (state.screen !== 'waiting' && state.screen !== 'unreachable') return this.#become(state)
    await sleep(WAIT)
    return this.#waitOn()
  }

  async #loadGoods(checkout: Checkout, { keys, downloads }: Loading): Promise<void> {
    const session = sessionFor(checkout.id)
    if (session === null) {
      const kind = this.#unanswered.length > 0 ? 'unreachable' : 'hidden'
      return this.#become(
        withGoods(this.#state, {
          ...(keys.kind === 'loading' && { keys: { kind } }),
          ...(downloads.kind === 'loading' && { downloads: { kind } }),
        }),
      )
    }
    await Promise.all([
      keys.kind === 'loading' && this.#loadKeys(session, benefitIds(checkout, 'license_keys')),
      downloads.kind === 'loading' && this.#loadDownloads(session, benefitIds(checkout, 'downloadables')),
    ])
  }

  async #loadKeys(session: string, benefits: readonly string[]): Promise<void> {
    const reply = await this.#api.licenseKeys(session, benefits)
    this.#become(withGoods(this.#state, { keys: goodsAfterReading(reply) }))
  }

  async #loadDownloads(session: string, benefits: readonly string[]): Promise<void> {
    const reply = await this.#api.downloads(session, benefits)
    this.#become(withGoods(this.#state, { downloads: goodsAfterReading(reply) }))
  }
}

type Loading = Pick<Extract<State, { screen: 'result' }>, 'keys' | 'downloads'>

function benefitIds({ product }: Checkout, type: string): readonly string[] {
  return product.benefits.filter((benefit) => benefit.type === type).map(({ id }) => id)
}

/** Random enough for one checkout; also where the browser keeps randomUUID for https pages. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
