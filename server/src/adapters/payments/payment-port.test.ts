import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  asking,
  type Card,
  confirming,
  confirmWith,
  DECLINES,
  type OpenedProcessor,
  openSandbox,
  openStripe,
  paidTo,
} from '../../../test/support/payment-processors.ts'
import { newId } from '../../kernel/ids.ts'
import { type OpenAsk, type PaymentProcessor, ProcessorAway, TokenRefused } from '../../modules/payments/index.ts'

/** The sandbox has no card that fails to prove itself without being asked to. */
const SANDBOX_DECLINES = DECLINES.filter((code) => code !== 'authentication_failed')

describe.each([
  ['the sandbox', openSandbox, SANDBOX_DECLINES],
  ['Stripe', openStripe, DECLINES],
])('%s', (_, start, declines) => {
  let opened: OpenedProcessor
  let processor: PaymentProcessor
  beforeAll(async () => {
    opened = await start()
    processor = opened.processor
  })
  beforeEach(async () => void (await opened.told()))
  afterAll(() => opened.close())

  const confirm = (reference: string, card: Card) => confirmWith(opened, reference, card)
  const paid = () => paidTo(opened)

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
})
