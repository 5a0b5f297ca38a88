import { describe, expect, it } from 'vitest'
import { PAGE_TEXTS } from './texts.ts'

describe('the texts of the server’s own pages', () => {
  it('are other ones in every language', () => {
    const leaves = (texts: object): string[] =>
      Object.values(texts).flatMap((text) => (typeof text === 'object' ? leaves(text) : [String(text)]))
    const english = leaves(PAGE_TEXTS.en)
    leaves(PAGE_TEXTS.de).forEach((text, index) => {
      expect(text).not.toBe(english[index])
    })
  })
})
