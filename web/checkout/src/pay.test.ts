import { describe, expect, it } from 'vitest'
import { exampleCheckout } from '../test/example.ts'
import type { Api, Reply } from './api.ts'
import type { FormValues } from './form.ts'
import { type Attempt, askAgain, pay } from './pay.ts'
import type { ConfirmedCheckout } from './shapes.ts'

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
const confirmed: ConfirmedCheckout = {
  ...exampleCheckout({ status: 'confirmed' }),
  customer_session_token: 'till_cst_1',
}
const OK = { kind: 'ok', body: confirmed } as const
const AWAY = { kind: 'unreachable' } as const
const TURNED_AWAY = { kind: 'unreachable', isTurnedAway: true } as const
const declined = { kind: 'refused', status: 400, body: { error: 'PaymentError', detail: 'Declined.' } } as const

/** An API that answers confirms with what it is given, one after the other, and notes what it was asked. */
function scene(
  answers: readonly Reply<ConfirmedCheckout>[],
  token: Reply<{ id: string }> = { kind: 'ok', body: { id: 'ctoken_1' } },
) {
  const asked: { body: object; key: string }[] = []
  const pauses: number[] = []
  let keys = 0
  let tokens = 0
  const api = {
    tokenFor: async () => {
      tokens += 1
      return token
    },
    confirm: async (body: object, key: string) => {
      asked.push({ body, key })
      return answers[asked.length - 1] ?? AWAY
    },
  } as unknown as Api
  const tools = {
    api,
    newKey: () => `key-${++keys}`,
    sleep: async (milliseconds: number) => void pauses.push(milliseconds),
  }
  const attempt = (unanswered: readonly Attempt[] = [], values = VALUES, checkout = exampleCheckout()) =>
    pay(tools, checkout, values, unanswered)
  return { api, asked, pauses, attempt, tokens: () => tokens }
}

const attemptNamed = (key: string): Attempt => ({ key, input: key, body: { customer_email: `${key}@example.com` } })

