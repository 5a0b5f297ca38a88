import { describe, expect, it } from 'vitest'
import { contrast } from './accent.ts'
import { wearAccent, wearTheme } from './theme.ts'

/** An element, as far as the theme touches it. */
function root() {
  const worn = new Map<string, string>()
  const dataset: Record<string, string> = {}
  const style = { setProperty: (name: string, value: string) => void worn.set(name, value) }
  return { worn, dataset, element: { style, dataset } as unknown as HTMLElement }
}

describe('wearAccent', () => {
  it('tells the style sheet the seller’s color, for both themes', () => {
    const { worn, element } = root()
    wearAccent('#1F4FD8', element)
    const names = ['fill', 'fill-hover', 'ink', 'edge', 'text'].flatMap((name) => [
      `--accent-${name}-light`,
      `--accent-${name}-dark`,
    ])
    expect([...worn.keys()].toSorted()).toEqual(names.toSorted())
    expect(worn.get('--accent-fill-light')).toBe('#1f4fd8')
    for (const value of worn.values()) expect(value).toMatch(/^#[\da-f]{6}$/)
  })

  it('keeps words on it readable', () => {
    const { worn, element } = root()
    wearAccent('#ffe600', element)
    const of = (name: string) => worn.get(`--accent-${name}`) ?? ''
    for (const theme of ['light', 'dark']) {
      expect(contrast(of(`fill-${theme}`), of(`ink-${theme}`))).toBeGreaterThanOrEqual(4.5)
    }
  })

  it.each([null, undefined, '', 'red', '#abc', '#12345g', 'url(x)'])('leaves the page as it is for %j', (color) => {
    const { worn, element } = root()
    wearAccent(color, element)
    expect(worn.size).toBe(0)
  })
})

describe('wearTheme', () => {
  it.each(['light', 'dark'])('is %s where that was asked for', (theme) => {
    const { dataset, element } = root()
    wearTheme(theme, element)
    expect(dataset).toEqual({ theme })
  })

  it.each([null, '', 'pink'])('is as the device is set for %j', (theme) => {
    const { dataset, element } = root()
    wearTheme(theme, element)
    expect(dataset).toEqual({})
  })
})
