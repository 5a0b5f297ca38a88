import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidInput } from '../../kernel/invalid-input.ts'
import { isBeyondTheEnd, missesForgotten, resumeAfter } from './rules.ts'

const number = fc.integer({ min: 0, max: 1_000_000 })

describe('where a stream goes on', () => {
  it('after what was seen last, whatever the address says', () => {
    fc.assert(
      fc.property(number, fc.option(number, { nil: undefined }), (seen, after) => {
        expect(resumeAfter(String(seen), after)).toEqual({ after: seen, loc: ['header', 'last-event-id'] })
        expect(resumeAfter(undefined, after)).toEqual({ after, loc: ['query', 'after'] })
        expect(resumeAfter('', after)).toEqual({ after, loc: ['query', 'after'] })
      }),
    )
  })

  it.each(['seven', '-1', '1.5', ' 1', '9'.repeat(16)])('%j was never the number of an event', (text) => {
    expect(() => resumeAfter(text, 1)).toThrow(InvalidInput)
  })
})

describe('the end', () => {
  it('is passed by a number that no event has, and by no other', () => {
    fc.assert(
      fc.property(number, number, (after, last) => {
        expect(isBeyondTheEnd(after, last)).toBe(after > last)
      }),
    )
    expect(isBeyondTheEnd(undefined, 0)).toBe(false)
  })
})

describe('what was forgotten is missed', () => {
  it('by whoever has read some of it, and by nobody else', () => {
    fc.assert(
      fc.property(number, number, (after, forgotten) => {
        // What comes next has the number after + 1.
        expect(missesForgotten(after, forgotten)).toBe(after > 0 && after + 1 <= forgotten)
      }),
    )
    expect(missesForgotten(undefined, 5)).toBe(false)
  })
})
