import { describe, expect, it } from 'vitest'
import { de } from './de.ts'
import { en } from './en.ts'
import { languageFor } from './index.ts'

/** The place of every sentence, and whether it has blanks: `form.email`, `form.pay()`. */
function shapeOf(texts: object, path = ''): string[] {
  return Object.entries(texts).flatMap(([name, value]) => {
    const place = path + name
    if (typeof value === 'function') return [`${place}()`]
    return typeof value === 'string' ? [place] : shapeOf(value, `${place}.`)
  })
}

/** What is said, with something in every blank. */
function sentencesOf(texts: object): string[] {
  return Object.values(texts).flatMap((value) => {
    if (typeof value === 'string') return [value]
    if (typeof value !== 'function') return sentencesOf(value)
    return [String(value('month', 'month'))]
  })
}

describe.each([
  ['en', en],
  ['de', de],
])('%s', (_, texts) => {
  it('says everything that English says, and nothing else', () => {
    expect(shapeOf(texts).toSorted()).toEqual(shapeOf(en).toSorted())
  })

  it('leaves nothing empty', () => {
    for (const sentence of sentencesOf(texts)) expect(sentence.trim()).not.toBe('')
  })

  it('names every interval', () => {
    for (const interval of ['day', 'week', 'month', 'year'] as const) {
      const said = [texts.summary.per(interval), texts.summary.every(interval), texts.totals.renews('5', interval)]
      expect(said.join(' ')).not.toMatch(/undefined/)
    }
  })

  it('counts', () => {
    for (const say of [texts.paid.keys, texts.paid.machines]) expect(say(1)).not.toBe(say(2))
    expect(texts.totals.offMonths('5', 1)).not.toBe(texts.totals.offMonths('5', 2).replace('2', '1'))
  })

  it('has a sentence for every reason of a bank, and for every discount that is refused', () => {
    const { other: _declined, ...declines } = texts.declines
    const { other: _refused, ...discounts } = texts.discounts
    expect(Object.keys(declines).toSorted()).toEqual([
      'authentication_failed',
      'card_declined',
      'expired_card',
      'incorrect_cvc',
      'insufficient_funds',
      'processing_error',
    ])
    expect(Object.keys(discounts)).toEqual(expect.arrayContaining(['unknown', 'ended', 'used_up', 'other_product']))
  })
})

it('German is not English', () => {
  const english = new Set(sentencesOf(en))
  const same = sentencesOf(de).filter((sentence) => english.has(sentence) && /[a-z]{3}/i.test(sentence))
  expect(same).toEqual(['Name', 'optional'])
})

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