describe('pay', () => {
  it('turns the card into a token, then confirms', async () => {
    const { asked, attempt } = scene([OK])
    expect(await attempt()).toEqual({ outcome: { kind: 'paid', checkout: confirmed }, unanswered: [] })
    expect(asked).toEqual([
      { key: 'key-1', body: { customer_email: 'ada@example.com', confirmation_token_id: 'ctoken_1' } },
    ])
  })

  it('needs no card where nothing is due', async () => {
    const { asked, attempt, tokens } = scene([OK])
    await attempt([], VALUES, exampleCheckout({ is_payment_form_required: false }))
    expect(tokens()).toBe(0)
    expect(asked[0]?.body).toEqual({ customer_email: 'ada@example.com' })
  })

  it('says why a card was declined; the next attempt has another key', async () => {
    const { asked, attempt } = scene([declined, OK])
    expect(await attempt()).toEqual({ outcome: { kind: 'refused', body: declined.body }, unanswered: [] })
    expect((await attempt()).outcome.kind).toBe('paid')
    expect(asked.map(({ key }) => key)).toEqual(['key-1', 'key-2'])
  })

  it('asks again with the same key and body when no answer comes', async () => {
    const { asked, attempt, pauses } = scene([AWAY, AWAY, OK])
    expect((await attempt()).outcome.kind).toBe('paid')
    expect(new Set(asked.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(pauses).toEqual([1000, 2000])
  })

  it('gives the attempt back when the outcome stays unknown, and goes on with it', async () => {
    const { asked, attempt } = scene([AWAY, AWAY, AWAY, AWAY, OK])
    const { outcome, unanswered } = await attempt()
    expect(outcome).toEqual({ kind: 'unknown' })
    expect(await attempt(unanswered)).toMatchObject({ outcome: { kind: 'paid' }, unanswered: [] })
    expect(new Set(asked.map(({ key }) => key))).toEqual(new Set(['key-1']))
  })

  it('other input is another attempt, and the first one still waits for its answer', async () => {
    const { asked, attempt } = scene([AWAY, AWAY, AWAY, AWAY, declined])
    const first = await attempt()
    const second = await attempt(first.unanswered, { ...VALUES, email: 'bob@example.com' })
    expect(asked.at(-1)?.key).toBe('key-2')
    expect(second.unanswered).toEqual(first.unanswered)
    expect(second.unanswered.map(({ key }) => key)).toEqual(['key-1'])
  })

  it('an attempt that is turned away at once was never made', async () => {
    const { attempt, pauses } = scene([TURNED_AWAY, OK])
    expect(await attempt()).toEqual({ outcome: { kind: 'unreachable' }, unanswered: [] })
    expect(pauses).toEqual([])
  })

  it('an attempt that is turned away when it asks again still waits for its answer', async () => {
    const { asked, attempt } = scene([AWAY, TURNED_AWAY, TURNED_AWAY, TURNED_AWAY, TURNED_AWAY, OK])
    const { outcome, unanswered } = await attempt()
    expect(outcome).toEqual({ kind: 'unknown' })
    expect((await attempt(unanswered)).outcome.kind).toBe('paid')
    expect(new Set(asked.map(({ key }) => key))).toEqual(new Set(['key-1']))
  })

  it.each([
    [403, 'NotOpenCheckout'],
    [404, 'ResourceNotFound'],
    [410, 'ExpiredCheckout'],
  ])('%i %s: the checkout has to be read again', async (status, error) => {
    const { attempt } = scene([{ kind: 'refused', status, body: { error, detail: 'No.' } }])
    expect(await attempt()).toEqual({ outcome: { kind: 'closed' }, unanswered: [] })
  })

  it('shows other refusals where they are', async () => {
    const body = { error: 'AlreadyActiveSubscriptionError', detail: 'You have this subscription already.' }
    const { attempt } = scene([{ kind: 'refused', status: 403, body }])
    expect((await attempt()).outcome).toEqual({ kind: 'refused', body })
  })

  it('confirms nothing when the card makes no token, and forgets no attempt over it', async () => {
    const body = { detail: [{ type: 'value_error', loc: ['body', 'card', 'number'], msg: 'Test cards only' }] }
    const unanswered = [attemptNamed('first')]
    const unknownCard = scene([OK], { kind: 'refused', status: 422, body })
    expect(await unknownCard.attempt(unanswered)).toEqual({ outcome: { kind: 'refused', body }, unanswered })
    const away = scene([OK], AWAY)
    expect(await away.attempt(unanswered)).toEqual({ outcome: { kind: 'unreachable' }, unanswered })
    expect([...unknownCard.asked, ...away.asked]).toEqual([])
  })
})

describe('askAgain', () => {
  const [first, second] = [attemptNamed('first'), attemptNamed('second')]

  it('asks once for the answer that was lost, with the same key and body', async () => {
    const { api, asked } = scene([OK])
    expect(await askAgain(api, [first])).toEqual({ confirmed, unanswered: [] })
    expect(asked).toEqual([{ key: 'first', body: { customer_email: 'first@example.com' } }])
  })

  it('asks for every attempt until one turns out to be the purchase', async () => {
    const notOpen = { kind: 'refused', status: 403, body: { error: 'NotOpenCheckout' } } as const
    const { api, asked } = scene([notOpen, OK])
    expect(await askAgain(api, [first, second])).toEqual({ confirmed, unanswered: [] })
    expect(asked.map(({ key }) => key)).toEqual(['first', 'second'])
  })

  it.each([AWAY, TURNED_AWAY])('gives back what is still without an answer: %o', async (reply) => {
    const { api, asked } = scene([reply])
    expect(await askAgain(api, [first])).toEqual({ confirmed: null, unanswered: [first] })
    expect(asked).toHaveLength(1)
  })
})
