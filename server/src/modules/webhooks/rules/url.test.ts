import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allow } from '../../../../test/support/allow.ts'
import { problemOfUrl } from './url.ts'

const NOTHING = allow('')
const problemOf = (url: string) => problemOfUrl(url, NOTHING)
const MAY_BE_OPENED = '. Whoever runs this server can open hosts of their own with TILL_WEBHOOK_ALLOW'

describe('URLs that webhooks can go to', () => {
  it.each([
    'https://example.com',
    'https://example.com/hook?to=shop#part',
    'https://example.com:8443/hook',
    'https://hooks.example.com./hook',
    'https://bücher.example/straße',
    'https://8.8.8.8/hook',
    'https://[2606:4700:4700::1111]/hook',
    'https://[::ffff:8.8.8.8]/',
    'https://my_hooks.example.com/',
    'https://localhost.example.com/',
    'https://my.locals/',
    'HTTPS://EXAMPLE.COM/',
    'https://example.com/%20%5C',
    `https://${'a'.repeat(63)}.example.com/`,
    `https://${'a.'.repeat(120)}example.com/`,
    `https://example.com/${'a'.repeat(2028)}`,
  ])('%j', (url) => {
    expect(problemOf(url)).toBeNull()
  })
})

describe('URLs that are refused', () => {
  it('for plain http, which can be allowed', () => {
    expect(problemOf('http://example.com/')).toBe(`URL should begin with https://${MAY_BE_OPENED}`)
  })

  it.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/plain,x',
    'wss://example.com/',
    'gopher://127.0.0.1/',
  ])('for their scheme: %j', (url) => {
    expect(problemOf(url)).toBe('URL should begin with https://')
  })

  it.each(['https://user@example.com/', 'https://user:secret@example.com/', 'https://:secret@example.com/'])(
    'for their credentials: %j',
    (url) => {
      expect(problemOf(url)).toBe('URL should have no user name and no password')
    },
  )

  it.each([
    'https://example.com\\@127.0.0.1/',
    'https:\\\\example.com/',
    ' https://example.com/',
    'https://example.com/ ',
    'https://example.com/a b',
    'https://exa\nmple.com/',
    'https://example.com/\t',
    'https://example.com/\r\nX: y',
    'https://example.com/\u007f',
    'https://example.com/\u0085',
    'https://example.com/\u00a0',
    'https://example.com/\u0000',
  ])('for characters that are read in two ways: %j', (url) => {
    expect(problemOf(url)).toBe('URL should have no backslash, no space and no control character')
  })

  it.each(['', 'example.com', '//example.com/', '/hook', 'https://', 'https://exa%mple.com', 'https://1.2.3.4.5/'])(
    'because they are none: %j',
    (url) => {
      expect(problemOf(url)).toMatch(/^URL should be/)
    },
  )

  it.each(['https://example.com:99999/', 'https://example.com:x/', 'https://[2606:4700::1111]:65536'])(
    'for their port: %j',
    (url) => {
      expect(problemOf(url)).toBe('URL should have a port from 1 to 65535, or none')
    },
  )

  it.each(['https://example/', 'https://example./', 'https://localhost/', 'https://LOCALHOST:8080/'])(
    'for a name without a dot: %j',
    (url) => {
      expect(problemOf(url)).toBe(`Host should be a complete name, with a dot${MAY_BE_OPENED}`)
    },
  )

  it.each([
    'https://a.localhost/',
    'https://a.localhost./',
    'https://db.localdomain/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://api.default.svc/',
    'https://api.default.svc.cluster.local/',
    'https://A.LOCAL/',
    'https://a.loc\u00adal/',
    'https://a.ｌｏｃａｌ/',
    'https://a。local/',
  ])('for a name that only this network knows: %j', (url) => {
    expect(problemOf(url)).toBe(`Host should be a name that is known on the internet${MAY_BE_OPENED}`)
  })

  it.each([
    [`https://example.com/${'a'.repeat(2029)}`, 'URL should have at most 2048 characters'],
    [`https://example.com/${'ü'.repeat(400)}`, 'URL should have at most 2048 characters'],
    [`https://${'a.'.repeat(122)}example.com/`, 'Host should have at most 253 characters'],
    [`https://${'a'.repeat(64)}.example.com/`, 'Each part of the host should have at most 63 characters'],
    ['https://localhost../', 'Host should have no empty part between two dots'],
    ['https://a..example.com/', 'Host should have no empty part between two dots'],
  ])('for their length: %#', (url, problem) => {
    expect(problemOf(url)).toBe(problem)
  })
})

describe('literal inward addresses', () => {
  it.each([
    '127.0.0.1',
    '127.1',
    '127.0.0.1.',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '0x7f.0x0.0x0.0x1',
    '１２７.０.０.１',
    '①②⑦.0.0.1',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    '0',
    '0.0.0.0',
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '168.63.129.16',
    '100.100.100.200',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::FFFF:7F00:0001]',
    '[::127.0.0.1]',
    '[64:ff9b::10.0.0.1]',
    '[64:ff9b:1::a00:1]',
    '[2002:a00:1::]',
    '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
  ])('%s', (host) => {
    for (const url of [`https://${host}/`, `https://${host}:8443/hook`])
      expect(problemOf(url)).toBe(`Host should be an address that is reachable from the internet${MAY_BE_OPENED}`)
  })

  it('every private address, as every number that the parser takes', () => {
    const privateV4 = fc.tuple(fc.constantFrom(10, 127), fc.nat(255), fc.nat(255), fc.nat(255))
    const part = (number: number, base: 8 | 10 | 16) =>
      base === 10 ? String(number) : base === 8 ? `0${number.toString(8)}` : `0x${number.toString(16)}`
    const bases = fc.array(fc.constantFrom<8 | 10 | 16>(8, 10, 16), { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(privateV4, bases, fc.integer({ min: 1, max: 4 }), fc.boolean(), (v4, chosen, parts, endsInDot) => {
        const leading = v4.slice(0, parts - 1)
        const rest = v4.slice(parts - 1).reduce((sum, byte) => sum * 256 + byte, 0)
        const host = [...leading, rest].map((number, index) => part(number, chosen[index] ?? 10)).join('.')
        return problemOf(`https://${host}${endsInDot ? '.' : ''}/`) !== null
      }),
    )
  })
})

describe('what the operator has opened', () => {
  const allowed = allow('localhost,hooks.internal,10.1.0.0/16,::1')

  it.each([
    'http://localhost:3000/hook',
    'https://localhost/',
    'http://hooks.internal/',
    'http://HOOKS.internal./',
    'http://10.1.2.3/',
    'https://10.1.2.3/',
    'http://[::1]:3000/',
    'http://0xa010203/',
  ])('is exempt, also from https: %j', (url) => {
    expect(problemOfUrl(url, allowed)).toBeNull()
  })

  it.each([
    'http://example.com/',
    'https://10.2.0.1/',
    'http://10.2.0.1/',
    'https://a.localhost/',
    'https://internal/',
    'ftp://localhost/',
    'http://user@localhost/',
    'http://localhost/a b',
    `http://localhost/${'a'.repeat(2048)}`,
  ])('opens nothing else: %j', (url) => {
    expect(problemOfUrl(url, allowed)).not.toBeNull()
  })
})
