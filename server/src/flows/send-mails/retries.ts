import type { Mail } from '../../platform/mail/mail.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** About two days in all. A server that is away for longer than that has been noticed by somebody. */
const WAITS = [
  ...[1, 2, 5, 10, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 4, 8, 8, 12, 12].map((hours) => hours * HOUR),
]
/** Somebody waits for a code, and after ten minutes it is of no use. */
const CODE_WAIT = 15_000

/** When to try again after so many tries; null when it was the last one. */
export function nextTry({ kind, tries }: Pick<Mail, 'kind' | 'tries'>, now: Date): Date | null {
  if (kind === 'sign_in_code') return new Date(now.getTime() + CODE_WAIT)
  const wait = WAITS[tries - 1]
  return wait === undefined ? null : new Date(now.getTime() + wait)
}
