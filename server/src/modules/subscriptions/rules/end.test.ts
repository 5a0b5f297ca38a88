import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidInput } from '../../../kernel/invalid-input.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { CANCELLATION_REASONS, SUBSCRIPTION_STATUSES, type Subscription } from '../model.ts'
import { applyEnd, type EndAsk, endAskOf, endWithPeriod, isOver } from './end.ts'
import { startSubscription } from './start.ts'

const START = new Date('2026-01-31T09:30:00.000Z')
const NOW = new Date('2026-02-10T00:00:00.000Z')
const PERIOD_END = new Date('2026-02-28T09:30:00.000Z')

const active: Subscription = startSubscription(
  {
    organizationId: 'org',
    customerId: 'customer',
    price: {
      id: 'price',
      createdAt: START,
      modifiedAt: null,
      version: 1,
      productId: 'product',
      type: 'recurring',
      amountType: 'fixed',
      recurringInterval: 'month',
      priceAmount: 900,
      priceCurrency: 'usd',
      minimumAmount: null,
      maximumAmount: null,
      presetAmount: null,
      isArchived: false,
    },
    discountId: null,
    checkoutId: 'checkout',
    amount: 900,
    currency: 'usd',
    metadata: {},
    customFieldData: {},
    paymentsMode: 'sandbox',
    paymentMethodId: null,
  },
  START,
)

const ask = (kind: EndAsk['kind'], fields: Partial<EndAsk> = {}): EndAsk => ({
  kind,
  reason: undefined,
  comment: undefined,
  ...fields,
})
const canceled = applyEnd(active, ask('cancel', { reason: 'unused', comment: 'Bye' }), NOW)
const refused = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return error instanceof Refusal ? error.kind.error : String(error)
  }
  return 'done'
}

describe('endAskOf', () => {
  it.each([
    [{ cancel_at_period_end: true }, 'cancel'],
    [{ cancel_at_period_end: true, revoke: true }, 'cancel'],
    [{ cancel_at_period_end: false }, 'uncancel'],
    [{ cancel_at_period_end: false, revoke: true }, 'uncancel'],
    [{ revoke: true }, 'revoke'],
    [{ revoke: true, cancel_at_period_end: null }, 'revoke'],
    [{ revoke: false }, 'explain'],
    [{ revoke: null }, 'explain'],
    [{}, 'explain'],
  ] as const)('%j means %s', (body, kind) => {
    expect(endAskOf(body).kind).toBe(kind)
  })

  it('refuses a change of the plan at its field, whatever else is asked', () => {
    expect(() => endAskOf({ product_id: 'p', revoke: true })).toThrow('body.product_id: The plan')
    expect(() => endAskOf({ product_price_id: 'p' })).toThrow(InvalidInput)
  })
})

describe('applyEnd', () => {
  it('cancels: it stays active until its period ends', () => {
    expect(canceled).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: true,
      canceledAt: NOW,
      endsAt: PERIOD_END,
      endedAt: null,
      customerCancellationReason: 'unused',
      customerCancellationComment: 'Bye',
      version: 2,
    })
  })

  it('uncancels: as if nothing had happened, and for one that is not canceled nothing happens', () => {
    expect(applyEnd(canceled, ask('uncancel'), NOW)).toEqual({ ...active, modifiedAt: NOW, version: 3 })
    expect(applyEnd(active, ask('uncancel'), NOW)).toBe(active)
  })

  it('revokes: it ends now, also when it was canceled, and keeps the moment and the reason of that', () => {
    const later = new Date(NOW.getTime() + 1000)
    const ended = { status: 'canceled', cancelAtPeriodEnd: false, endsAt: later, endedAt: later }
    expect(applyEnd(active, ask('revoke', { reason: 'other' }), later)).toMatchObject({
      ...ended,
      canceledAt: later,
      customerCancellationReason: 'other',
    })
    expect(applyEnd(canceled, ask('revoke'), later)).toMatchObject({
      ...ended,
      canceledAt: NOW,
      customerCancellationReason: 'unused',
    })
  })

  it('refuses to cancel or revoke twice', () => {
    const revoked = applyEnd(active, ask('revoke'), NOW)
    expect(refused(() => applyEnd(canceled, ask('cancel'), NOW))).toBe('AlreadyCanceledSubscription')
    for (const kind of ['cancel', 'uncancel', 'revoke'] as const) {
      expect(refused(() => applyEnd(revoked, ask(kind), NOW))).toBe('AlreadyCanceledSubscription')
      expect(refused(() => applyEnd(canceled, ask(kind), PERIOD_END))).toBe('AlreadyCanceledSubscription')
    }
  })

  it('explains only what is canceled, and changes nothing when there is nothing to say', () => {
    expect(applyEnd(canceled, ask('explain', { comment: 'Too loud' }), NOW)).toMatchObject({
      customerCancellationReason: 'unused',
      customerCancellationComment: 'Too loud',
    })
    expect(applyEnd(active, ask('explain'), NOW)).toBe(active)
    expect(applyEnd(active, ask('explain', { reason: null, comment: null }), NOW)).toBe(active)
    const late = () => applyEnd(active, ask('explain', { comment: 'Too loud' }), NOW)
    expect(late).toThrow('body.customer_cancellation_comment')
    expect(() => applyEnd(active, ask('explain', { reason: 'other' }), NOW)).toThrow(
      'body.customer_cancellation_reason',
    )
  })

  it('never brings back one that is over, and never leaves one half ended, whatever is asked in whatever order', () => {
    const asks = fc.array(
      fc.record({
        kind: fc.constantFrom('cancel' as const, 'uncancel' as const, 'revoke' as const, 'explain' as const),
        reason: fc.constantFrom(undefined, null, ...CANCELLATION_REASONS),
        comment: fc.constantFrom(undefined, null, 'Bye'),
        hours: fc.integer({ min: 0, max: 24 * 20 }),
      }),
    )
    fc.assert(
      fc.property(asks, (steps) => {
        let subscription = active
        for (const { hours, ...step } of steps) {
          const now = new Date(NOW.getTime() + hours * 3_600_000)
          const wasOver = isOver(subscription, now)
          refused(() => {
            subscription = applyEnd(subscription, step, now)
          })
          expect(!wasOver || isOver(subscription, now)).toBe(true)
          expect(subscription.endedAt !== null).toBe(subscription.status === 'canceled')
          expect(subscription.endsAt !== null).toBe(subscription.canceledAt !== null)
          if (subscription.canceledAt === null) expect(subscription.customerCancellationReason).toBeNull()
        }
      }),
    )
  })
})

describe('endWithPeriod', () => {
  it('ended when its period did, however late that is written down', () => {
    const late = new Date('2026-03-02T00:00:00.000Z')
    expect(endWithPeriod(canceled, late)).toMatchObject({
      status: 'canceled',
      cancelAtPeriodEnd: true,
      endedAt: PERIOD_END,
      modifiedAt: late,
    })
  })
})

describe('isOver', () => {
  it.each(SUBSCRIPTION_STATUSES)('a subscription that is %s', (status) => {
    expect(isOver({ ...active, status }, NOW)).toBe(['canceled', 'incomplete_expired'].includes(status))
  })

  it('one whose end has come, to the millisecond', () => {
    expect(isOver(canceled, new Date(PERIOD_END.getTime() - 1))).toBe(false)
    expect(isOver(canceled, PERIOD_END)).toBe(true)
  })
})
