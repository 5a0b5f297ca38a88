import { describe, expect, it } from 'vitest'
import { groupDigits, laterExpiry, parseExpiry } from './card.ts'

describe('parseExpiry', () => {
  it.each([
    ['12/34', 12, 2034],
    [' 1 / 2034 ', 1, 2034],
    ['07-29', 7, 2029],
    ['0729', 7, 2029],
  ])('%s', (text, month, year) => {
    expect(parseExpiry(text)).toEqual({ month, year })
  })

  it.each(['', '13/30', '0/30', '1234567', '12', 'ab/cd', '12/3'])('%s is no date', (text) => {
    expect(parseExpiry(text)).toBeNull()
  })

  it('reads the date of the test card, which lies ahead', () => {
    expect(parseExpiry(laterExpiry(new Date('2026-06-01')))).toEqual({ month: 12, year: 2029 })
  })
})

describe('groupDigits', () => {
  it('groups what it gets, in whatever form', () => {
    expect(groupDigits('4242424242424242')).toBe('4242 4242 4242 4242')
    expect(groupDigits('4242-4242 x')).toBe('4242 4242')
    expect(groupDigits('')).toBe('')
  })
})
