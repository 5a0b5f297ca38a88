import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_AMOUNT } from '../../kernel/money.ts'
import type { Order } from '../orders/index.ts'
import { type Parts, REFUND_STATUSES, type Refund } from './model.ts'
import { add, applyState, partOf, partOfTotal, REFUND_MOVES, totalOf, withRefunded } from './rules.ts'

const NOW = new Date('2026-01-31T09:30:00.000Z')
const NOTHING: Parts = { amount: 0, taxAmount: 0 }

const wholes = fc
  .record({ amount: fc.integer({ min: 1, max: MAX_AMOUNT }), tax: fc.integer({ min: 0, max: 10_000 }) })
  .map(({ amount, tax }) => ({ amount, taxAmount: Math.floor((amount * tax) / 10_000) }))

/** Shares of what is left each time; the last takes the rest. */
const shares = fc.array(fc.double({ min: 0.01, max: 0.99, noNaN: true }), { maxLength: 12 })

describe('partOf', () => {
  it.each([
    [{ amount: 1000, taxAmount: 190 }, NOTHING, 1000, { amount: 1000, taxAmount: 190 }],
    [{ amount: 1000, taxAmount: 190 }, NOTHING, 500, { amount: 500, taxAmount: 95 }],
    [{ amount: 3, taxAmount: 1 }, NOTHING, 1, { amount: 1, taxAmount: 0 }],
    [{ amount: 3, taxAmount: 1 }, { amount: 1, taxAmount: 0 }, 1, { amount: 1, taxAmount: 1 }],
    [{ amount: 3, taxAmount: 1 }, { amount: 2, taxAmount: 1 }, 1, { amount: 1, taxAmount: 0 }],
    // Halves round away from zero.
    [{ amount: 2, taxAmount: 1 }, NOTHING, 1, { amount: 1, taxAmount: 1 }],
  ])('of %j, after %j: %i', (whole, taken, amount, part) => {
    expect(partOf(whole, taken, amount)).toEqual(part)
  })

  it('is nothing above what is left, and nothing for nothing', () => {
    const whole = { amount: 1000, taxAmount: 190 }
    expect(partOf(whole, NOTHING, 1001)).toBeNull()
    expect(partOf(whole, { amount: 400, taxAmount: 76 }, 601)).toBeNull()
    expect(partOf(whole, whole, 1)).toBeNull()
    expect(partOf(whole, NOTHING, 0)).toBeNull()
  })

  it('for every order, cut up in whatever way, the parts come to exactly the whole', () => {
    fc.assert(
      fc.property(wholes, shares, (whole, cuts) => {
        let taken = NOTHING
        for (const cut of [...cuts, 1]) {
          const amount = Math.max(1, Math.floor((whole.amount - taken.amount) * cut))
          const part = partOf(whole, taken, amount)
          if (part === null) break
          expect(part.taxAmount).toBeGreaterThanOrEqual(0)
          taken = add(taken, part)
          const exactTax = (whole.taxAmount * taken.amount) / whole.amount
          expect(Math.abs(taken.taxAmount - exactTax)).toBeLessThanOrEqual(0.5 + 1e-3)
        }
        expect(taken).toEqual(whole)
      }),
    )
  })

  it('also when some of the parts fail and are free again', () => {
    const steps = fc.array(fc.record({ cut: fc.double({ min: 0.01, max: 1, noNaN: true }), fails: fc.boolean() }))
    fc.assert(
      fc.property(wholes, steps, (whole, tries) => {
        const kept: Parts[] = []
        const pending: Parts[] = []
        const taken = () => [...kept, ...pending].reduce(add, NOTHING)
        for (const { cut, fails } of [...tries, { cut: 1, fails: false }]) {
          const part = partOf(whole, taken(), Math.max(1, Math.floor((whole.amount - taken().amount) * cut)))
          if (part) (fails ? pending : kept).push(part)
          if (pending.length > 3) pending.shift()
          expect(taken().taxAmount).toBeLessThanOrEqual(whole.taxAmount)
        }
        pending.length = 0
        const rest = partOf(whole, taken(), whole.amount - taken().amount)
        expect(add(taken(), rest ?? NOTHING)).toEqual(whole)
      }),
    )
  })
})

describe('partOfTotal', () => {
  it('for every order, the parts of totals come to exactly the whole, and never to more of either', () => {
    fc.assert(
      fc.property(wholes, shares, (whole, cuts) => {
        let taken = NOTHING
        for (const cut of [...cuts, 1]) {
          const left = totalOf(whole) - totalOf(taken)
          const part = partOfTotal(whole, taken, Math.max(1, Math.floor(left * cut)))
          taken = add(taken, part)
          expect([part.amount >= 0, part.taxAmount >= 0]).toEqual([true, true])
          expect(taken.amount).toBeLessThanOrEqual(whole.amount)
          expect(taken.taxAmount).toBeLessThanOrEqual(whole.taxAmount)
        }
        expect(taken).toEqual(whole)
      }),
    )
  })

  it('is never more than what is left', () => {
    const whole = { amount: 1000, taxAmount: 190 }
    expect(partOfTotal(whole, { amount: 900, taxAmount: 171 }, 5000)).toEqual({ amount: 100, taxAmount: 19 })
    expect(partOfTotal(whole, whole, 1)).toEqual(NOTHING)
    expect(partOfTotal(whole, NOTHING, 595)).toEqual({ amount: 500, taxAmount: 95 })
  })
})

describe('withRefunded', () => {
  const order = { amount: 1000, taxAmount: 190, status: 'paid', refundedAmount: 0, refundedTaxAmount: 0 } as Order
  it.each([
    [NOTHING, 'paid'],
    [{ amount: 1, taxAmount: 0 }, 'partially_refunded'],
    [{ amount: 999, taxAmount: 190 }, 'partially_refunded'],
    [{ amount: 1000, taxAmount: 190 }, 'refunded'],
  ])('%j: %s', (parts, status) => {
    expect(withRefunded(order, parts, NOW)).toMatchObject({ status, refundedAmount: parts.amount })
  })
})

describe('applyState', () => {
  const refund = { status: 'pending', processorReference: null, failureDetail: null, version: 1 } as Refund

  it('moves as the table says, and no other way', () => {
    for (const status of REFUND_STATUSES) {
      for (const kind of ['succeeded', 'failed'] as const) {
        const moved = applyState({ ...refund, status }, { kind, reference: 're_1', reason: 'Closed' }, NOW).status
        expect(moved).toBe(REFUND_MOVES[status].includes(kind) ? kind : status)
      }
    }
  })

  it('keeps the reference and the reason, and is the same object when there is no news', () => {
    const pending = applyState(refund, { kind: 'pending', reference: 're_1' }, NOW)
    expect(pending).toEqual({ ...refund, processorReference: 're_1' })
    expect(applyState(pending, { kind: 'pending', reference: 're_1' }, NOW)).toBe(pending)
    const failed = applyState(pending, { kind: 'failed', reference: null, reason: 'Closed' }, NOW)
    expect(failed).toMatchObject({ status: 'failed', processorReference: 're_1', failureDetail: 'Closed' })
    expect(applyState(failed, { kind: 'pending', reference: 're_1' }, NOW)).toBe(failed)
    const succeeded = applyState(failed, { kind: 'succeeded', reference: 're_1' }, NOW)
    expect(succeeded).toMatchObject({ status: 'succeeded', failureDetail: null })
    expect(applyState(succeeded, { kind: 'succeeded', reference: 're_1' }, NOW)).toBe(succeeded)
  })
})
