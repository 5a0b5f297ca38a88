import { describe, expect, it } from 'vitest'
import * as de from './de.ts'
import * as en from './en.ts'
import { spokenIn } from './index.ts'

/** The place of every sentence, and what it says with something in every blank: `per()` and `per month`. */
function sentencesOf(words: object, path = ''): [place: string, sentence: string][] {
  return Object.entries(words).flatMap(([name, value]): [string, string][] => {
    if (typeof value === 'function') return [[`${path}${name}()`, String(value('month', 'month'))]]
    return typeof value === 'string' ? [[path + name, value]] : sentencesOf(value, `${path}${name}.`)
  })
}

const english = sentencesOf(en)

describe.each([
  ['en', en],
  ['de', de],
])('%s', (_, words) => {
  it('says everything that English says, and nothing else', () => {
    const places = (sentences: typeof english) => sentences.map(([place]) => place).toSorted()
    expect(places(sentencesOf(words))).toEqual(places(english))
  })

  it('leaves nothing empty', () => {
    for (const [place, sentence] of sentencesOf(words)) expect([place, sentence.trim()]).not.toEqual([place, ''])
  })

  it('names every interval', () => {
    for (const interval of ['day', 'week', 'month', 'year'] as const) {
      const { summary, totals } = words.checkout
      const said = [words.shared.per(interval), summary.every(interval), totals.renews('5', interval, 'added')]
      expect(said.join(' ')).not.toMatch(/undefined/)
    }
  })

  it('counts', () => {
    const { paid, totals } = words.checkout
    for (const say of [paid.keys, paid.machines]) expect(say(1)).not.toBe(say(2))
    const later = (count: number) => totals.renewsLater('5', count, '6', 'month', 'none')
    for (const say of [(count: number) => totals.offMonths('5', count), later]) {
      expect(say(1)).not.toBe(say(2).replace('2', '1'))
    }
  })

  it('has a sentence for every reason of a bank, and for every discount that is refused', () => {
    const { other: _declined, ...declines } = words.checkout.declines
    const { other: _refused, ...discounts } = words.checkout.discounts
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
  const said = new Map(english)
  const same = sentencesOf(de).filter(([place, words]) => said.get(place) === words && /[a-z]{3}/i.test(words))
  expect(same.map(([, words]) => words)).toEqual(['Name', 'Postcode', 'Eircode', 'Region', 'optional'])
})

describe('spokenIn', () => {
  it.each([
    ['de', 'de', 'de'],
    ['DE-at', 'de', 'de-AT'],
    ['es-419', 'es', 'es-419'],
    ['de-Latn-CH-1996', 'de', 'de-CH'],
    ['en-u-nu-arab', 'en', 'en'],
  ])('%s', (tag, language, locale) => {
    expect(spokenIn(tag)).toEqual({ language, locale })
  })

  it.each(['', 'german', 'de_DE', '!', '1', 'constructor'])('%j is none', (tag) => {
    expect(spokenIn(tag)).toBeNull()
  })
})
