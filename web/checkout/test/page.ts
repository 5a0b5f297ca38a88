import { afterEach, beforeEach, vi } from 'vitest'
import type { Api, Reply, Restarted } from '../src/api/api.ts'
import type { Checkout, ConfirmedCheckout } from '../src/api/shapes.ts'
import { Page, type Surroundings } from '../src/machine/run.ts'
import type { Screen } from '../src/machine/screen.ts'
import { sandboxForm } from '../src/payments/sandbox.ts'
import { NOW } from './draft.ts'
import { exampleCheckout } from './example.ts'
import { AWAY, ok } from './screens.ts'
import { stubStorage } from './storage.ts'

type Given<Body> = readonly (Reply<Body> | Promise<Reply<Body>>)[]

interface Server {
  readonly reads?: Given<Checkout>
  readonly changes?: Given<Checkout>
  readonly confirms?: Given<ConfirmedCheckout>
  readonly restart?: Reply<Restarted>
}

/** A server that gives its answers one after the other, the last one for good, and notes what it was asked. */
export function serverWith({ reads = [], changes = [], confirms = [], restart = AWAY }: Server) {
  const asked: string[] = []
  const sent: { readonly patches: object[]; readonly keys: string[] } = { patches: [], keys: [] }
  const next = <Body>(what: string, given: Given<Body>): (() => Promise<Reply<Body>>) => {
    let count = 0
    return async () => {
      asked.push(what)
      count += 1
      return given[Math.min(count, given.length) - 1] ?? AWAY
    }
  }
  const [read, change, confirm] = [next('read', reads), next('change', changes), next('confirm', confirms)]
  const api: Api = {
    checkout: read,
    change: (patch) => {
      sent.patches.push(patch)
      return change()
    },
    confirm: (_, key) => {
      sent.keys.push(key)
      return confirm()
    },
    testToken: async () => ok({ id: 'ctoken_1' }),
    restart: next('restart', [restart]),
    licenseKeys: next('keys', [ok({ items: [] })]),
    downloads: next('downloads', [ok({ items: [] })]),
    notes: next('notes', [ok({ items: [] })]),
    orders: next('orders', [ok({ items: [] })]),
  }
  return { api, asked, ...sent }
}

/** A page with this server behind it, and what it did to its surroundings. */
export function openPage(api: Api, around: Partial<Surroundings> = {}) {
  const done: string[] = []
  const page = new Page({
    api,
    cardForm: () => sandboxForm(api),
    clientSecret: 'till_cs_1',
    streamUrl: 'https://till.example.com/stream',
    locale: 'en',
    region: 'DE',
    finish: ({ id }) => done.push(`finish ${id}`),
    open: (url) => done.push(`open ${url}`),
    focus: (field) => done.push(`focus ${field}`),
    ...around,
  })
  const screens: Screen['at'][] = []
  page.start(({ screen }) => screens.at(-1) !== screen.at && screens.push(screen.at))
  const type = (texts: Readonly<Record<string, string>>) => {
    for (const [field, text] of Object.entries(texts)) page.send({ is: 'typed', field: field as 'email', text })
  }
  return {
    page,
    done,
    screens,
    type,
    screen: () => page.model.screen,
    /** Fills the form in and presses the button. */
    pay: (texts: Readonly<Record<string, string>> = {}) => {
      type({ email: 'ada@example.com', number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123', ...texts })
      page.send({ is: 'submitted', now: new Date() })
    },
    settled: () => vi.runAllTimersAsync(),
    soon: (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds),
  }
}

let checkouts = 0

/** For each test a checkout and a tab of its own. What the server can say of the checkout, by name. */
export function scenes() {
  const here = {
    checkout: exampleCheckout(),
    streams: { count: () => 0, tell: (_: string) => {} },
    open: () => ok(here.checkout),
    succeeded: () => ok({ ...here.checkout, status: 'succeeded' }),
    confirmed: (metadata: Readonly<Record<string, string>> = {}) =>
      ok({ ...here.checkout, status: 'confirmed', payment_processor_metadata: { mode: 'live', ...metadata } }),
    answer: () => ok({ ...here.checkout, status: 'confirmed', customer_session_token: 'till_cst_1' }),
  }
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW })
    stubStorage()
    here.streams = stubStreams()
    checkouts += 1
    here.checkout = exampleCheckout({ id: `checkout-${checkouts}` })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  return here
}

/** A reply that comes when it is told to. */
export function late<Body>(reply: Reply<Body>) {
  let come = () => {}
  const promise = new Promise<Reply<Body>>((done) => {
    come = () => done(reply)
  })
  return { promise, come }
}

/** The answers to an attempt that is given up for now. */
export const LOST = [AWAY, AWAY, AWAY, AWAY] as const

/** Streams that are open, and a way to say something in all of them. */
function stubStreams() {
  const open = new Set<{ tell: (type: string) => void }>()
  class Stream {
    readonly #listeners = new Map<string, () => void>()

    constructor() {
      open.add(this)
    }

    addEventListener(type: string, then: () => void): void {
      this.#listeners.set(type, then)
    }

    tell(type: string): void {
      this.#listeners.get(type)?.()
    }

    close(): void {
      open.delete(this)
    }
  }
  vi.stubGlobal('EventSource', Stream)
  return {
    count: () => open.size,
    tell: (type: string) => {
      for (const stream of open) stream.tell(type)
    },
  }
}
