import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerptOf } from './excerpt.ts'

describe('the excerpt of a description', () => {
  it('is all of one that is short', () => {
    expect(excerptOf('Six evenings.')).toEqual({ shown: 'Six evenings.', rest: '' })
    expect(excerptOf('x'.repeat(300)).rest).toBe('')
  })

  it('ends with a word', () => {
    const { shown, rest } = excerptOf('harbor '.repeat(60))
    expect(shown).toBe('harbor '.repeat(31))
    expect(rest).toBe('harbor '.repeat(29))
  })

  it('does not end with the first word, when the next one is longer than everything', () => {
    expect(excerptOf(`See ${'x'.repeat(400)}`).shown).toBe(`See ${'x'.repeat(216)}`)
  })

  it('leaves no half characters where there are no blanks', () => {
    const { shown, rest } = excerptOf(`x${'🎹'.repeat(200)}`)
    expect(shown.isWellFormed() && rest.isWellFormed()).toBe(true)
    expect(shown.length).toBe(219)
  })

  it('loses nothing and is never empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 900 }), (text) => {
        const { shown, rest } = excerptOf(text)
        expect(shown + rest).toBe(text)
        expect(shown).not.toBe('')
      }),
    )
  })
})
