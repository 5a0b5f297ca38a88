import { randomInt } from 'node:crypto'
import type { SecretBox } from '../../../kernel/secrets.ts'
import { addMilliseconds } from '../../../kernel/time.ts'
import type { SignInAsk } from './model.ts'

const MINUTE = 60_000
/** Of a million codes, five are one in two hundred thousand. */
export const MOST_TRIES = 5
/** Nobody needs more, and whoever floods a mailbox or guesses gets no further. */
export const MOST_CODES = 5
const CODE_DIGITS = 6

export const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')

export const codeEnd = (now: Date): Date => addMilliseconds(now, 10 * MINUTE)

/** Codes are counted from here on. */
export const codesSince = (now: Date): Date => addMilliseconds(now, -60 * MINUTE)

/** Bound to whom it is for, so that one address's code is worth nothing for another. */
export function markOf(box: SecretBox, { organizationId, email }: SignInAsk, code: string): Buffer {
  return box.mark(`sign-in ${organizationId.toLowerCase()} ${email.toLowerCase()} ${code}`)
}

/** Where answers are kept for repetition. Neither does an address stand in it, nor can one be guessed from it. */
export function signInScope(box: SecretBox, { organizationId, email }: SignInAsk): string {
  return `sign-in:${box.mark(`sign-in scope ${organizationId.toLowerCase()} ${email.toLowerCase()}`).toString('hex')}`
}
