interface CurrencySign {
  readonly sign: string
  /** Whether it stands before the amount, as in English, or behind it, as in German. */
  readonly isBefore: boolean
  /** For those who cannot see the sign: `US dollars`. */
  readonly name: string
}

/** How people of a language write a currency beside an amount. */
export function currencySign(currency: string, locale: string): CurrencySign {
  const parts = partsOf(currency, locale, 'symbol')
  return {
    sign: parts.find(({ type }) => type === 'currency')?.value ?? currency,
    isBefore: parts.findIndex(({ type }) => type === 'currency') < parts.findIndex(({ type }) => type === 'integer'),
    name: partsOf(currency, locale, 'name').find(({ type }) => type === 'currency')?.value ?? currency,
  }
}

function partsOf(currency: string, locale: string, currencyDisplay: 'symbol' | 'name') {
  return new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay }).formatToParts(2)
}
