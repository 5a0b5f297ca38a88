import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { StripeStandIn } from '../../../test/support/stripe-stand-in.ts'
import { createDatabase, type TestDatabase } from '../../../test/support/till.ts'
import { newId } from '../../kernel/ids.ts'
import { SecretBox } from '../../kernel/secrets.ts'
import {
  NotFromProcessor,
  type NotificationContent,
  type OpenAsk,
  type PaymentProcessor,
  ProcessorAway,
  TokenRefused,
} from '../../modules/payments/index.ts'
import { silentLog } from '../../platform/log.ts'
import { SandboxLedger } from './sandbox/ledger.ts'
import { sandboxProcessor } from './sandbox/processor.ts'
import { stripeProcessor } from './stripe/processor.ts'

type Card = 'pays' | 'asks' | 'thinks' | 'declines later' | (typeof DECLINES)[number]

const DECLINES = [
  'card_declined',
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'processing_error',
  'authentication_failed',
] as const

/** A processor, with a look behind its back. */
interface Opened {
  readonly processor: PaymentProcessor
  /** A token that a page has made of such a card. */
  token(card: Card): string
  /** Each time money was taken for this attempt, and how much of it went back. */
  charges(reference: string): Promise<{ amount: number; refunded: number }[]>
  /** The owner of the card answers the challenge. */
  answer(reference: string, isYes: boolean): Promise<void>
  /** A confirm that is done, and whose answer nobody gets. */
  loseAnswer(reference: string): Promise<unknown>
  /** What was told since the last time. */
  told(): Promise<{ eventId: string; content: NotificationContent }[]>
  close(): Promise<void>
}

const RETURN_URL = 'https://shop.example.com/back'

async function openSandbox(): Promise<Opened> {
  const database: TestDatabase = await createDatabase()
  const { sql } = database
  const ledger = new SandboxLedger(sql, { late: 60_000, dispute: 60_000 })
  const challengeUrl = (secret: string) => `https://till.example.com/${secret}`
  const box = new SecretBox('for the test of the port')
  const processor = sandboxProcessor({ box, ledger, challengeUrl, isInline: false })
  const names: Partial<Record<Card, string>> = {
    pays: 'success',
    asks: 'authentication_required',
    thinks: 'late',
    'declines later': 'charge_declined_later',
    card_declined: 'declined',
  }
  return {
    processor,
    token: (card) => `ctoken_test_${names[card] ?? card}`,
    charges: (reference) => sql`
      select amount, refunded_amount as refunded from sandbox.charges where reference = ${reference}`,
    answer: async (reference, isYes) => void (await ledger.answerChallenge(reference, isYes)),
    loseAnswer: (reference) =>
      processor.confirm({ ...confirming(reference), confirmationToken: 'ctoken_test_unknown' }),
    told: async () => {
      const told: { eventId: string; content: NotificationContent }[] = []
      await ledger.deliver(async (eventId, content) => void told.push({ eventId, content }))
      return told
    },
    close: () => database.drop(),
  }
}

