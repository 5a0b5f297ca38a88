import { checkout as de } from '@till/words/de'
import { checkout as en } from '@till/words/en'
import { describe, expect, it } from 'vitest'
import { languageFor } from './index.ts'

describe('languageFor', () => {
  it.each([
    [['de-AT', 'en'], de, 'de-AT'],
    [['en-GB', 'de'], en, 'en-GB'],
    [['fr-FR', 'de'], de, 'de'],
    [['DE'], de, 'de'],
    [['en-u-nu-arab'], en, 'en'],
    [['de-Latn-CH-1996'], de, 'de-CH'],
    [['fr'], en, 'en'],
    [[], en, 'en'],
  ])('of %j', async (wanted, texts, locale) => {
    expect(await languageFor(wanted)).toEqual({ texts, locale })
  })

  it.each(['german', 'de_DE', '!', 'constructor', ''])(
    '%j, which somebody put into an address, is passed over',
    async (typed) => {
      expect(await languageFor([typed, 'de'])).toEqual({ texts: de, locale: 'de' })
    },
  )
})
