import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languageFor } from './language.ts'

const TEXTS = { en: { name: 'English' }, de: { name: 'Deutsch' } }

const chosenFor = (chosen: unknown, accepted = '') => {
  const { texts, locale, isChosen } = languageFor(TEXTS, chosen, accepted)
  return [texts.name, locale, isChosen]
}

describe('the language of a visitor', () => {
  it.each([
    ['', 'English', 'en'],
    ['de', 'Deutsch', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'Deutsch', 'de-AT'],
    ['en-GB', 'English', 'en-GB'],
    ['EN-gb', 'English', 'en-GB'],
    ['en;q=0.5, de;q=0.9', 'Deutsch', 'de'],
    ['en;q=0, de;q=0.1', 'Deutsch', 'de'],
    ['fr-CH, fr;q=0.9, de;q=0.4, *;q=0.1', 'Deutsch', 'de'],
    ['fr, it', 'English', 'en'],
    ['*', 'English', 'en'],
    ['de-Latn-CH-1996', 'Deutsch', 'de-CH'],
    ['de-u-nu-arab', 'Deutsch', 'de'],
    ['de;q=, en', 'English', 'en'],
    ['constructor, __proto__, de', 'Deutsch', 'de'],
  ])('of %j is %s, as in %s', (accepted, name, locale) => {
    expect(chosenFor(undefined, accepted)).toEqual([name, locale, false])
  })

  it('is the one in the address, where the page speaks it', () => {
    expect(chosenFor('de', 'en')).toEqual(['Deutsch', 'de', true])
    expect(chosenFor('en-US', 'de')).toEqual(['English', 'en-US', true])
    for (const other of ['fr', 'german', '', '<b>', ['de'], null]) {
      expect(chosenFor(other, 'de')).toEqual(['Deutsch', 'de', false])
    }
  })

  it('is always one that amounts can be written in', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (chosen, accepted) => {
        const { locale } = languageFor(TEXTS, chosen, accepted)
        expect(() => new Intl.NumberFormat(locale)).not.toThrow()
        expect(Object.keys(TEXTS)).toContain(locale.slice(0, 2))
      }),
    )
  })
})
