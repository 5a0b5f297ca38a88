/** Marks that turn the direction of what follows them, and the ones that end that. */
const MARKS = /[\u202a-\u202e\u2066-\u2069]/g

/** Letters that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** A name inside a sentence: it turns nothing around but itself. */
export function isolated(name: string): string {
  const plain = name.replace(MARKS, '')
  // Between the marks for "on its own" and "end of that".
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain
}
