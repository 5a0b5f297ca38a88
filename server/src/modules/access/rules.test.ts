import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accepts, SCOPES } from '../../kernel/actor.ts'
import { InvalidInput } from '../../kernel/invalid-input.ts'
import { expiryOf, requireOwnScopes } from './rules.ts'

const scopes = fc.subarray([...SCOPES])

describe('the scopes of a new token', () => {
  it('never reach further than those of the token that makes it, whatever both hold', () => {
    fc.assert(
      fc.property(scopes, scopes, (held, wanted) => {
        const foreign = [...wanted.entries()].filter(([, scope]) => !accepts(scope, new Set(held)))
        const refused = issuesOf(() => requireOwnScopes(new Set(held), wanted))
        expect(refused).toEqual(foreign.map(([index]) => ['body', 'scopes', index]))
      }),
    )
  })

  it('may be all that the token has', () => {
    fc.assert(
      fc.property(scopes, (held) => {
        expect(issuesOf(() => requireOwnScopes(new Set(held), held))).toEqual([])
      }),
    )
  })
})

describe('the end of a token', () => {
  const now = new Date('2026-01-31T09:30:00.000Z')

  it.each([
    [undefined, null],
    [null, null],
    ['P30D', '2026-03-02T09:30:00.000Z'],
    ['P1Y', '2027-01-31T09:30:00.000Z'],
    ['PT1S', '2026-01-31T09:30:01.000Z'],
    [60, '2026-01-31T09:31:00.000Z'],
    // What no calendar holds ends with the calendar.
    [`P${'9'.repeat(60)}D`, '9999-12-31T23:59:59.999Z'],
  ])('%s', (given, end) => {
    expect(expiryOf(given, now, null)?.toISOString() ?? null).toBe(end)
  })

  it.each(['', 'P', 'PT', 'PT0S', '-P1D', 'tomorrow', 0, -5])('%s is refused', (given) => {
    expect(issuesOf(() => expiryOf(given, now, null))).toEqual([['body', 'expires_in']])
  })

  it('is that of the token that makes it, when nothing is said', () => {
    const own = new Date('2026-02-01T09:30:00.000Z')
    expect(expiryOf(undefined, now, own)).toEqual(own)
    expect(expiryOf(null, now, own)).toEqual(own)
  })

  it('is never later than that of the token that makes it, whatever is asked for', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 1000 }), (left, asked) => {
        const own = new Date(now.getTime() + left * 1000)
        const refused = issuesOf(() => expect(expiryOf(asked, now, own)?.getTime()).toBe(now.getTime() + asked * 1000))
        expect(refused).toEqual(asked > left ? [['body', 'expires_in']] : [])
      }),
    )
  })
})

function issuesOf(work: () => unknown): readonly unknown[] {
  try {
    work()
    return []
  } catch (error) {
    if (error instanceof InvalidInput) return error.issues.map((issue) => issue.loc)
    throw error
  }
}