async function openStripe(): Promise<Opened> {
  const standIn = await StripeStandIn.start(300)
  const { books } = standIn
  const known = new Map<string, string>()
  const customers = {
    find: async (id: string) => known.get(id) ?? null,
    keep: async (id: string, reference: string) => known.set(id, reference).get(id) ?? reference,
  }
  const processor = stripeProcessor({ settings: standIn.settings, customers, log: silentLog })
  let heard = 0
  const declines: Readonly<Record<(typeof DECLINES)[number], { code: string; decline_code?: string }>> = {
    card_declined: { code: 'card_declined', decline_code: 'generic_decline' },
    insufficient_funds: { code: 'card_declined', decline_code: 'insufficient_funds' },
    expired_card: { code: 'expired_card' },
    incorrect_cvc: { code: 'incorrect_cvc' },
    processing_error: { code: 'processing_error' },
    authentication_failed: { code: 'card_declined', decline_code: 'authentication_not_handled' },
  }
  return {
    processor,
    token: (card) => {
      if (card === 'pays' || card === 'asks' || card === 'thinks') return books.makeToken(card)
      return books.makeToken(card === 'declines later' ? 'pays_once' : declines[card])
    },
    charges: async (reference) =>
      books.charges
        .filter(({ payment_intent }) => payment_intent === reference)
        .map(({ amount, amount_refunded }) => ({ amount, refunded: amount_refunded })),
    answer: async (reference, isYes) => books.answer(reference, isYes),
    loseAnswer: async (reference) => {
      standIn.trouble = (call) => (call.endsWith('/confirm') ? 'lost' : undefined)
      const confirmationToken = books.makeToken('pays')
      return processor.confirm({ ...confirming(reference), confirmationToken }).finally(() => {
        standIn.trouble = () => undefined
      })
    },
    told: async () => {
      const bodies = books.events.slice(heard).map((event) => JSON.stringify(event))
      heard = books.events.length
      const read = bodies.map((body) =>
        processor.readNotification({ 'stripe-signature': standIn.signature(body) }, Buffer.from(body)),
      )
      return (await Promise.all(read)).filter(({ content }) => content.kind !== 'other')
    },
    close: () => standIn.stop(),
  }
}

const asking = (fields: Partial<OpenAsk> = {}): OpenAsk => ({
  paymentId: newId(),
  purpose: 'payment',
  amount: 1900,
  currency: 'usd',
  organizationId: newId(),
  checkoutId: newId(),
  customer: { id: newId(), email: 'ada@example.com', name: 'Ada' },
  isForLater: false,
  ...fields,
})

const confirming = (reference: string) =>
  ({ reference, purpose: reference.startsWith('seti') ? 'setup' : 'payment', returnUrl: RETURN_URL }) as const

/** The sandbox has no card that fails to prove itself without being asked to. */
const SANDBOX_DECLINES = DECLINES.filter((code) => code !== 'authentication_failed')

