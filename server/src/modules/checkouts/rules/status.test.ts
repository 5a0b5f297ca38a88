import { describe, expect, it } from 'vitest'
import { CHECKOUT_STATUSES, type Checkout } from '../model.ts'
import { MOVES, moveTo, statusAt } from './status.ts'

const now = new Date('2026-01-31T09:30:00Z')
const checkout = (fields: Partial<Checkout>) =>
  ({
    ...{ status: 'open', version: 3, modifiedAt: null, expiresAt: new Date('2026-02-01T09:30:00Z') },
    paymentProcessorMetadata: {},
    ...fields,
  }) as Checkout

describe('moves', () => {
  it.each(CHECKOUT_STATUSES.flatMap((from) => CHECKOUT_STATUSES.map((to) => [from, to] as const)))(
    'from %s to %s happen only where the table says so',
    (from, to) => {
      if (MOVES[from].includes(to)) {
        expect(moveTo(checkout({ status: from }), to, now)).toMatchObject({ status: to, version: 4, modifiedAt: now })
      } else {
        expect(() => moveTo(checkout({ status: from }), to, now)).toThrow('cannot go')
      }
    },
  )

  it('end what one attempt to pay asked of the buyer, and keep what a page needs for the next', () => {
    const paymentProcessorMetadata = {
      publishable_key: 'pk_1',
      action: 'redirect',
      redirect_url: 'https://bank.example',
    }
    const waiting = checkout({ status: 'confirmed', paymentProcessorMetadata })
    for (const to of ['open', 'succeeded'] as const) {
      expect(moveTo(waiting, to, now).paymentProcessorMetadata).toEqual({ publishable_key: 'pk_1' })
    }
    expect(moveTo(checkout({ status: 'confirmed' }), 'open', now).paymentProcessorMetadata).toEqual({})
  })

  it('never lead out of what is final', () => {
    for (const status of ['succeeded', 'failed', 'expired'] as const) expect(MOVES[status]).toEqual([])
  })
})

describe('the status at a moment', () => {
  it('is expired for an open checkout from the very moment on, and for no other', () => {
    const { expiresAt } = checkout({})
    expect(statusAt(checkout({}), new Date(expiresAt.getTime() - 1))).toBe('open')
    expect(statusAt(checkout({}), expiresAt)).toBe('expired')
    expect(statusAt(checkout({ status: 'succeeded' }), expiresAt)).toBe('succeeded')
  })
})
