import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { exampleCheckout, exampleDiscount, examplePrice } from '../test/example.ts'
import type { Api, Reply } from './api.ts'
import { App } from './app.ts'
import type { FormValues } from './form.ts'
import { sessionFor } from './session.ts'
import type { Checkout, ConfirmedCheckout, ErrorBody } from './shapes.ts'
import type { State } from './state.ts'

const VALUES: FormValues = {
  amount: '',
  email: 'ada@example.com',
  name: '',
  country: '',
  number: '4242 4242 4242 4242',
  expiry: '12 / 34',
  cvc: '123',
  custom: {},
}
const AWAY = { kind: 'unreachable' } as const
const TURNED_AWAY = { kind: 'unreachable', isTurnedAway: true } as const
const refused = (status: number, body: ErrorBody) => ({ kind: 'refused', status, body }) as const
const LOST = [AWAY, AWAY, AWAY, AWAY] as const

let checkouts = 0

/** A page with its form shown. Reads and confirms are answered one after the other; the last answer stays. */
async function scene(
  checkout: Checkout,
  later: readonly Reply<Checkout>[],
  confirms: readonly Reply<ConfirmedCheckout>[],
  changes: readonly Reply<Checkout>[] = [],
) {
  const reads: Reply<Checkout>[] = [{ kind: 'ok', body: checkout }, ...later]
  const answers = [...confirms]
  const asked: string[] = []
  const keys: string[] = []
  const patches: object[] = []
  const api: Api = {
    async checkout() {
      asked.push('read')
      return (reads.length > 1 ? reads.shift() : reads[0]) ?? AWAY
    },
    async change(patch) {
      asked.push('change')
      patches.push(patch)
      return changes[patches.length - 1] ?? AWAY
    },
    tokenFor: async () => ({ kind: 'ok', body: { id: 'ctoken_1' } }),
    async confirm(_, key) {
      asked.push('confirm')
      keys.push(key)
      return (answers.length > 1 ? answers.shift() : answers[0]) ?? AWAY
    },
    async downloads() {
      asked.push('downloads')
      return { kind: 'ok', body: { items: [] } }
    },
    async licenseKeys() {
      asked.push('keys')
      return { kind: 'ok', body: { items: [] } }
    },
  }
  const states: State[] = []
  const app = new App(
    api,
    () => (state) => void states.push(state),
    () => {},
  )
  await app.load()
  const settled = () => vi.runAllTimersAsync()
  const pay = (values = VALUES, code = '') => {
    app.pay(values, code)
    return settled()
  }
  return { app, asked, keys, patches, pay, settled, last: () => states.at(-1) }
}

function someCheckout(changes: Partial<Checkout> = {}): Checkout {
  checkouts += 1
  return exampleCheckout({ id: `checkout-${checkouts}`, ...changes })
}

const ok = (checkout: Checkout) => ({ kind: 'ok', body: checkout }) as const
const succeeded = (checkout: Checkout) => ok({ ...checkout, status: 'succeeded' })
const answerTo = (checkout: Checkout) =>
  ({ kind: 'ok', body: { ...checkout, status: 'confirmed', customer_session_token: 'till_cst_1' } }) as const

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a discount that no longer applies', () => {
  const ended = (field: string) =>
    refused(422, { detail: [{ type: 'discount_ended', loc: ['body', field], msg: 'This discount has ended' }] })
  const discounted = () => someCheckout({ discount: exampleDiscount(), total_amount: 6320 })

  it('is said for the page as a whole, and the checkout is read again', async () => {
    const checkout = discounted()
    const page = await scene(checkout, [ok({ ...checkout, total_amount: 7000 })], [ended('discount_code')])
    await page.pay()
    expect(page.last()).toMatchObject({
      screen: 'form',
      busy: 'no',
      checkout: { total_amount: 7000 },
      problems: { fields: {}, general: 'This discount has ended. Remove it above to go on without it.' },
    })
  })

  it('is said all the same when the checkout cannot be read', async () => {
    const page = await scene(discounted(), [AWAY], [ended('discount_id')])
    await page.pay()
    expect(page.last()).toMatchObject({ screen: 'form', busy: 'no', checkout: { total_amount: 6320 } })
    expect(page.last()).toMatchObject({ problems: { general: expect.stringContaining('ask the seller') } })
  })

  it('is gone by now: the form shows the new total, and the reason where a code goes', async () => {
    const checkout = discounted()
    const without = ok({ ...checkout, discount: null, total_amount: 7900 })
    const page = await scene(checkout, [without], [ended('discount_code')])
    await page.pay()
    expect(page.last()).toMatchObject({ problems: { fields: { code: 'This discount has ended.' }, general: null } })
  })

  it('no other refusal costs a read', async () => {
    const page = await scene(someCheckout(), [], [refused(400, { error: 'PaymentError', detail: 'Declined.' })])
    await page.pay()
    expect(page.last()).toMatchObject({ screen: 'form', problems: { general: 'Declined.' } })
    expect(page.asked).toEqual(['read', 'confirm'])
  })
})