describe.each([
  ['the sandbox', openSandbox, SANDBOX_DECLINES],
  ['Stripe', openStripe, DECLINES],
])('%s', (_, start, declines) => {
  let opened: Opened
  let processor: PaymentProcessor
  beforeAll(async () => {
    opened = await start()
    processor = opened.processor
  })
  beforeEach(async () => void (await opened.told()))
  afterAll(() => opened.close())

  const confirm = (reference: string, card: Card) =>
    processor.confirm({ ...confirming(reference), confirmationToken: opened.token(card) })

  async function paid(fields: Partial<OpenAsk> = {}): Promise<string> {
    const reference = await processor.open(asking(fields))
    expect((await confirm(reference, 'pays')).kind).toBe('succeeded')
    return reference
  }

  describe('open', () => {
    it('makes one attempt, however often it is asked', async () => {
      const ask = asking({ isForLater: true })
      const references = new Set([await processor.open(ask), await processor.open(ask)])
      expect(references.size).toBe(1)
      expect(references).not.toContain(await processor.open(asking()))
    })

    it('moves no money', async () => {
      const reference = await processor.open(asking())
      expect(await processor.fetch(reference)).toEqual({ kind: 'unconfirmed' })
      expect(await opened.charges(reference)).toEqual([])
    })
  })

  describe('confirm', () => {
    it('takes the money, and says with which card', async () => {
      const reference = await processor.open(asking({ amount: 4200 }))
      const method = expect.objectContaining({ type: 'card', brand: expect.any(String), last4: expect.any(String) })
      expect(await confirm(reference, 'pays')).toMatchObject({ kind: 'succeeded', method })
      expect(await processor.fetch(reference)).toMatchObject({ kind: 'succeeded', method })
      expect(await opened.charges(reference)).toEqual([{ amount: 4200, refunded: 0 }])
    })

    it('takes it once, however often and however it is asked', async () => {
      const reference = await processor.open(asking())
      const token = opened.token('pays')
      const again = { ...confirming(reference), confirmationToken: token }
      const states = await Promise.all(Array.from({ length: 10 }, () => processor.confirm(again)))
      states.push(await confirm(reference, 'pays'), await confirm(reference, 'card_declined'))
      expect(new Set(states.map(({ kind }) => kind))).toEqual(new Set(['succeeded']))
      expect(await opened.charges(reference)).toHaveLength(1)
    })

    it.each(declines)('tells why a card is declined: %s', async (code) => {
      const reference = await processor.open(asking())
      const state = await confirm(reference, code)
      expect(state).toMatchObject({ kind: 'failed', code, method: { type: 'card' } })
      expect(await processor.fetch(reference)).toEqual(state)
      expect(await confirm(reference, 'pays')).toMatchObject({ kind: 'failed', code })
      expect(await opened.charges(reference)).toEqual([])
    })

    it('refuses a token that nobody has made', async () => {
      const reference = await processor.open(asking())
      const asked = { ...confirming(reference), confirmationToken: 'ctoken_of_nobody' }
      await expect(processor.confirm(asked)).rejects.toThrow(TokenRefused)
      expect(await processor.fetch(reference)).toEqual({ kind: 'unconfirmed' })
    })

    it('whose answer is lost throws, and what came of it can be found out', async () => {
      const reference = await processor.open(asking())
      await expect(opened.loseAnswer(reference)).rejects.toThrow(ProcessorAway)
      expect((await processor.fetch(reference)).kind).toBe('succeeded')
      expect(await opened.charges(reference)).toHaveLength(1)
    })

    it('that takes its time says so', async () => {
      const reference = await processor.open(asking())
      expect(await confirm(reference, 'thinks')).toEqual({ kind: 'processing' })
      expect(await processor.fetch(reference)).toEqual({ kind: 'processing' })
      expect((await processor.cancel(reference)).kind).toBe('processing')
    })
  })

  describe('a challenge', () => {
    const ACTION = {
      intent_status: 'requires_action',
      action: 'redirect',
      redirect_url: expect.stringMatching(/^https:/),
    }

    it.each([
      [true, 'succeeded', 1],
      [false, 'failed', 0],
    ] as const)('answered with %s: %s', async (isYes, kind, many) => {
      const reference = await processor.open(asking())
      const state = await confirm(reference, 'asks')
      expect(state).toMatchObject({ kind: 'action_required', action: ACTION })
      expect(await processor.fetch(reference)).toEqual(state)
      expect(await opened.charges(reference)).toEqual([])
      await opened.answer(reference, isYes)
      expect(await processor.fetch(reference)).toMatchObject({ kind, ...(!isYes && { code: 'authentication_failed' }) })
      expect(await opened.charges(reference)).toHaveLength(many)
    })

    it('that was refused, and then given up, takes no money any more', async () => {
      const reference = await processor.open(asking())
      await confirm(reference, 'asks')
      await opened.answer(reference, false)
      expect(await processor.cancel(reference)).toEqual({ kind: 'canceled' })
      await opened.answer(reference, true).catch(() => {})
      expect(await opened.charges(reference)).toEqual([])
    })

    it('that was given up takes no money any more', async () => {
      const reference = await processor.open(asking())
      await confirm(reference, 'asks')
      expect(await processor.cancel(reference)).toEqual({ kind: 'canceled' })
      await opened.answer(reference, true).catch(() => {})
      expect(await processor.fetch(reference)).toEqual({ kind: 'canceled' })
      expect(await opened.charges(reference)).toEqual([])
    })
  })

  describe('cancel', () => {
    it('before the confirm: nothing can be taken any more', async () => {
      const reference = await processor.open(asking())
      expect(await processor.cancel(reference)).toEqual({ kind: 'canceled' })
      expect(await processor.cancel(reference)).toEqual({ kind: 'canceled' })
      expect(await confirm(reference, 'pays')).toEqual({ kind: 'canceled' })
      expect(await opened.charges(reference)).toEqual([])
    })

    it('after the confirm: too late', async () => {
      const reference = await paid()
      expect((await processor.cancel(reference)).kind).toBe('succeeded')
      expect(await opened.charges(reference)).toEqual([{ amount: 1900, refunded: 0 }])
    })
  })

  it('knows nothing of a reference that it did not give', async () => {
    for (const call of [processor.fetch, processor.cancel]) {
      const error = await call('pi_of_nobody').then(String, (thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(Error)
      expect(error).not.toBeInstanceOf(ProcessorAway)
    }
    const asked = { refundId: newId(), reference: 'pi_of_nobody', amount: 1, reason: 'duplicate' }
    expect(await processor.refund(asked)).toMatchObject({ kind: 'failed', reference: null })
    expect(await processor.fetchRefund(newId())).toMatchObject({ kind: 'failed', paymentReference: null })
  })

  describe('a method that is kept for later', () => {
    async function saved(card: Card): Promise<{ customer: OpenAsk['customer']; savedMethod: string }> {
      const customer = { id: newId(), email: 'grace@example.com', name: null }
      const reference = await processor.open(asking({ customer, isForLater: true }))
      const state = await confirm(reference, card)
      if (state.kind !== 'succeeded' || state.savedMethod === null) throw new Error(`nothing was kept: ${state.kind}`)
      return { customer, savedMethod: state.savedMethod }
    }

    it('is charged without the buyer; the reference is told first', async () => {
      const { customer, savedMethod } = await saved('pays')
      let reference = ''
      const state = await processor.charge({ ...asking({ customer, amount: 700 }), savedMethod }, async (told) => {
        reference = told
        expect(await opened.charges(told)).toEqual([])
      })
      expect(state.kind).toBe('succeeded')
      expect(await opened.charges(reference)).toEqual([{ amount: 700, refunded: 0 }])
    })

    it('is charged once, however often it is asked', async () => {
      const { customer, savedMethod } = await saved('pays')
      const ask = { ...asking({ customer }), savedMethod }
      const references = new Set<string>()
      for (let times = 0; times < 3; times += 1) {
        expect((await processor.charge(ask, async (told) => void references.add(told))).kind).toBe('succeeded')
      }
      const [reference = ''] = references
      expect(references.size).toBe(1)
      expect(await opened.charges(reference)).toHaveLength(1)
    })

    it('may be declined later', async () => {
      const { customer, savedMethod } = await saved('declines later')
      const state = await processor.charge({ ...asking({ customer }), savedMethod }, async () => {})
      expect(state).toMatchObject({ kind: 'failed', code: 'card_declined' })
    })

    it('comes of a setup, too, which takes nothing', async () => {
      const customer = { id: newId(), email: 'lin@example.com', name: 'Lin' }
      const reference = await processor.open(asking({ customer, purpose: 'setup', amount: 0, isForLater: true }))
      expect(await processor.fetch(reference)).toEqual({ kind: 'unconfirmed' })
      const state = await confirm(reference, 'pays')
      expect(state).toMatchObject({ kind: 'succeeded', savedMethod: expect.any(String) })
      expect(await processor.fetch(reference)).toEqual(state)
      expect(await opened.charges(reference)).toEqual([])
      const savedMethod = (state.kind === 'succeeded' && state.savedMethod) || ''
      expect((await processor.charge({ ...asking({ customer }), savedMethod }, async () => {})).kind).toBe('succeeded')
    })

    it('a setup may be declined, or refused by the owner of the card', async () => {
      const setUp = () => processor.open(asking({ purpose: 'setup', amount: 0, isForLater: true }))
      const declined = await setUp()
      expect(await confirm(declined, 'card_declined')).toMatchObject({ kind: 'failed', code: 'card_declined' })
      expect(await processor.fetch(declined)).toMatchObject({ kind: 'failed', code: 'card_declined' })
      const asked = await setUp()
      expect((await confirm(asked, 'asks')).kind).toBe('action_required')
      await opened.answer(asked, false)
      expect(await processor.fetch(asked)).toMatchObject({ kind: 'failed', code: 'authentication_failed' })
    })

    it('can be forgotten, twice', async () => {
      const { savedMethod } = await saved('pays')
      await processor.detach(savedMethod)
      await processor.detach(savedMethod)
    })
  })

  describe('refund', () => {
    const refund = (reference: string, amount: number, refundId = newId()) =>
      processor.refund({ refundId, reference, amount, reason: 'customer_request' })

    it('gives back a part, then the rest, and says so to whoever asks', async () => {
      const reference = await paid()
      const first = await refund(reference, 400)
      expect(first).toEqual({ kind: 'succeeded', reference: expect.any(String) })
      expect(await processor.fetchRefund(first.reference ?? '')).toEqual({
        ...first,
        paymentReference: reference,
        amount: 400,
      })
      expect((await refund(reference, 1500)).kind).toBe('succeeded')
      expect(await opened.charges(reference)).toEqual([{ amount: 1900, refunded: 1900 }])
    })

    it('is counted by what it was taken from, whoever asks', async () => {
      const reference = await paid()
      expect(await processor.refundsOf(reference)).toEqual({ succeeded: 0, pending: 0, failed: 0 })
      await refund(reference, 400)
      await refund(reference, 100)
      expect(await processor.refundsOf(reference)).toEqual({ succeeded: 500, pending: 0, failed: 0 })
    })

    it('happens once, however often it is asked', async () => {
      const reference = await paid()
      const refundId = newId()
      const states = [await refund(reference, 400, refundId), await refund(reference, 400, refundId)]
      expect(states[1]).toEqual(states[0])
      expect(await opened.charges(reference)).toEqual([{ amount: 1900, refunded: 400 }])
    })

    it('never gives back more than was taken, whatever runs at once', async () => {
      const reference = await paid()
      const states = await Promise.all(Array.from({ length: 20 }, () => refund(reference, 300)))
      expect(states.filter(({ kind }) => kind === 'succeeded')).toHaveLength(6)
      expect(states.filter(({ kind }) => kind === 'failed')).toHaveLength(14)
      expect(await opened.charges(reference)).toEqual([{ amount: 1900, refunded: 1800 }])
    })

    it('of what was never paid fails', async () => {
      expect((await refund(await processor.open(asking()), 100)).kind).toBe('failed')
    })
  })

  describe('notifications', () => {
    it('tell of a payment that something has become of it, each under a name of its own', async () => {
      const reference = await paid()
      const told = await opened.told()
      expect(told.map(({ content }) => content)).toEqual([{ kind: 'payment', reference }])
      await confirm(await processor.open(asking()), 'card_declined')
      const more = await opened.told()
      expect(more.map(({ content }) => content.kind)).toEqual(['payment'])
      expect(more[0]?.eventId).not.toBe(told[0]?.eventId)
    })

    it('tell of a refund, and whose it is', async () => {
      const reference = await paid()
      await opened.told()
      const refundId = newId()
      const made = await processor.refund({ refundId, reference, amount: 100, reason: 'other' })
      const content = { kind: 'refund', reference: made.reference, refundId, paymentReference: reference }
      expect((await opened.told()).map((told) => told.content)).toEqual([content])
    })

    it('that nobody has signed are not believed', async () => {
      const body = Buffer.from(JSON.stringify({ id: 'evt_1', type: 'payment_intent.succeeded', data: { object: {} } }))
      await expect(processor.readNotification({}, body)).rejects.toThrow(NotFromProcessor)
    })
  })
})
