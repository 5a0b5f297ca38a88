/** A whole count of a currency's smallest unit: 1999 is 19.99 USD, and 1999 JPY is 1,999 yen. */
export type Minor = number & { readonly unit: 'minor' }

export const MAX_AMOUNT = 999_999_999_999

export function minor(amount: number): Minor {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is not a whole amount`)
  return amount as Minor
}

export const ZERO = minor(0)

/**
 * The one rounding rule: numerator / denominator, halves away from zero, so a refund mirrors its charge.
 * BigInt, because amount × basis points passes 2^53.
 */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError('the denominator must be positive')
  const half = numerator < 0n ? -denominator : denominator
  return (2n * numerator + half) / (2n * denominator)
}

/** 2000 points are 20 %. */
export function basisPoints(amount: Minor, points: number): Minor {
  return minor(Number(divideRounded(BigInt(amount) * BigInt(points), 10_000n)))
}

/** What is left of an amount after taking something off; never below nothing. */
export function takeOff(amount: Minor, off: Minor): Minor {
  return minor(Math.max(0, amount - off))
}

export function sum(...amounts: Minor[]): Minor {
  return minor(amounts.reduce<number>((total, amount) => total + amount, 0))
}
