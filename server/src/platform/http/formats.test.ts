import { describe, expect, it } from 'vitest'
import { isHttpUrl, isMoment, isNetworkAddress, isOrigin } from './formats.ts'

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

  it('may have letters such as ü in its name, also after many thousand others', () => {
    for (let round = 0; round < 20_000; round += 1) isHttpUrl(`https://shop.example.com/${round % 10}`)
    expect(isHttpUrl('https://bücher.example')).toBe(true)
  })
})

describe('an origin', () => {
  it.each([
    'https://shop.example.com',
    'https://Shop.example.com:443',
    'http://localhost:3000',
    'http://[::1]:3000',
    'https://bücher.example',
  ])('is %s', (text) => expect(isOrigin(text)).toBe(true))

  it.each([
    'https://shop.example.com/',
    'https://shop.example.com/buy',
    'https://shop.example.com?a=b',
    'https://shop.example.com#top',
    'https://ada@shop.example.com',
    'https://ada:secret@shop.example.com',
    'https://shop.example.com:port',
    "https://shop.example.com;script-src'unsafe-inline'",
    'https://shop.example.com,https://evil.example.com',
    'https://*.example.com',
    'https:shop.example.com',
    'ftp://shop.example.com',
    'shop.example.com',
    'null',
    '*',
    '',
  ])('is not %s', (text) => expect(isOrigin(text)).toBe(false))
})

describe('a network address', () => {
  it.each(['203.0.113.7', '::1', '2001:DB8::1', '::ffff:203.0.113.7'])('is %s', (text) => {
    expect(isNetworkAddress(text)).toBe(true)
  })

  it.each(['nope', '', '203.0.113', '203.0.113.256', '203.0.113.7:80', '203.0.113.0/24', '[::1]', 'fe80::1%eth0'])(
    'is not %s',
    (text) => expect(isNetworkAddress(text)).toBe(false),
  )
})
