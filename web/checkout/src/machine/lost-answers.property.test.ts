import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { exampleProduct } from '../../test/example.ts'
import { openPage, scenes } from '../../test/page.ts'
import { AWAY, ok, refused } from '../../test/screens.ts'
import type { Api, Reply } from '../api/api.ts'
import type { Checkout, ConfirmedCheckout, Patch } from '../api/shapes.ts'
import { onItsWay } from './changes.ts'
import type { Screen } from './screen.ts'

const here = scenes()

/** What becomes of a request: some do not arrive, of some the answer does not, and some arrive long after. */
const fates = fc.constantFrom('arrives', 'arrives', 'is_lost', 'loses_its_answer', 'turned_away', 'comes_late')
type Fate = typeof fates extends fc.Arbitrary<infer Value> ? Value : never

/** What the processor makes of an attempt. */
const outcomes = fc.constantFrom('pays', 'pays', 'declines', 'takes_its_time', 'fails_later')
type Outcome = typeof outcomes extends fc.Arbitrary<infer Value> ? Value : never

const DONE = 5000

/** At the same price: nothing but the choice says which one is meant. */
const PRODUCTS = ['windows', 'mac']

/** What the buyer sees as chosen. */
function shownIn(screen: Screen): string | undefined {
  if (screen.at !== 'editing') return undefined
  return onItsWay(screen).product_id ?? screen.checkout.product.id
}

interface World {
  readonly fates: readonly Fate[]
  readonly outcomes: readonly Outcome[]
  /** As the real one: one charge for one checkout. Without that, all depends on how the page asks. */
  readonly isGuarded: boolean
}

/** A server that has one answer for one key, and counts what it has charged. */
class Shop {
  status: 'open' | 'confirmed' | 'succeeded' = 'open'
  charges = 0
  /** What is chosen, and what was sold. */
  product = 'windows'
  sold: string | undefined
  readonly #answers = new Map<string, Reply<ConfirmedCheckout>>()
  readonly #fates: Fate[]
  readonly #outcomes: Outcome[]
  readonly #isGuarded: boolean

  constructor({ fates, outcomes, isGuarded }: World) {
    this.#fates = [...fates]
    this.#outcomes = [...outcomes]
    this.#isGuarded = isGuarded
  }

  readonly api: Api = {
    checkout: () => this.#send(() => this.#read()),
    change: (patch) => this.#send(() => this.#change(patch)),
    confirm: (body, key) => this.#send(() => this.#confirm(body, key)),
    testToken: async () => ok({ id: 'ctoken_1' }),
    restart: async () => AWAY,
    licenseKeys: async () => ok({ items: [] }),
    downloads: async () => ok({ items: [] }),
    notes: async () => ok({ items: [] }),
    orders: async () => ok({ items: [] }),
  }

  #read(): Reply<Checkout> {
    const products = PRODUCTS.map((id) => exampleProduct({ id }))
    return ok({ ...here.checkout, products, product: exampleProduct({ id: this.product }), status: this.status })
  }

  #change({ product_id }: Patch): Reply<Checkout> {
    if (this.status !== 'open') return refused(403, { error: 'NotOpenCheckout' })
    this.product = product_id ?? this.product
    return this.#read()
  }

  #confirm({ product_id }: Patch, key: string): Reply<ConfirmedCheckout> {
    const answer = this.#answers.get(key) ?? this.#attempt(product_id)
    this.#answers.set(key, answer)
    return answer
  }

  #attempt(product = this.product): Reply<ConfirmedCheckout> {
    if (this.#isGuarded && this.status !== 'open') return refused(403, { error: 'NotOpenCheckout' })
    const outcome = this.#outcomes.shift() ?? 'pays'
    if (outcome === 'declines') return refused(400, { error: 'PaymentError', code: 'card_declined' })
    this.status = 'confirmed'
    this.product = product
    if (outcome === 'pays') this.#charge()
    if (outcome === 'takes_its_time') setTimeout(() => this.#charge(), DONE)
    if (outcome === 'fails_later') setTimeout(() => this.#reopen(), DONE)
    return here.answer()
  }

  #charge(): void {
    this.status = 'succeeded'
    this.charges += 1
    this.sold = this.product
  }

  #reopen(): void {
    this.status = 'open'
  }

  #send<Body>(answer: () => Reply<Body>): Promise<Reply<Body>> {
    switch (this.#fates.shift()) {
      case 'is_lost':
        return Promise.resolve(AWAY)
      case 'turned_away':
        return Promise.resolve({ kind: 'unreachable', isTurnedAway: true })
      case 'loses_its_answer':
        answer()
        return Promise.resolve(AWAY)
      case 'comes_late':
        // The page has given it up by then.
        setTimeout(answer, DONE)
        return Promise.resolve(AWAY)
      default:
        return Promise.resolve(answer())
    }
  }
}

const worlds = fc.record({
  fates: fc.array(fates, { maxLength: 25, size: 'max' }),
  outcomes: fc.array(outcomes, { maxLength: 4 }),
  isGuarded: fc.boolean(),
  /** When the buyer is at the page, and presses whatever there is to press. */
  visits: fc.array(
    fc.record({
      pause: fc.integer({ min: 1, max: 7000 }),
      choices: fc.array(fc.constantFrom(...PRODUCTS), { maxLength: 3 }),
    }),
    { minLength: 3, maxLength: 12 },
  ),
})

const LAST_VISITS = Array.from({ length: 12 }, () => ({ pause: 10_000, choices: [] }))

it('whatever the network loses: one charge, told of when it is there, for what was chosen last', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const shop = new Shop(world)
      const { page, pay, soon, screen } = openPage(shop.api)
      let wanted: string | undefined
      for (const { pause, choices } of [...world.visits, ...LAST_VISITS]) {
        await soon(pause)
        expect(shop.charges).toBeLessThanOrEqual(1)
        if (screen().at === 'paid') expect(shop.charges).toBe(1)
        if (screen().at !== 'editing') continue
        for (const product_id of choices) page.send({ is: 'chosen', patch: { product_id } })
        wanted = shownIn(screen())
        pay()
      }
      await soon(60_000)
      expect([screen().at, shop.charges, shop.sold]).toEqual(['paid', 1, wanted])
      vi.clearAllTimers()
    }),
    { numRuns: 300 },
  )
})
