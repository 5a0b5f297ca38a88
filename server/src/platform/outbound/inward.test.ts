import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isInward } from './inward.ts'

/** By hand from IANA's registries, apart from the lists in the code: the first and the last address of each block. */
const INWARD_V4: readonly (readonly [first: string, last: string])[] = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['100.100.100.200', '100.100.100.200'],
  ['127.0.0.0', '127.255.255.255'],
  ['168.63.129.16', '168.63.129.16'],
  ['169.254.0.0', '169.254.255.255'],
  ['169.254.169.254', '169.254.169.254'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '239.255.255.255'],
  ['240.0.0.0', '255.255.255.255'],
]

const INWARD_V6: readonly (readonly [first: string, last: string])[] = [
  ['::', '::'],
  ['::1', '::1'],
  ['::', '::ffff:ffff'], // IPv4-compatible
  ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['100::', '100::ffff:ffff:ffff:ffff'],
  ['100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff'],
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'], // Teredo
  ['2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fd00:ec2::254', 'fd00:ec2::254'],
  ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
]

const numberOfV4 = (text: string) => text.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n)
const v4Of = (value: bigint) => [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.')

/** Only what the tables above need: at most one `::`, and no dots. */
function numberOfV6(text: string): bigint {
  const [head = '', tail] = text.split('::')
  const groups = (part: string | undefined) => (part ? part.split(':') : [])
  const [front, back] = [groups(head), groups(tail)]
  const middle = Array.from({ length: 8 - front.length - back.length }, () => '0')
  return [...front, ...middle, ...back].reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n)
}

const groupsOf = (value: bigint) => Array.from({ length: 8 }, (_, i) => (value >> BigInt(112 - 16 * i)) & 0xffffn)

/** One address in the ways that people and programs write it. */
const SPELLINGS: readonly ((value: bigint) => string)[] = [
  (value) =>
    groupsOf(value)
      .map((group) => group.toString(16))
      .join(':'),
  (value) =>
    groupsOf(value)
      .map((group) => group.toString(16).padStart(4, '0').toUpperCase())
      .join(':'),
  (value) => new URL(`http://[${SPELLINGS[0]?.(value)}]`).hostname.slice(1, -1),
  (value) => {
    const groups = groupsOf(value).map((group) => group.toString(16))
    return `${groups.slice(0, 6).join(':')}:${v4Of(value & 0xffff_ffffn)}`
  },
]

const within = ([first, last]: readonly [string, string], toNumber: (text: string) => bigint) =>
  fc.bigInt({ min: toNumber(first), max: toNumber(last) })

const isIn = (value: bigint, blocks: readonly (readonly [string, string])[], toNumber: (text: string) => bigint) =>
  blocks.some(([first, last]) => value >= toNumber(first) && value <= toNumber(last))

/** The places of an IPv4 address within an IPv6 address. */
const FORMS: Readonly<Record<string, (v4: bigint) => bigint>> = {
  mapped: (v4) => (0xffffn << 32n) | v4,
  translated: (v4) => (0x64_ff9bn << 96n) | v4,
  '6to4': (v4) => (0x2002n << 112n) | (v4 << 80n) | 0x1_0000_0000_0001n,
}

const publicV4 = fc.bigInt({ min: 0n, max: 0xffff_ffffn }).filter((value) => !isIn(value, INWARD_V4, numberOfV4))

describe('IPv4', () => {
  it.each(INWARD_V4)('%s to %s is inward, with both ends', (first, last) => {
    expect([isInward(first), isInward(last)]).toEqual([true, true])
    fc.assert(fc.property(within([first, last], numberOfV4), (value) => isInward(v4Of(value))))
  })

  it.each(INWARD_V4)('what is next to %s to %s is judged by itself', (first, last) => {
    for (const value of [numberOfV4(first) - 1n, numberOfV4(last) + 1n]) {
      if (value < 0n || value > 0xffff_ffffn) continue
      expect([v4Of(value), isInward(v4Of(value))]).toEqual([v4Of(value), isIn(value, INWARD_V4, numberOfV4)])
    }
  })

  it('everything else is outward', () => {
    fc.assert(
      fc.property(publicV4, (value) => !isInward(v4Of(value))),
      { numRuns: 1000 },
    )
  })
})

describe('IPv4 within IPv6', () => {
  it.each(Object.keys(FORMS))('%s is judged by the address within, in every spelling', (name) => {
    const form = FORMS[name] ?? (() => 0n)
    for (const block of INWARD_V4) {
      fc.assert(
        fc.property(within(block, numberOfV4), fc.constantFrom(...SPELLINGS), (v4, spell) => isInward(spell(form(v4)))),
      )
    }
    fc.assert(
      fc.property(publicV4, fc.constantFrom(...SPELLINGS), (v4, spell) => !isInward(spell(form(v4)))),
      {
        numRuns: 1000,
      },
    )
  })

  it('IPv4-compatible addresses lead nowhere', () => {
    fc.assert(fc.property(fc.ipV4(), (v4) => isInward(`::${v4}`)))
  })
})

describe('IPv6', () => {
  it.each(INWARD_V6)('%s to %s is inward, with both ends, in every spelling', (first, last) => {
    expect([isInward(first), isInward(last)]).toEqual([true, true])
    fc.assert(
      fc.property(within([first, last], numberOfV6), fc.constantFrom(...SPELLINGS), (value, spell) =>
        isInward(spell(value)),
      ),
    )
  })

  it('global addresses are outward', () => {
    const isSpecial = (value: bigint) => isIn(value, INWARD_V6, numberOfV6) || value >> 112n === 0x2002n
    const global = within(['2000::', '3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'], numberOfV6)
    fc.assert(
      fc.property(
        global.filter((value) => !isSpecial(value)),
        fc.constantFrom(...SPELLINGS),
        (value, spell) => !isInward(spell(value)),
      ),
      { numRuns: 1000 },
    )
    for (const address of ['2606:4700:4700::1111', '2001:200::1', '2001:4860:4860::8888', '2a00:1450:4001:80b::200e'])
      expect([address, isInward(address)]).toEqual([address, false])
  })

  it('nothing beyond the global addresses is outward, also what nobody has given out yet', () => {
    const value = fc.oneof(
      within(['4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'], numberOfV6),
      within(['64:ff9b:0:0:0:1::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'], numberOfV6),
    )
    fc.assert(fc.property(value, fc.constantFrom(...SPELLINGS), (number, spell) => isInward(spell(number))))
  })

  it('an address with a zone is inward', () => {
    expect(isInward('fe80::1%eth0')).toBe(true)
    expect(isInward('2606:4700:4700::1111%eth0')).toBe(true)
  })
})

describe('what is no address', () => {
  it.each(['', 'example.com', '1.1.1', '1.1.1.1.', '1.1.1.256', '0x01010101', '[2606:4700::1]', ' 1.1.1.1'])(
    'counts as inward: %j',
    (text) => {
      expect(isInward(text)).toBe(true)
    },
  )
})
