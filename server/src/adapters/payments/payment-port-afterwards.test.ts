import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  asking,
  type Card,
  confirmWith,
  type OpenedProcessor,
  openSandbox,
  openStripe,
  paidTo,
} from '../../../test/support/payment-processors.ts'
import { newId } from '../../kernel/ids.ts'
import { NotFromProcessor, type PaymentProcessor } from '../../modules/payments/index.ts'

describe.each([
  ['the sandbox', openSandbox],
  ['Stripe', openStripe],
])('%s', (_, start) => {
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
