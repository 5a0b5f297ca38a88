import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasCardNumber } from './card-number.ts'
import { newId } from './ids.ts'

const CARDS = [
  '4242424242424242',
  '4222222222222',
  '4000056655665556',
  '5555555555554444',
  '2223003122003222',
  '378282246310005',
  '6011111111111117',
  '3056930009020004',
  '36227206271667',
  '3566002020360505',
  '6200000000000005',
  '6759649826438453',
]

const grouped = (digits: string, by: string) => digits.replace(/(\d{4})(?=\d)/g, `$1${by}`)

describe('hasCardNumber', () => {
  it.each(CARDS)('%s, in one piece or in groups, alone or in a sentence', (card) => {
    for (const spelling of [card, grouped(card, ' '), grouped(card, '-'), [...card].join(' ')]) {
      expect(hasCardNumber(spelling)).toBe(true)
      expect(hasCardNumber(`My card is ${spelling}, thank you.`)).toBe(true)
      expect(hasCardNumber(`card=${spelling}`)).toBe(true)
      expect(hasCardNumber(`${spelling} 12/30 123`)).toBe(true)
      expect(hasCardNumber(`Order 77 ${spelling}`)).toBe(true)
    }
  })

  it.each([
    ['no-break spaces', '\u00a0'],
    ['thin spaces', '\u2009'],
    ['ideographic spaces', '\u3000'],
    ['tabs', '\t'],
    ['several spaces', '   '],
    ['dots', '.'],
    ['slashes', '/'],
    ['underscores', '_'],
    ['spaces and dashes', ' - '],
    ['dashes that do not break', '\u2011'],
    ['en dashes', '\u2013'],
    ['em dashes', '\u2014'],
    ['minus signs', '\u2212'],
    ['full-width dashes', '\uff0d'],
    ['middle dots', '\u00b7'],
    ['characters that nobody sees', '\u200b'],
    ['soft hyphens', '\u00ad'],
  ])('with %s between the groups', (_, by) => {
    for (const card of CARDS) {
      expect([card, hasCardNumber(grouped(card, by))]).toEqual([card, true])
      expect(hasCardNumber(`My card is ${grouped(card, by)}, thank you.`)).toBe(true)
    }
    expect(hasCardNumber(['3782', '822463', '10005'].join(by))).toBe(true)
  })

  it.each([
    ['full width', 0xff10],
    ['bold', 0x1d7ce],
    ['of one width', 0x1d7f6],
  ])('in digits that are %s', (_, zero) => {
    for (const card of CARDS) {
      const spelling = String.fromCodePoint(...[...card].map((digit) => zero + Number(digit)))
      for (const text of [spelling, [...spelling].join('\u3000'), `My card is ${spelling}.`]) {
        expect([text, hasCardNumber(text)]).toEqual([text, true])
      }
    }
  })

  it.each([
    ['a wrong check digit', '4242424242424241'],
    ['too short', '424242424242'],
    ['too long', '42424242424242424242'],
    ['no issuer begins like that', '1234567812345670'],
    ['milliseconds', '1767225600000'],
    ['an article number', '4006381333931'],
    ['an article number that would do as a card', '4000000000006'],
    ['a phone number', '+49 1512 3456782'],
    ['a phone number in one piece', '+4915123456782'],
    ['an IBAN', 'DE89 3704 0044 0532 0130 00'],
    ['a number with letters before it', 'order4242424242424242'],
    ['a number with letters behind it', '4242424242424242abc'],
    ['a part of a token', 'till_cs_4242424242424242'],
    ['a decimal', '0.4242424242424242'],
    ['an amount', '4242424242424242.50'],
    ['a date and time', '2026-01-31 09:30:00.000'],
    ['a date and time that would do as a card', '30/12/2026 10.15.07'],
    ['a date and time with dots', '30.12.2026 10.15.07'],
    ['an address of the internet', '52.14.200.100'],
    ['a version', '4.24.2424.2424.2424.2'],
    ['an object identifier', '1.3.6.1.4.1.31.1.4.2.4.2.4.2.4.2'],
    ['a name with numbers', 'backup_4242_4242_4242_4242'],
    ['coordinates', '40.712776/74.005974'],
    ['an IBAN with no-break spaces', 'DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000'],
    ['an IBAN with dashes that would do as a card', 'DE89-4242-4242-4242-4242-00'],
    ['a column of numbers', '4242\n4242\n4242\n4242'],
    ['a list of numbers', '4242, 4242, 4242, 4242'],
    ['a phone number with dots', '+1.415.555.2671.4242'],
  ])('not %s: %s', (_, text) => {
    expect(hasCardNumber(text)).toBe(false)
  })

  it('not in any UUID, nor in a license key', () => {
    const digits = fc.integer({ min: 0, max: 99_999_999 }).map((number) => String(number).padStart(8, '0'))
    fc.assert(
      fc.property(digits, digits, digits, digits, fc.constantFrom('', 'TAPE-', 'TAPE2-'), (a, b, c, d, prefix) => {
        const uuid = `${a}-${b.slice(4)}-4${b.slice(1, 4)}-8${c.slice(5)}-${c.slice(4)}${d}`
        expect(hasCardNumber(prefix + uuid)).toBe(false)
        expect(hasCardNumber(`{"id":"${uuid}"}`)).toBe(false)
      }),
    )
    for (let time = 0; time < 1000; time += 1) expect(hasCardNumber(`${randomUUID()} ${newId()}`)).toBe(false)
  })

  it('about one number of sixteen digits in thirty, by accident', () => {
    let hits = 0
    for (let time = 0; time < 10_000; time += 1) {
      hits += Number(hasCardNumber(String(Math.floor(Math.random() * 9e15) + 1e15)))
    }
    expect(hits / 10_000).toBeLessThan(1 / 25)
  })

  it('takes no time for a long text of digits', () => {
    const text = '4 '.repeat(500_000)
    const start = performance.now()
    hasCardNumber(text)
    hasCardNumber('4'.repeat(1_000_000))
    hasCardNumber('\uff14 _'.repeat(300_000))
    // Each of these becomes eighteen letters in the plainer form.
    hasCardNumber(`4242 4242 4242 4241 ${'\ufdfa'.repeat(340_000)}`)
    hasCardNumber('424242424242x'.repeat(80_000))
    expect(performance.now() - start).toBeLessThan(3000)
  })
})
