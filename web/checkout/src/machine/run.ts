import type { Api } from '../api/api.ts'
import type { Checkout } from '../api/shapes.ts'
import { firstDraft, withKept } from '../form/draft.ts'
import type { Field } from '../form/field-names.ts'
import type { CardForm } from '../payments/card-form.ts'
import type { Command } from './command.ts'
import type { Event } from './event.ts'
import { forgetDraft, handOnDraft, keepDraft, keptDraft } from './kept-draft.ts'
import { type Attempt, askAgain, type PayOutcome, pay } from './pay.ts'
import { FIRST, type Model } from './screen.ts'
import { keepSession, sessionFor } from './session.ts'
import { step } from './step.ts'

export interface Surroundings {
  readonly api: Api
  readonly cardForm: (checkout: Checkout) => CardForm
  readonly clientSecret: string
  readonly streamUrl: string
  readonly locale: string
  /** Where the buyer's device says that it is at home, such as `DE`. */
  readonly region: string
  /** News: paid since the page was opened. */
  readonly finish: (checkout: Checkout, isNews: boolean) => void
  /** The page of another checkout. */
  readonly open: (clientSecret: string) => void
  readonly focus: (field: Field | null) => void
}

type CommandOf<Kind extends Command['do']> = Extract<Command, { readonly do: Kind }>

const LATER = 3000

const sleep = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds))

/** Holds the state, and does what it asks for. */
export class Page {
  readonly #around: Surroundings
  #model: Model = FIRST
  #show: (model: Model) => void = () => {}
  #stream: EventSource | undefined
  #look: ReturnType<typeof setTimeout> | undefined
  #looks = 0
  #question: ReturnType<typeof setTimeout> | undefined
  #isAsking = false

  constructor(around: Surroundings) {
    this.#around = around
  }

  get model(): Model {
    return this.#model
  }

  /** From now on `show` is told of every state. */
  start(show: (model: Model) => void): void {
    this.#show = show
    this.#read({ after: 0, because: null })
  }

  readonly send = (event: Event): void => {
    const { model, commands } = step(this.#model, event)
    this.#model = model
    this.#show(model)
    for (const command of commands) this.#do(command)
    if (model.screen.at !== 'verifying' && model.screen.at !== 'challenge') this.#stopWatching()
  }

  #do(command: Command): void {
    const doIt = this.#doers[command.do] as (command: Command) => void
    doIt(command)
  }

  readonly #doers: { readonly [Kind in Command['do']]: (command: CommandOf<Kind>) => void } = {
    read: (command) => this.#read(command),
    save: (command) => void this.#save(command),
    pay: (command) => void this.#pay(command),
    ask_again: (command) => this.#askAgain(command),
    watch: () => this.#watch(),
    answer_challenge: (command) => void this.#answerChallenge(command),
    fetch_goods: ({ checkout }) => this.#fetchGoods(checkout),
    finish: ({ checkout, isNews }) => {
      forgetDraft(this.#around.clientSecret)
      this.#around.finish(checkout, isNews)
    },
    restart: () => void this.#restart(),
    open: ({ clientSecret }) => this.#around.open(clientSecret),
    keep: ({ draft }) => keepDraft(this.#around.clientSecret, draft),
    focus: ({ field }) => this.#around.focus(field),
  }

  /** One look at a time: a later one takes the place of one that was to come. */
  #read({ after, because }: Omit<CommandOf<'read'>, 'do'>): void {
    clearTimeout(this.#look)
    this.#looks += 1
    const look = this.#looks
    this.#look = setTimeout(async () => {
      const { api, region, locale, clientSecret } = this.#around
      const reply = await api.checkout()
      // A later look, or a change, knows better.
      if (look !== this.#looks) return
      const first = (checkout: Checkout) => withKept(firstDraft(checkout, region, locale), keptDraft(clientSecret))
      this.send({ is: 'read', reply, because, first })
    }, after)
  }

  async #save({ patch }: CommandOf<'save'>): Promise<void> {
    const reply = await this.#around.api.change(patch)
    this.#looks += 1
    this.send({ is: 'saved', patch, reply, now: new Date(), locale: this.#around.locale })
  }

  async #restart(): Promise<void> {
    const reply = await this.#around.api.restart()
    if (reply.kind === 'ok') handOnDraft(this.#around.clientSecret, reply.body.client_secret)
    this.send({ is: 'restarted', reply })
  }

  async #pay({ checkout, draft }: CommandOf<'pay'>): Promise<void> {
    const { api, cardForm } = this.#around
    const form = cardForm(checkout)
    const tools = { api, tokenFor: form.tokenFor.bind(form), newKey, sleep }
    this.#answered(await pay(tools, checkout, draft))
  }

  #askAgain({ attempt, after }: CommandOf<'ask_again'>): void {
    clearTimeout(this.#question)
    this.#question = setTimeout(() => void this.#ask(attempt), after)
  }

  /** One question at a time: a second answer could come when the buyer has started the next attempt. */
  async #ask(attempt: Attempt): Promise<void> {
    const { screen } = this.#model
    if (this.#isAsking || screen.at !== 'verifying' || screen.lost !== attempt) return
    this.#isAsking = true
    const outcome = await askAgain(this.#around, attempt)
    this.#isAsking = false
    this.#answered(outcome)
  }

  #answered(outcome: PayOutcome): void {
    if (outcome.kind === 'confirmed') keepSession(outcome.checkout.id, outcome.checkout.customer_session_token)
    this.send({ is: 'answered', outcome })
  }

  async #answerChallenge(command: CommandOf<'answer_challenge'>): Promise<void> {
    const { screen } = this.#model
    if (screen.at !== 'challenge') return
    const { checkout } = screen
    const answer = this.#around.cardForm(checkout).answerChallenge(command.clientSecret, checkout)
    const isAnswered = await answer.then(
      () => true,
      () => false,
    )
    if (isAnswered) return this.send({ is: 'challenge_answered' })
    // The processor's script could not be loaded. The bank still waits.
    await sleep(LATER)
    return this.#answerChallenge(command)
  }

  /** The server says when something has changed; what it is, is read as always. */
  #watch(): void {
    if (this.#stream) return
    this.#stream = new EventSource(this.#around.streamUrl)
    const look = () => this.#read({ after: 0, because: null })
    for (const type of ['checkout.updated', 'message']) this.#stream.addEventListener(type, look)
  }

  #stopWatching(): void {
    this.#stream?.close()
    this.#stream = undefined
  }

  /** Each of its own: nobody waits for a file to be told of a key. Without a session there is nobody to ask. */
  #fetchGoods({ id, product }: Checkout): void {
    const { api } = this.#around
    const session = sessionFor(id)
    const ask = async <Answer>(get: (session: string) => Promise<Answer>) => (session === null ? null : get(session))
    const idsOf = (type: string) => product.benefits.filter((benefit) => benefit.type === type).map((one) => one.id)
    const [keys, downloads] = [idsOf('license_keys'), idsOf('downloadables')]
    const hasNotes = idsOf('custom').length > 0
    if (keys.length > 0) void ask((to) => api.licenseKeys(to, keys)).then((reply) => this.send({ is: 'keys', reply }))
    if (downloads.length > 0)
      void ask((to) => api.downloads(to, downloads)).then((reply) => this.send({ is: 'downloads', reply }))
    if (hasNotes) void ask((to) => api.notes(to, id)).then((reply) => this.send({ is: 'notes', reply }))
    void ask((to) => api.orders(to, product.id)).then((reply) => this.send({ is: 'orders', reply }))
  }
}

/** Random enough for one checkout; also where the browser keeps randomUUID for https pages. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