describe('a code that was typed but not applied', () => {
  const unknown = refused(422, {
    detail: [{ type: 'value_error', loc: ['body', 'discount_code'], msg: 'This code is not known' }],
  })
  const discounted = (checkout: Checkout) => ok({ ...checkout, discount: exampleDiscount(), total_amount: 6320 })

  it('is applied first; the new total is said, and paid only when Pay is pressed again', async () => {
    const checkout = someCheckout()
    const page = await scene(checkout, [succeeded(checkout)], [answerTo(checkout)], [discounted(checkout)])
    await page.pay(VALUES, ' LAUNCH20 ')
    expect(page.patches).toEqual([{ discount_code: 'LAUNCH20' }])
    expect(page.asked).toEqual(['read', 'change'])
    expect(page.last()).toMatchObject({
      screen: 'form',
      busy: 'no',
      checkout: { total_amount: 6320 },
      notice: 'Code applied: the total is now $63.20. Press Pay to go on.',
    })
    await page.pay()
    expect(page.asked.slice(2)).toEqual(['confirm', 'read', 'keys'])
  })

  it('needs no card when it makes the purchase free', async () => {
    const checkout = someCheckout()
    const free = {
      discount: exampleDiscount({ basis_points: 10_000 }),
      total_amount: 0,
      is_payment_form_required: false,
    }
    const page = await scene(checkout, [], [], [ok({ ...checkout, ...free })])
    await page.pay({ ...VALUES, number: '', expiry: '', cvc: '' }, 'GIFT')
    expect(page.last()).toMatchObject({ problems: { fields: {} }, notice: expect.stringContaining('Get it for free') })
  })

  it('goes on at once when the total stays what the button said', async () => {
    const checkout = someCheckout()
    const same = ok({ ...checkout, discount: exampleDiscount({ basis_points: 0 }) })
    const page = await scene(checkout, [succeeded(checkout)], [answerTo(checkout)], [same])
    await page.pay(VALUES, 'NOTHING')
    expect(page.asked).toEqual(['read', 'change', 'confirm', 'read', 'keys'])
  })

  it('is refused, and nothing is paid however often Pay is pressed', async () => {
    const page = await scene(someCheckout(), [], [], [unknown, unknown])
    for (const _ of [1, 2]) {
      await page.pay(VALUES, 'WRONG')
      expect(page.last()).toMatchObject({ busy: 'no', problems: { fields: { code: 'This code is not known.' } } })
    }
    expect(page.asked).toEqual(['read', 'change', 'change'])
  })

  it('is refused along with everything else that is wrong', async () => {
    const page = await scene(someCheckout(), [], [], [unknown])
    await page.pay({ ...VALUES, email: '', expiry: '01/20' }, 'WRONG')
    const problems = { fields: { code: 'This code is not known.', expiry: 'The card has expired.' } }
    expect(page.last()).toMatchObject({ problems })
    expect(page.last()).toMatchObject({ problems: { fields: { email: expect.any(String) } } })
  })

  it('is passed over by the server: that is said, and nothing is paid', async () => {
    const checkout = someCheckout()
    const page = await scene(checkout, [], [], [ok(checkout)])
    await page.pay(VALUES, 'LAUNCH20')
    expect(page.last()).toMatchObject({ problems: { fields: { code: 'This code cannot be used here.' } } })
    expect(page.asked).toEqual(['read', 'change'])
  })

  it('does not matter where no code can be given', async () => {
    const checkout = someCheckout({ discount: exampleDiscount() })
    const page = await scene(checkout, [succeeded(checkout)], [answerTo(checkout)])
    await page.pay(VALUES, 'LAUNCH20')
    expect(page.asked).toEqual(['read', 'confirm', 'read', 'keys'])
  })
})

