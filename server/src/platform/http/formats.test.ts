import { describe, expect, it } from 'vitest'
import { isHttpUrl, isMoment } from './formats.ts'

describe('a moment', () => {
  it.each([
    '2026-01-31T09:30:00Z',
    '2026-01-31T09:30:00.123456+02:00',
    '2026-01-31 09:30Z',
    '9999-12-31T23:59:59.999Z',
    '2028-02-29T00:00:00Z',
    '0004-02-29 00:00Z',
  ])('is %s', (text) => expect(isMoment(text)).toBe(true))

  it.each([
    '2026-01-31',
    '2026-01-31T09:30:00',
    '2026-13-01T00:00:00Z',
    '2026-01-31T25:00:00Z',
    // Days that their month does not have: the parser would move them into the next one.
    '2026-02-29T00:00:00Z',
    '2026-02-30 00:00Z',
    '2026-04-31T12:00:00+02:00',
    '1900-02-29T00:00:00Z',
    '+010000-01-01T00:00:00Z',
    // An offset can carry a date that looks fine out of the years that the wire format and the database know.
    '9999-12-31T23:59:59-01:00',
    '0001-01-01T00:00:00+01:00',
    '0000-06-01T00:00:00Z',
  ])('is not %s', (text) => expect(isMoment(text)).toBe(false))
})

describe('an http URL', () => {
  it.each(['https://shop.example.com/thanks?id={CHECKOUT_ID}', 'http://localhost:3000'])('is %s', (text) => {
    expect(isHttpUrl(text)).toBe(true)
  })

  it.each([
    '/thanks',
    'shop.example.com',
    'javascript:alert(1)',
    'ftp://example.com',
    'https://a b.example.com',
    'http:\\\\x',
  ])('is not %s', (text) => expect(isHttpUrl(text)).toBe(false))
})
