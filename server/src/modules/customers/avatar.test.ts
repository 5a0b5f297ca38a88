import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { avatarSvg } from './avatar.ts'

describe('avatarSvg', () => {
  it('shows the letter, always on the same color', () => {
    expect(avatarSvg('A')).toContain('>A</text>')
    expect(avatarSvg('Ж')).toContain('>Ж</text>')
    expect(avatarSvg('A')).toBe(avatarSvg('a'))
  })

  it('lets nothing but a letter or a digit into the picture, whatever it is asked for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const [, letter] = />([^<]*)<\/text><\/svg>$/.exec(avatarSvg(text)) ?? []
        expect(letter).toMatch(/^(?:\?|[\p{L}\p{N}\p{M}]+)$/u)
      }),
    )
  })

  it('has letters that can be read: a contrast of at least 4.5 to 1', () => {
    const colors = new Set([...'ABCDEFGHIJ'].map((letter) => /fill="(#\w{6})"/.exec(avatarSvg(letter))?.[1] ?? ''))
    expect(colors.size).toBe(10)
    for (const color of colors) expect(1.05 / (luminance(color) + 0.05)).toBeGreaterThanOrEqual(4.5)
  })
})

/** Relative luminance as WCAG defines it. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
