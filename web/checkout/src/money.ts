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

/** 1999 usd is $19.99, 1999 jpy is ¥1,999. */
export function formatMoney(amount: number, currency: string): string {
  const digits = exponentOf(currency)
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits)
}

/** What a person types as an amount; null when it is none, or finer than the currency. */
export function parseMoney(text: string, currency: string): number | null {
  const digits = exponentOf(currency)
  const match = /^(\d{1,12})(?:[.,](\d*))?$/.exec(text.replace(/[\s']/g, ''))
  const [, whole = '', fraction = ''] = match ?? []
  if (!match || fraction.length > digits) return null
  return Number(whole + fraction.padEnd(digits, '0'))
}

/** An amount as it is typed: without a sign, with a point. */
export function plainMoney(amount: number, currency: string): string {
  return (amount / 10 ** exponentOf(currency)).toFixed(exponentOf(currency))
}
