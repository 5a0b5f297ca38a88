import { describe, expect, it } from 'vitest'
import { exampleCheckout } from '../test/example.ts'
import type { Api, Reply } from './api.ts'
import type { FormValues } from './form.ts'
import { type Attempt, pay } from './pay.ts'
import type { ConfirmedCheckout } from './shapes.ts'

const VALUES: FormValues = {
  amount: '',
  email: 'ada@example.com',
  name: '',
  country: '',
  number: '4242 4242 4242 4242',
  expiry: '12 / 34',
  cvc: '123',
}
const confirmed: ConfirmedCheckout = {
  ...exampleCheckout({ status: 'confirmed' }),
  customer_session_token: 'till_cst_1',
}
const OK = { kind: 'ok', body: confirmed } as const
const AWAY = { kind: 'unreachable' } as const
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
  const attempt = (checkout = exampleCheckout(), earlier: Attempt | null = null, values = VALUES) =>
    pay(tools, checkout, values, earlier)
  return { asked, pauses, attempt, tokens: () => tokens }
}

describe('pay', () => {
  it('turns the card into a token, then confirms', async () => {
    const { asked, attempt } = scene([OK])
    expect(await attempt()).toEqual({ kind: 'paid', checkout: confirmed })
    expect(asked).toEqual([
      { key: 'key-1', body: { customer_email: 'ada@example.com', confirmation_token_id: 'ctoken_1' } },
    ])
  })

  it('needs no card where nothing is due', async () => {
    const { asked, attempt, tokens } = scene([OK])
    await attempt(exampleCheckout({ is_payment_form_required: false }))
    expect(tokens()).toBe(0)
    expect(asked[0]?.body).toEqual({ customer_email: 'ada@example.com' })
  })

  it('says why a card was declined; the next attempt has another key', async () => {
    const { asked, attempt } = scene([declined, OK])
    expect(await attempt()).toEqual({ kind: 'refused', problems: { fields: {}, general: 'Declined.' } })
    expect((await attempt()).kind).toBe('paid')
    expect(asked.map(({ key }) => key)).toEqual(['key-1', 'key-2'])
  })

  it('asks again with the same key and body when no answer comes', async () => {
    const { asked, attempt, pauses } = scene([AWAY, AWAY, OK])
    expect((await attempt()).kind).toBe('paid')
    expect(new Set(asked.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(pauses).toEqual([1000, 2000])
  })

  it('gives the attempt back when the outcome stays unknown, and goes on with it', async () => {
    const { asked, attempt } = scene([AWAY, AWAY, AWAY, AWAY, OK])
    const outcome = await attempt()
    if (outcome.kind !== 'unknown') throw new Error(outcome.kind)
    expect((await attempt(exampleCheckout(), outcome.attempt)).kind).toBe('paid')
    expect(new Set(asked.map(({ key }) => key))).toEqual(new Set(['key-1']))
  })

  it('other input is another attempt', async () => {
    const { asked, attempt } = scene([AWAY, AWAY, AWAY, AWAY, OK])
    const outcome = await attempt()
    if (outcome.kind !== 'unknown') throw new Error(outcome.kind)
    await attempt(exampleCheckout(), outcome.attempt, { ...VALUES, email: 'bob@example.com' })
    expect(asked.at(-1)?.key).toBe('key-2')
  })

  it.each([
    [403, 'NotOpenCheckout'],
    [404, 'ResourceNotFound'],
    [410, 'ExpiredCheckout'],
  ])('%i %s: the checkout has to be read again', async (status, error) => {
    const { attempt } = scene([{ kind: 'refused', status, body: { error, detail: 'No.' } }])
    expect(await attempt()).toEqual({ kind: 'closed' })
  })

  it('shows other refusals where they are', async () => {
    const body = { error: 'AlreadyActiveSubscriptionError', detail: 'You have this subscription already.' }
    const { attempt } = scene([{ kind: 'refused', status: 403, body }])
    expect(await attempt()).toMatchObject({ problems: { general: 'You have this subscription already.' } })
  })

  it('confirms nothing when the card makes no token', async () => {
    const detail = [{ type: 'value_error', loc: ['body', 'card', 'number'], msg: 'Test cards only' }]
    const unknownCard = scene([OK], { kind: 'refused', status: 422, body: { detail } })
    expect(await unknownCard.attempt()).toMatchObject({ problems: { fields: { number: 'Test cards only.' } } })
    const away = scene([OK], AWAY)
    expect(await away.attempt()).toEqual({ kind: 'unreachable' })
    expect([...unknownCard.asked, ...away.asked]).toEqual([])
  })
})