describe('Pay while a change is being saved', () => {
  it('pays nothing but what the button said', async () => {
    const checkout = someCheckout({ discount: exampleDiscount(), total_amount: 6320 })
    const page = await scene(checkout, [], [], [ok({ ...checkout, discount: null, total_amount: 7900 })])
    page.app.change({ discount_code: null })
    await page.pay()
    expect(page.last()).toMatchObject({ notice: 'The total is now $79.00. Press Pay to go on.' })
    expect(page.asked).toEqual(['read', 'change'])
  })

  it('pays the amount that the buyer has just typed', async () => {
    const product_price = examplePrice({ amount_type: 'custom', price_amount: null })
    const checkout = someCheckout({ product_price })
    const changed = ok({ ...checkout, amount: 3000, total_amount: 3000 })
    const page = await scene(checkout, [succeeded(checkout)], [answerTo(checkout)], [changed])
    page.app.change({ amount: 3000 })
    await page.pay({ ...VALUES, amount: '30' })
    expect(page.asked).toEqual(['read', 'change', 'confirm', 'read', 'keys'])
  })
})

describe('an answer that was lost', () => {
  it('is asked for once more when the purchase turns out to be there, and brings the keys', async () => {
    const checkout = someCheckout()
    const page = await scene(checkout, [succeeded(checkout)], [...LOST, answerTo(checkout)])
    await page.pay()
    expect(page.asked.slice(-3)).toEqual(['read', 'confirm', 'keys'])
    expect(new Set(page.keys).size).toBe(1)
    expect(sessionFor(checkout.id)).toBe('till_cst_1')
    expect(page.last()).toMatchObject({ screen: 'result', keys: { kind: 'shown' } })
  })

  it('is asked for as well when the purchase is there only after a while', async () => {
    const checkout = someCheckout()
    const waiting = ok({ ...checkout, status: 'confirmed' })
    const page = await scene(checkout, [waiting, waiting, succeeded(checkout)], [...LOST, answerTo(checkout)])
    await page.pay()
    expect(page.last()).toMatchObject({ screen: 'result', keys: { kind: 'shown' } })
    expect(page.keys).toHaveLength(5)
  })

  it('is asked for as well when other input finds the checkout closed', async () => {
    const checkout = someCheckout()
    const notOpen = refused(403, { error: 'NotOpenCheckout', detail: 'No.' })
    const page = await scene(checkout, [AWAY, succeeded(checkout)], [...LOST, notOpen, answerTo(checkout)])
    await page.pay()
    expect(page.last()).toMatchObject({ screen: 'form', problems: { general: expect.stringContaining('pay twice') } })
    await page.pay({ ...VALUES, email: 'bob@example.com' })
    expect(page.last()).toMatchObject({ screen: 'result', keys: { kind: 'shown' } })
    expect(page.keys[5]).toBe(page.keys[0])
  })

  it('stays missing for now: the result is shown, and trying again asks again', async () => {
    const checkout = someCheckout()
    const page = await scene(checkout, [succeeded(checkout)], [...LOST, TURNED_AWAY, answerTo(checkout)])
    await page.pay()
    expect(page.last()).toMatchObject({ screen: 'result', keys: { kind: 'unreachable' } })
    page.app.reload()
    await page.settled()
    expect(page.last()).toMatchObject({ screen: 'result', keys: { kind: 'shown' } })
  })

  it('was no purchase of this browser: the keys stay hidden', async () => {
    const checkout = someCheckout()
    const notOpen = refused(403, { error: 'NotOpenCheckout', detail: 'No.' })
    const page = await scene(checkout, [succeeded(checkout)], [...LOST, notOpen])
    await page.pay()
    expect(page.last()).toMatchObject({ screen: 'result', keys: { kind: 'hidden' } })
  })

  it('is not given up when asking is turned away', async () => {
    const checkout = someCheckout()
    const page = await scene(
      checkout,
      [TURNED_AWAY, succeeded(checkout)],
      [AWAY, TURNED_AWAY, TURNED_AWAY, TURNED_AWAY, answerTo(checkout)],
    )
    await page.pay()
    expect(page.last()).toMatchObject({ screen: 'form', busy: 'no', problems: { general: expect.any(String) } })
    await page.pay()
    expect(new Set(page.keys).size).toBe(1)
    expect(page.last()).toMatchObject({ screen: 'result', keys: { kind: 'shown' } })
  })
})

describe('a purchase', () => {
  it('shows keys and files, each from its own place', async () => {
    const benefits = [
      { id: 'b1', type: 'license_keys', description: 'A key' },
      { id: 'b3', type: 'downloadables', description: 'The plug-in' },
    ]
    const checkout = someCheckout({ product: { ...exampleCheckout().product, benefits } })
    const page = await scene(checkout, [succeeded(checkout)], [answerTo(checkout)])
    await page.pay()
    expect(page.asked.slice(-2).toSorted()).toEqual(['downloads', 'keys'])
    expect(page.last()).toMatchObject({ keys: { kind: 'shown' }, downloads: { kind: 'shown' } })
  })
})
