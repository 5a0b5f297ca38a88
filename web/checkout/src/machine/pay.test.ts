import { describe, expect, it } from 'vitest'
import { exampleDraft } from '../../test/draft.ts'
import { exampleCheckout } from '../../test/example.ts'
import type { Reply } from '../api/api.ts'
import type { ConfirmedCheckout } from '../api/shapes.ts'
import { type Attempt, askAgain, type PayTools, pay } from './pay.ts'

const confirmed: ConfirmedCheckout = {
  ...exampleCheckout({ status: 'confirmed' }),
  customer_session_token: 'till_cst_1',
}
const OK = { kind: 'ok', body: confirmed } as const
const AWAY = { kind: 'unreachable' } as const
const TURNED_AWAY = { kind: 'unreachable', isTurnedAway: true } as const
const TOKEN = { kind: 'ok', body: { id: 'ctoken_1' } } as const
const refused = (status: number, error: string) =>
  ({ kind: 'refused', status, body: { error, detail: 'No.' } }) as const

/** Tools whose confirms are answered with what is given, one after the other, and which note what was asked. */
function scene(
  answers: readonly Reply<ConfirmedCheckout>[],
  token: () => Promise<Reply<{ id: string }>> = async () => TOKEN,
) {
  const asked: { body: object; key: string }[] = []
  const pauses: number[] = []
  let keys = 0
  let tokens = 0
  const tools: PayTools = {
    api: {
      confirm: async (body, key) => {
        asked.push({ body, key })
        return answers[asked.length - 1] ?? AWAY
      },
    },
    tokenFor: () => {
      tokens += 1
      return token()
    },
    newKey: () => `key-${++keys}`,
    sleep: async (milliseconds) => void pauses.push(milliseconds),
  }
  const attempt = (checkout = exampleCheckout()) => pay(tools, checkout, exampleDraft())
  return { tools, asked, pauses, attempt, tokens: () => tokens }
}

const SEEN = { product_price_id: 'p1', expected_total_amount: 7900 }

describe('pay', () => {
  it('turns the card into a token, then confirms', async () => {
    const { asked, attempt } = scene([OK])
    expect(await attempt()).toEqual({ kind: 'confirmed', checkout: confirmed })
    const body = { ...SEEN, customer_email: 'ada@example.com', confirmation_token_id: 'ctoken_1' }
    expect(asked).toEqual([{ key: 'key-1', body }])
  })

  it('needs no card where nothing is due', async () => {
    const { asked, attempt, tokens } = scene([OK])
    await attempt(exampleCheckout({ is_payment_form_required: false }))
    expect(tokens()).toBe(0)
    expect(asked[0]?.body).toEqual({ ...SEEN, customer_email: 'ada@example.com' })
  })

  it('passes a decline on; the next attempt has another key', async () => {
    const declined = refused(400, 'PaymentError')
    const { asked, attempt } = scene([declined, OK])
    expect(await attempt()).toEqual({ kind: 'refused', body: declined.body })
    expect((await attempt()).kind).toBe('confirmed')
    expect(asked.map(({ key }) => key)).toEqual(['key-1', 'key-2'])
  })

  it.each([
    [403, 'NotOpenCheckout'],
    [404, 'ResourceNotFound'],
    [410, 'ExpiredCheckout'],
  ])('%i %s: the checkout has to be read again', async (status, error) => {
    expect(await scene([refused(status, error)]).attempt()).toEqual({ kind: 'closed' })
  })

  it('shows other refusals where they are', async () => {
    const already = refused(403, 'AlreadyActiveSubscriptionError')
    expect(await scene([already]).attempt()).toEqual({ kind: 'refused', body: already.body })
  })
})

describe('a card that makes no token', () => {
  it('confirms nothing, and says why', async () => {
    const { asked, attempt } = scene([OK], async () => refused(422, 'RequestValidationError'))
    expect(await attempt()).toEqual({ kind: 'refused', body: { error: 'RequestValidationError', detail: 'No.' } })
    expect(asked).toEqual([])
  })

  it.each([
    ['nobody answers', async () => AWAY],
    ['whoever takes cards fails', () => Promise.reject(new Error('No script'))],
  ])('confirms nothing where %s, and nothing was paid', async (_, token) => {
    const { asked, attempt } = scene([OK], token)
    expect(await attempt()).toEqual({ kind: 'unreachable' })
    expect(asked).toEqual([])
  })
})

describe('an answer that does not come', () => {
  it('is asked for again with the same key and body', async () => {
    const { asked, attempt, pauses, tokens } = scene([AWAY, AWAY, OK])
    expect((await attempt()).kind).toBe('confirmed')
    expect(asked).toHaveLength(3)
    expect(new Set(asked.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(tokens()).toBe(1)
    expect(pauses).toEqual([500, 1500])
  })

  it('is lost after all pauses; the attempt is given back as it was sent', async () => {
    const { asked, attempt, pauses } = scene([])
    const outcome = await attempt()
    expect(outcome).toEqual({ kind: 'lost', attempt: { key: 'key-1', body: asked[0]?.body } })
    expect(asked).toHaveLength(4)
    expect(pauses).toEqual([500, 1500, 3000])
  })

  it('was never on its way when the first try is turned away', async () => {
    const { attempt, pauses, asked } = scene([TURNED_AWAY, OK])
    expect(await attempt()).toEqual({ kind: 'unreachable' })
    expect(asked).toHaveLength(1)
    expect(pauses).toEqual([])
  })

  it('may be on its way when a later try is turned away', async () => {
    const { attempt } = scene([AWAY, TURNED_AWAY, TURNED_AWAY, TURNED_AWAY])
    expect((await attempt()).kind).toBe('lost')
  })
})

describe('askAgain', () => {
  const attempt: Attempt = { key: 'first', body: { customer_email: 'first@example.com' } }

  it('asks once, with the same key and body', async () => {
    const { tools, asked } = scene([OK])
    expect(await askAgain(tools, attempt)).toEqual({ kind: 'confirmed', checkout: confirmed })
    expect(asked).toEqual([attempt])
  })

  it.each([AWAY, TURNED_AWAY])('gives the attempt back while there is no answer: %o', async (reply) => {
    const { tools, asked } = scene([reply])
    expect(await askAgain(tools, attempt)).toEqual({ kind: 'lost', attempt })
    expect(asked).toHaveLength(1)
  })
})
