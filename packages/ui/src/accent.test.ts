import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accentFor, accentProperties, contrast } from './accent.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

/** How far two colors are apart in the one of red, green and blue in which they differ most. */
const furthest = (one: string, other: string) =>
  Math.max(...[1, 3, 5].map((at) => Math.abs(channel(one, at) - channel(other, at))))
const channel = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16)

describe('accentFor', () => {
  it('is readable for every color that a seller can choose, in both themes', () => {
    fc.assert(
      fc.property(color, (chosen) => {
        const { light, dark } = accentFor(chosen)
        for (const [accent, surfaces] of [
          [light, ['#ffffff', '#f6f6f3']],
          [dark, ['#1c1c1a', '#131312']],
        ] as const) {
          expect(contrast(accent.fill, accent.ink)).toBeGreaterThanOrEqual(4.5)
          expect(contrast(accent.fillHover, accent.ink)).toBeGreaterThanOrEqual(4.5)
          for (const surface of surfaces) {
            expect(contrast(accent.text, surface)).toBeGreaterThanOrEqual(4.5)
            expect(contrast(accent.edge, surface)).toBeGreaterThanOrEqual(3)
            // A button is no white field on white paper.
            expect(
              Math.max(contrast(accent.fill, surface) / 1.3, furthest(accent.fill, surface) / 64),
            ).toBeGreaterThanOrEqual(1)
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  it('leaves a color alone that can be read as it is', () => {
    expect(accentFor('#1f4fd8').light).toMatchObject({
      fill: '#1f4fd8',
      edge: '#1f4fd8',
      text: '#1f4fd8',
      ink: '#ffffff',
    })
  })

  it.each([
    ['#ffffff', 'light'],
    ['#000000', 'dark'],
    ['#fdfdf4', 'light'],
    ['#202028', 'dark'],
  ] as const)('moves %s away from the %s page', (chosen, theme) => {
    const { fill, edge } = accentFor(chosen)[theme]
    expect(fill).not.toBe(chosen)
    expect(fill).toBe(edge)
  })

  it.each([
    ['#ffee00', 'light'],
    ['#ffffff', 'dark'],
    ['#000000', 'light'],
    ['#0000b0', 'dark'],
  ] as const)('leaves a button of %s alone on the %s page', (chosen, theme) => {
    expect(accentFor(chosen)[theme].fill).toBe(chosen)
  })
})

describe('accentProperties', () => {
  it('has each part of the color for each theme, under the names that the style sheet reads', () => {
    const names = ['fill', 'fill-hover', 'ink', 'edge', 'text']
    const expected = ['light', 'dark'].flatMap((theme) => names.map((name) => `--accent-${name}-${theme}`))
    const properties = accentProperties('#1F4FD8')
    expect(Object.keys(properties)).toEqual(expected)
    expect(properties).toMatchObject({ '--accent-fill-light': '#1f4fd8', '--accent-ink-light': '#ffffff' })
  })

  it.each([null, undefined, '', 'red', '#fff', '#1f4fd8;', 'x#1f4fd8'])('is empty for %j', (color) => {
    expect(accentProperties(color)).toEqual({})
  })
})

describe('contrast', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#123456', '#123456', 1],
  ])('of %s and %s is %d', (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 2)
    expect(contrast(other, one)).toBeCloseTo(ratio, 2)
  })
})
