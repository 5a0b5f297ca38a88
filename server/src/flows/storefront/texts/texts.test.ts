import { describe, expect, it } from 'vitest'
import { TEXTS } from './index.ts'

describe('the texts of the store page', () => {
  it('are other ones in every language', () => {
    const leaves = (texts: object): string[] =>
      Object.values(texts).flatMap((text) => (typeof text === 'object' ? leaves(text) : [String(text)]))
    const english = leaves(TEXTS.en)
    leaves(TEXTS.de).forEach((text, index) => {
      expect(text).not.toBe(english[index])
    })
  })
})
