import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fingerprint, isWellFormed, kindOf, newSecret, PREFIXES, SecretBox, type SecretKind } from './secrets.ts'

const KINDS = Object.keys(PREFIXES) as SecretKind[]
const kind = fc.constantFrom(...KINDS)

/** Computed with another program, and fixed: a change here would refuse every token in use. */
const VECTORS = [
  ['0000000000000000000000000000000000000', '3jnQlY'],
  ['zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', '4FKawa'],
  ['0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZa', '33EDWO'],
  ['TheQuickBrownFoxJumpsOverTheLazyDog42', '2c0sFw'],
  ['Padded377xxxxxxxxxxxxxxxxxxxxxxxxxxxx', '00r5tS'],
] as const

/** CRC-32 (IEEE) bit by bit, and base62 by long division: written again here, without the code under test. */
function checksumByHand(body: string): string {
  let crc = 0xffffffff
  for (const character of Buffer.from(body)) {
    crc ^= character
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  let rest = BigInt((crc ^ 0xffffffff) >>> 0)
  const digits: string[] = []
  for (let place = 0; place < 6; place += 1) {
    const digit = Number(rest % 62n)
    // 0-9, then A-Z, then a-z.
    digits.unshift(String.fromCharCode(digit < 10 ? 48 + digit : digit < 36 ? 55 + digit : 61 + digit))
    rest /= 62n
  }
  return digits.join('')
}

describe('the checksum', () => {
  it('by hand agrees with the known CRC-32 of "123456789", cbf43926', () => {
    const value = [...checksumByHand('123456789')].reduce((total, digit) => {
      return total * 62 + '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.indexOf(digit)
    }, 0)
    expect(value.toString(16)).toBe('cbf43926')
  })

  it.each(VECTORS)('%s ends in %s', (body, checksum) => {
    expect(checksumByHand(body)).toBe(checksum)
    expect(isWellFormed('organizationAccessToken', `till_oat_${body}${checksum}`)).toBe(true)
  })

  it('of every new secret is that of its 37 characters', () => {
    fc.assert(
      fc.property(kind, (name) => {
        const secret = newSecret(name).slice(PREFIXES[name].length)
        return /^[0-9A-Za-z]{43}$/.test(secret) && secret.slice(37) === checksumByHand(secret.slice(0, 37))
      }),
    )
  })
})

describe('isWellFormed', () => {
  it('is true for the own kind only', () => {
    fc.assert(fc.property(kind, kind, (made, asked) => isWellFormed(asked, newSecret(made)) === (made === asked)))
  })

  it('is false after any change of one character', () => {
    fc.assert(
      fc.property(fc.nat(42), fc.constantFrom(...'0aZ_-é '), (position, character) => {
        const secret = newSecret('personalAccessToken')
        const at = PREFIXES.personalAccessToken.length + position
        fc.pre(secret[at] !== character)
        return !isWellFormed('personalAccessToken', secret.slice(0, at) + character + secret.slice(at + 1))
      }),
    )
  })

  it.each(['', 'till_oat_', 'till_oat_abc'])('is false for "%s"', (text) => {
    expect(isWellFormed('organizationAccessToken', text)).toBe(false)
  })
})

describe('newSecret', () => {
  it('uses every character about equally often', () => {
    const counts = new Map<string, number>()
    for (let index = 0; index < 1000; index += 1) {
      const body = newSecret('checkout').slice(PREFIXES.checkout.length, -6)
      for (const character of body) counts.set(character, (counts.get(character) ?? 0) + 1)
    }
    expect(counts.size).toBe(62)
    // 37,000 / 62 is 597; five standard deviations are 121.
    for (const count of counts.values()) expect(Math.abs(count - 597)).toBeLessThan(150)
  })
})

describe('kindOf', () => {
  it('knows every kind by its prefix', () => {
    for (const name of KINDS) expect(kindOf(newSecret(name))).toBe(name)
    expect(kindOf('something else')).toBeUndefined()
  })
})

describe('fingerprint', () => {
  it('is the SHA-256', () => {
    expect(fingerprint('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })
})

describe('SecretBox', () => {
  const box = new SecretBox('one key')

  it('opens what it sealed, and seals the same text differently each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const [one, two] = [box.seal(text), box.seal(text)]
        return box.open(one) === text && box.open(two) === text && !one.equals(two)
      }),
    )
  })

  it('opens nothing that was changed, and nothing of another key', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.nat(), (text, place) => {
        const sealed = box.seal(text)
        const changed = Buffer.from(sealed)
        const at = place % changed.length
        changed[at] = (changed[at] ?? 0) ^ 1
        expect(() => box.open(changed)).toThrow()
        expect(() => new SecretBox('another key').open(sealed)).toThrow()
      }),
    )
  })

  it('opens nothing that is too short for a whole nonce and a whole tag', () => {
    for (let length = 0; length < 28; length += 1) {
      expect(() => box.open(new Uint8Array(length))).toThrow('too short')
    }
  })

  it('marks a text: always in the same way, and in another way under another key', () => {
    expect(box.mark('123456')).toEqual(box.mark('123456'))
    expect(box.mark('123456')).not.toEqual(box.mark('123457'))
    expect(box.mark('123456')).not.toEqual(new SecretBox('another key').mark('123456'))
    expect(box.mark('123456')).not.toEqual(fingerprint('123456'))
  })
})
