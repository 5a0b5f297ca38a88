interface CardBrand {
  readonly name: string
  /** How many digits its security code has. */
  readonly codeLength: 3 | 4
  readonly groups: readonly number[]
}

/** As most cards write their number, the longest there is. */
export const FOURS: readonly number[] = [4, 4, 4, 4, 3]

const brand = (name: string, start: RegExp) => ({ name, start, codeLength: 3, groups: FOURS }) as const

/** By the digits that a number begins with (ISO/IEC 7812, and what the brands say of their own ranges). */
const BRANDS: readonly (CardBrand & { readonly start: RegExp })[] = [
  brand('Visa', /^4/),
  brand('Mastercard', /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/),
  { name: 'Amex', start: /^3[47]/, codeLength: 4, groups: [4, 6, 5] },
  brand('Discover', /^(?:6011|64[4-9]|65)/),
  brand('Diners Club', /^3(?:0[0-5]|095|[689])/),
  brand('JCB', /^35(?:2[89]|[3-8])/),
  brand('UnionPay', /^62/),
]

/** As soon as the first digits say so. */
export function brandOf(number: string): CardBrand | undefined {
  const digits = number.replace(/\D/g, '')
  return BRANDS.find(({ start }) => start.test(digits))
}
