import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { caretIn, groupDigits, isOver, laterExpiry, parseExpiry, shapeExpiry } from './card.ts'

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

  it('groups the numbers of American Express as they stand on the card, and ends where they end', () => {
    expect(groupDigits('378282246310005')).toBe('3782 822463 10005')
    expect(groupDigits('37828')).toBe('3782 8')
    expect(groupDigits('3782822463100059')).toBe('3782 822463 10005')
  })

  it('is the same again when it is grouped again', () => {
    const typed = fc.string({ unit: fc.constantFrom(...'0123456789 -') })
    fc.assert(
      fc.property(typed, (text) => {
        expect(groupDigits(groupDigits(text))).toBe(groupDigits(text))
      }),
    )
  })

  it('stops at the longest number there is', () => {
    expect(groupDigits('1'.repeat(30))).toBe('1111 1111 1111 1111 111')
  })
})

describe('caretIn', () => {
  const shaped = '4242 4242 42'

  it.each([
    ['a digit was taken out', '4242 242 4242', 6, '4242 2424 242', 6],
    ['a digit was put in', '42142 4242', 3, '4214 2424 2', 3],
    ['it stood before everything', '4242', 0, '4242', 0],
    ['it stands at the end', '42424', 5, '4242 4', 6],
    ['what it stood behind is gone', '4242x4', 9, '4242 4', 6],
  ])('stays where somebody types: %s', (_, typed, caret, written, place) => {
    expect(caretIn(written, typed, caret)).toBe(place)
  })

  it('stands behind as many digits as before', () => {
    fc.assert(
      fc.property(fc.nat({ max: shaped.length - 1 }), (caret) => {
        const place = caretIn(groupDigits(shaped), shaped, caret)
        expect(shaped.slice(0, place).replace(/ /g, '')).toBe(shaped.slice(0, caret).replace(/ /g, ''))
      }),
    )
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
