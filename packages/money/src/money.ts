/** Currencies whose smallest unit is not a hundredth (ISO 4217). Browsers go by other tables, which differ. */
const EXPONENTS: Readonly<Record<number, string>> = {
  0: 'bif clp djf gnf isk jpy kmf krw pyg rwf ugx uyi vnd vuv xaf xof xpf',
  3: 'bhd iqd jod kwd lyd omr tnd',
  4: 'clf uyw',
}

const BY_CURRENCY: ReadonlyMap<string, number> = new Map(
  Object.entries(EXPONENTS).flatMap(([exponent, codes]) =>
    codes.split(' ').map((code): [string, number] => [code, Number(exponent)]),
  ),
)

export function exponentOf(currency: string): number {
  return BY_CURRENCY.get(currency) ?? 2
}

/** 1999 usd is $19.99, 1999 jpy is ¥1,999; in German 1999 eur is 19,99 €. */
export function formatMoney(amount: number, currency: string, locale: string): string {
  const digits = exponentOf(currency)
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits)
}

/** What a person types as an amount, in any country's habit; null when it is none, or finer than the currency. */
export function parseMoney(text: string, currency: string): number | null {
  const digits = exponentOf(currency)
  const match = /^(\d{1,12})(?:[.,](\d*))?$/.exec(withoutGroups(text.replace(/[\s'’]/g, '')))
  const [, whole = '', fraction = ''] = match ?? []
  if (!match || fraction.length > digits) return null
  return Number(whole + fraction.padEnd(digits, '0'))
}

/** `1,234.50` and `1.234,50`: where both signs stand, the last one is the decimal sign. */
function withoutGroups(text: string): string {
  if (/^\d{1,3}(?:,\d{3})+\.\d*$/.test(text)) return text.replaceAll(',', '')
  if (/^\d{1,3}(?:\.\d{3})+,\d*$/.test(text)) return text.replaceAll('.', '')
  return text
}

/** An amount as it is typed: without the currency's sign and without groups. */
export function plainMoney(amount: number, currency: string, locale: string): string {
  const digits = exponentOf(currency)
  const options = { useGrouping: false, minimumFractionDigits: digits, maximumFractionDigits: digits }
  return new Intl.NumberFormat(locale, options).format(amount / 10 ** digits)
}
