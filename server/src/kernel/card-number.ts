/**
 * Whether a text has the number of a payment card in it: 13 to 19 digits, in one piece or in groups, that begin as some
 * issuer's cards do, have a length that it uses, and end in the right check digit. Nine in ten numbers that begin alike
 * fail that last test. Single spaces and dashes may stand anywhere between the digits; whatever else people put there
 * (dots, slashes, several spaces) only where cards have their gaps. Digits and spaces of every width count as plain ones.
 *
 * What people send for other reasons is let through: identifiers with letters next to the digits, UUIDs and license
 * keys, IBANs, phone numbers with a plus sign, decimals, versions, dates, and article numbers (EAN-13).
 */
export function hasCardNumber(text: string): boolean {
  if (!mayHaveCardNumber(text)) return false
  const plain = plainly(text).replace(UUIDS, SOMETHING_ELSE).replace(IBANS, SOMETHING_ELSE)
  return [...plain.matchAll(RUNS)].some(
    ({ index, 0: run }) => run.length >= SHORTEST && hasCardAmong(run, plain, index),
  )
}

/** Quick, and true for all that have one; for texts in which most have none. */
export function mayHaveCardNumber(text: string): boolean {
  let digits = 0
  let others = 0
  let isAscii = true
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code >= 48 && code <= 57) {
      digits += 1
      others = 0
      if (digits === SHORTEST) return true
    } else if (code > 127) {
      isAscii = false
    } else {
      others += 1
      if (others > LONGEST_GAP || isLetter(code)) digits = 0
    }
  }
  return !isAscii && MAY_HAVE_WIDE.test(text)
}

const SHORTEST = 13
const LONGEST_GAP = 4
const isLetter = (code: number) => (code | 32) >= 97 && (code | 32) <= 122

/** The same with digits, letters and gaps of every alphabet. */
const MAY_HAVE_WIDE = /\p{N}(?:[^\p{L}\p{N}]{0,4}\p{N}){12}/u
const RUNS = /\d+(?:[ ._/-]{1,4}\d+)*/g
const UUIDS = /(?<![0-9a-z])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-z])/gi
const IBANS = /(?<![0-9a-z])[A-Z]{2}\d{2}(?:[ -]?[0-9A-Z]{4}){2,7}(?:[ -]?[0-9A-Z]{1,4})?(?![0-9A-Z])/g
const SOMETHING_ELSE = 'x'

/** Before and after digits that are a part of something longer. */
const GLUED_BEFORE = /(?:[\p{L}_+]|\d[.,])$/u
const GLUED_AFTER = /^(?:[\p{L}_]|[.,]\d)/u

/** With the digits, spaces and dashes of a typewriter, and nothing that cannot be seen. */
function plainly(text: string): string {
  if (!/[^\n\r -~]/.test(text)) return text
  return (
    text
      // Which letter it is does not matter, and some become eighteen in the plainer form.
      .replace(/[^\P{L}A-Za-z]/gu, SOMETHING_ELSE)
      .normalize('NFKC')
      .replace(/[\p{Cf}\p{M}]/gu, '')
      .replace(/[\p{Pd}\u2212]/gu, '-')
      .replace(/[\u00b7\u2022]/g, '.')
      .replace(/[\t\p{Zs}]/gu, ' ')
  )
}

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

/** What stands between two digits: nothing, or the gap between two groups. */
const NO_GAP = 0
const GAP = 1
/** Something that stands between the digits of other things, too. */
const ODD_GAP = 2
/** An odd gap with which a number goes on: a card neither begins nor ends there. */
const GLUE = 3

function gapOf(between: string): number {
  if (between === ' ' || between === '-') return GAP
  return between === '.' || between === '_' ? GLUE : ODD_GAP
}

/** Cards are often followed by their date or code, so every row of whole groups is looked at. */
function hasCardAmong(run: string, text: string, at: number): boolean {
  const digits = new Uint8Array(run.length)
  /** What is before each digit, and behind the last. */
  const gaps = new Uint8Array(run.length + 1)
  let count = 0
  gaps[0] = GLUED_BEFORE.test(text.slice(Math.max(0, at - 2), at)) ? NO_GAP : GAP
  for (let index = 0; index < run.length; index += 1) {
    let end = index
    while (!isDigit(run, end)) end += 1
    if (end > index) gaps[count] = gapOf(run.slice(index, end))
    index = end
    digits[count++] = run.charCodeAt(index) - 48
  }
  gaps[count] = GLUED_AFTER.test(text.slice(at + run.length, at + run.length + 2)) ? NO_GAP : GAP
  for (let from = 0; from < count; from += 1) {
    if (isOutside(gaps[from]) && beginsCard(digits, gaps, from)) return true
  }
  return false
}

function isDigit(run: string, index: number): boolean {
  const code = run.charCodeAt(index)
  return code >= 48 && code <= 57
}

const isOutside = (gap: number | undefined) => gap === GAP || gap === ODD_GAP

/** Plain loops from here on: a body can be a million digits long. */
function beginsCard(digits: Uint8Array, gaps: Uint8Array, from: number): boolean {
  let prefix = 0
  for (let index = from; index < from + 4; index += 1) prefix = 10 * prefix + (digits[index] ?? 0)
  for (const length of LENGTHS.get(prefix) ?? NONE) {
    if (
      isOutside(gaps[from + length]) &&
      hasCheckDigit(digits, from, length) &&
      !isArticleNumber(digits, from, length) &&
      isGroupedAsCard(gaps, from, length)
    ) {
      return true
    }
  }
  return false
}

/** Fours, as on most cards, or 4, 6 and the rest; or every digit by itself. Usual gaps may be anywhere. */
function isGroupedAsCard(gaps: Uint8Array, from: number, length: number): boolean {
  const inner = [...gaps.subarray(from + 1, from + length)]
  if (inner.every((gap) => gap === NO_GAP || gap === GAP)) return true
  const places = inner.flatMap((gap, index) => (gap === NO_GAP ? [] : [index + 1]))
  const isFours = places.join() === inner.flatMap((_, index) => (index % 4 === 3 ? [index + 1] : [])).join()
  return isFours || places.join() === '4,10' || places.length === inner.length
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
