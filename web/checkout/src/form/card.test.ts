import { describe, expect, it } from 'vitest'
import { groupDigits, isOver, laterExpiry, parseExpiry, shapeExpiry } from './card.ts'

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

describe('shapeExpiry', () => {
  it.each([
    ['1230', '12 / 30'],
    ['12/30', '12 / 30'],
    ['122030', '12 / 2030'],
    ['12 / 30', '12 / 30'],
  ])('%s becomes %s', (text, shaped) => {
    expect(shapeExpiry(text)).toBe(shaped)
  })

  it.each(['', '1', '12', '12/', '123', '12 / 3', '12 / 203', '1/30', 'abcd'])('%j is left as it is', (text) => {
    expect(shapeExpiry(text)).toBe(text)
  })

  it('a year of four digits can be typed one by one', () => {
    expect([...'122030'].reduce((text, digit) => shapeExpiry(text + digit), '')).toBe('12 / 2030')
  })
})

describe('groupDigits', () => {
  it('groups what it gets, in whatever form', () => {
    expect(groupDigits('4242424242424242')).toBe('4242 4242 4242 4242')
    expect(groupDigits('4242-4242 x')).toBe('4242 4242')
    expect(groupDigits('')).toBe('')
  })

  it('stops at the longest number there is', () => {
    expect(groupDigits('1'.repeat(30))).toBe('1111 1111 1111 1111 111')
  })
})

describe('isOver', () => {
  it('is a month that has ended everywhere, as the server sees it', () => {
    const june = { month: 6, year: 2026 }
    expect(isOver(june, new Date('2026-06-30T23:59:59Z'))).toBe(false)
    expect(isOver(june, new Date('2026-07-01T00:00:00Z'))).toBe(true)
    expect(isOver({ month: 12, year: 2026 }, new Date('2026-12-31T12:00:00Z'))).toBe(false)
  })
})
