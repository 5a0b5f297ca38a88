import { describe, expect, it } from 'vitest'
import { PAYMENT_STATUSES, type Payment } from '../model.ts'
import { isSettled, MOVES, movePayment } from './status.ts'

const now = new Date('2026-01-31T09:30:00Z')
const payment = (status: Payment['status']) => ({ status, version: 3, modifiedAt: null }) as Payment

describe('moves', () => {
  it.each(PAYMENT_STATUSES.flatMap((from) => PAYMENT_STATUSES.map((to) => [from, to] as const)))(
    'from %s to %s happen only where the table says so',
    (from, to) => {
      if (from === to) expect(movePayment(payment(from), to, {}, now)).toEqual(payment(from))
      else if (MOVES[from].includes(to)) {
        expect(movePayment(payment(from), to, {}, now)).toMatchObject({ status: to, version: 4, modifiedAt: now })
      } else expect(() => movePayment(payment(from), to, {}, now)).toThrow('cannot go')
    },
  )

  it('never take money back from what succeeded, and let money come for what was given up', () => {
    expect(MOVES.succeeded).toEqual([])
    for (const status of PAYMENT_STATUSES.filter((each) => isSettled(each) && each !== 'succeeded')) {
      expect(MOVES[status]).toEqual(['succeeded'])
    }
  })
})
