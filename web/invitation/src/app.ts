import type { Acceptance, Api } from './api.ts'
import type { Accepted, Preview } from './shapes.ts'
import { finalMessage, type Message, NO_TOKEN, type Problem, problemOf, TRY_AGAIN } from './texts.ts'

export type State =
  | { readonly screen: 'loading' }
  | {
      readonly screen: 'offer'
      readonly preview: Preview
      readonly isBusy: boolean
      readonly problem: Problem | null
    }
  | { readonly screen: 'joined'; readonly accepted: Accepted }
  | { readonly screen: 'over'; readonly message: Message }
  | { readonly screen: 'unreachable' }

/** What the page knows and does; what it looks like is in views.ts. */
export class App {
  readonly #api: Api | null
  readonly #show: (state: State) => void
  readonly #joined: () => void
  /** One for the same input: an answer that was lost comes again, with its token. */
  #attempt: { readonly given: string; readonly key: string } | undefined

  /** Without an api there is no token in the address. */
  constructor(api: Api | null, show: (state: State) => void, joined: () => void) {
    this.#api = api
    this.#show = show
    this.#joined = joined
  }

  async load(): Promise<void> {
    if (!this.#api) {
      this.#show({ screen: 'over', message: NO_TOKEN })
      return
    }
    this.#show({ screen: 'loading' })
    const reply = await this.#api.preview()
    if (reply.kind === 'ok') {
      this.#show({ screen: 'offer', preview: reply.body, isBusy: false, problem: null })
      return
    }
    const message = reply.kind === 'refused' ? finalMessage(reply.status, reply.body) : null
    this.#show(message ? { screen: 'over', message } : { screen: 'unreachable' })
  }

  async accept(preview: Preview, given: Acceptance): Promise<void> {
    if (!this.#api) return
    this.#show({ screen: 'offer', preview, isBusy: true, problem: null })
    const reply = await this.#api.accept(given, this.#keyFor(given))
    if (reply.kind === 'ok') {
      this.#show({ screen: 'joined', accepted: reply.body })
      this.#joined()
      return
    }
    const message = reply.kind === 'refused' ? finalMessage(reply.status, reply.body) : null
    if (message) {
      this.#show({ screen: 'over', message })
      return
    }
    const problem = reply.kind === 'refused' ? problemOf(reply.status, reply.body) : { field: null, text: TRY_AGAIN }
    this.#show({ screen: 'offer', preview, isBusy: false, problem })
  }

  #keyFor(given: Acceptance): string {
    const text = JSON.stringify(given)
    if (this.#attempt?.given !== text) this.#attempt = { given: text, key: newKey() }
    return this.#attempt.key
  }
}

/** `crypto.randomUUID` is missing on pages without https. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
