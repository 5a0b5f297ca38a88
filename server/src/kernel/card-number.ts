/**
 * Whether a text has the number of a payment card in it: 13 to 19 digits, in one piece or in groups with single spaces
 * or dashes between them, that begin as some issuer's cards do, have a length that it uses, and end in the right check
 * digit. Nine in ten numbers that begin alike fail that last test.
 *
 * What people send for other reasons is let through: identifiers with letters next to the digits, UUIDs and license
 * keys, IBANs, phone numbers with a plus sign, decimals, and article numbers (EAN-13).
 */
export function hasCardNumber(text: string): boolean {
  if (!mayHaveCardNumber(text)) return false
  const plain = text.replace(UUIDS, SOMETHING_ELSE).replace(IBANS, SOMETHING_ELSE)
  return [...plain.matchAll(RUNS)].some(({ index, 0: run }) => hasCardAmong(run, plain, index))
}

/** Quick, and true for all that have one; for texts in which most have none. */
export function mayHaveCardNumber(text: string): boolean {
  return LONG_ENOUGH.test(text)
}

const LONG_ENOUGH = /\d(?:[ -]?\d){12}/
const RUNS = /\d+(?:[ -]\d+)*/g
const UUIDS = /(?<![0-9a-z])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-z])/gi
const IBANS = /(?<![0-9a-z])[A-Z]{2}\d{2}(?: ?[0-9A-Z]{4}){2,7}(?: ?[0-9A-Z]{1,4})?(?![0-9A-Z])/g
const SOMETHING_ELSE = '_'

/** Before and after digits that are a part of something longer. */
const GLUED_BEFORE = /(?:[\p{L}_+]|\d[.,])$/u
const GLUED_AFTER = /^(?:[\p{L}_]|[.,]\d)/u

/** By their first four digits: whose cards they are, and how long those are. */
const ISSUERS: readonly (readonly [from: number, to: number, ...lengths: number[]])[] = [
  [4000, 4999, 13, 16, 19], // Visa
  [2221, 2720, 16], // Mastercard
  [5100, 5599, 16],
  [3400, 3499, 15], // American Express
  [3700, 3799, 15],
  [3000, 3059, 14, 16], // Diners Club
  [3600, 3699, 14, 16],
  [3800, 3999, 14, 16],
  [6011, 6011, 16, 17, 18, 19], // Discover
  [6440, 6599, 16, 17, 18, 19],
  [6200, 6299, 16, 17, 18, 19], // UnionPay
  [3528, 3589, 16, 17, 18, 19], // JCB
  ...[5018, 5020, 5038, 5893, 6304, 6759, 6761, 6762, 6763].map(
    (prefix) => [prefix, prefix, 13, 14, 15, 16, 17, 18, 19] as const, // Maestro
  ),
]

const LENGTHS = new Map<number, readonly number[]>()
for (const [from, to, ...lengths] of ISSUERS) {
  for (let prefix = from; prefix <= to; prefix += 1) LENGTHS.set(prefix, lengths)
}

/** Cards are often followed by their date or code, so every row of whole groups is looked at. */
function hasCardAmong(run: string, text: string, at: number): boolean {
  const digits = new Uint8Array(run.length)
  /** Whether a group begins here, or ends before it. */
  const edges = new Uint8Array(run.length + 1)
  let count = 0
  edges[0] = GLUED_BEFORE.test(text.slice(Math.max(0, at - 2), at)) ? 0 : 1
  for (let index = 0; index < run.length; index += 1) {
    const digit = run.charCodeAt(index) - 48
    if (digit < 0) edges[count] = 1
    else digits[count++] = digit
  }
  edges[count] = GLUED_AFTER.test(text.slice(at + run.length, at + run.length + 2)) ? 0 : 1
  for (let from = 0; from < count; from += 1) {
    if (edges[from] === 1 && beginsCard(digits, edges, from)) return true
  }
  return false
}

/** Plain loops from here on: a body can be a million digits long. */
function beginsCard(digits: Uint8Array, edges: Uint8Array, from: number): boolean {
  let prefix = 0
  for (let index = from; index < from + 4; index += 1) prefix = 10 * prefix + (digits[index] ?? 0)
  for (const length of LENGTHS.get(prefix) ?? NONE) {
    if (edges[from + length] === 1 && hasCheckDigit(digits, from, length) && !isArticleNumber(digits, from, length)) {
      return true
    }
  }
  return false
}

const NONE: readonly number[] = []

/** The Luhn algorithm: from the right, every second digit counts double. */
function hasCheckDigit(digits: Uint8Array, from: number, length: number): boolean {
  let sum = 0
  for (let place = 1; place <= length; place += 1) {
    const digit = (digits[from + length - place] ?? 0) * (place % 2 === 0 ? 2 : 1)
    sum += digit > 9 ? digit - 9 : digit
  }
  return sum % 10 === 0
}

/** EAN-13: from the left, every second digit counts three times. Cards of that length are no longer issued. */
function isArticleNumber(digits: Uint8Array, from: number, length: number): boolean {
  if (length !== 13) return false
  let sum = 0
  for (let place = 0; place < length; place += 1) sum += (digits[from + place] ?? 0) * (place % 2 === 0 ? 1 : 3)
  return sum % 10 === 0
}
