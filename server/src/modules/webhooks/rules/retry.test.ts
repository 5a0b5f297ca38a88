import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outcomeOf } from './retry.ts'

const NOW = new Date('2026-06-01T12:00:00Z')
const outcomeAfter = (number: number, verdict: { httpCode?: number; retryAfter?: string } = {}, random = 0.5) =>
  outcomeOf({ httpCode: verdict.httpCode ?? null, retryAfter: verdict.retryAfter ?? null }, number, NOW, random)
const waitAfter = (number: number, verdict = {}, random = 0.5) => {
  const outcome = outcomeAfter(number, verdict, random)
  return outcome.status === 'pending' ? (outcome.nextAttemptAt.getTime() - NOW.getTime()) / 1000 : undefined
}

describe('an attempt', () => {
  it.each([200, 201, 204, 299])('that is answered with %i has succeeded', (httpCode) => {
    expect(outcomeAfter(1, { httpCode })).toEqual({ status: 'succeeded' })
  })

  it('that is answered with 410 is the last one', () => {
    expect(outcomeAfter(1, { httpCode: 410 })).toEqual({ status: 'gone' })
  })

  it.each([undefined, 100, 301, 302, 400, 404, 429, 500, 503])('with the result %s is repeated', (httpCode) => {
    expect(outcomeAfter(1, httpCode === undefined ? {} : { httpCode }).status).toBe('pending')
  })
})

describe('the waits', () => {
  const waits = Array.from({ length: 10 }, (_, index) => waitAfter(index + 1) ?? 0)

  it('grow, and are about three days together; then it is over', () => {
    expect([...waits].sort((a, b) => a - b)).toEqual(waits)
    const days = waits.reduce((sum, wait) => sum + wait, 0) / 86_400
    expect(days).toBeGreaterThan(2.8)
    expect(days).toBeLessThan(3.2)
    expect(outcomeAfter(11)).toEqual({ status: 'failed' })
  })

  it('differ a little from receiver to receiver', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 }), fc.double({ min: 0, max: 1, noNaN: true }), (number, random) => {
        const share = (waitAfter(number, {}, random) ?? 0) / (waits[number - 1] ?? 1)
        expect(share).toBeGreaterThanOrEqual(0.89)
        expect(share).toBeLessThanOrEqual(1.11)
      }),
    )
    expect(waitAfter(1, {}, 0)).not.toBe(waitAfter(1, {}, 1))
  })

  it('let what comes after pass in an hour', () => {
    expect(outcomeAfter(1)).toMatchObject({ passesAt: new Date('2026-06-01T13:00:00Z') })
  })

  it.each([
    ['120', 120],
    [' 7 ', 7],
    ['0', 5],
    ['Mon, 01 Jun 2026 12:10:00 GMT', 600],
    ['Mon, 01 Jun 2020 12:10:00 GMT', 5],
    ['999999999', 86_400],
    ['soon', 5],
    ['-5', 5],
    ['', 5],
    ['1e3', 5],
  ])('are at least what the receiver asks for: %j is %i s', (retryAfter, seconds) => {
    expect(waitAfter(1, { httpCode: 503, retryAfter })).toBe(seconds)
  })

  it('are not longer than the attempts that there are', () => {
    expect(outcomeAfter(11, { httpCode: 503, retryAfter: '5' })).toEqual({ status: 'failed' })
  })
})
