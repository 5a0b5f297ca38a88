import { expect, it } from 'vitest'
import { currencySign } from './currency-sign.ts'

it.each([
  ['usd', 'en', '$', true, 'US dollars'],
  ['usd', 'de', '$', false, 'US-Dollar'],
  ['eur', 'en', '€', true, 'euros'],
  ['eur', 'de-DE', '€', false, 'Euro'],
  ['eur', 'de-AT', '€', true, 'Euro'],
  ['chf', 'en', 'CHF', true, 'Swiss francs'],
  ['cad', 'en-US', 'CA$', true, 'Canadian dollars'],
  ['jpy', 'en', '¥', true, 'Japanese yen'],
])('%s in %s: %s', (currency, locale, sign, isBefore, name) => {
  expect(currencySign(currency, locale)).toEqual({ sign, isBefore, name })
})
