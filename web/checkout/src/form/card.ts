import { brandOf, FOURS } from './card-brand.ts'

export interface Card {
  readonly number: string
  readonly exp_month: number
  readonly exp_year: number
  readonly cvc: string
}

export const TEST_CARD = { number: '4242 4242 4242 4242', cvc: '123' } as const

/** Digits in groups, as they stand on a card. */
export function groupDigits(text: string): string {
  let rest = onlyDigits(text)
  const groups: string[] = []
  for (const length of brandOf(rest)?.groups ?? FOURS) {
    groups.push(rest.slice(0, length))
    rest = rest.slice(length)
  }
  return groups.filter((group) => group !== '').join(' ')
}

export const onlyDigits = (text: string): string => text.replace(/\D/g, '')

/** Where the caret goes when what was typed is written in another way: behind the digit that it stood behind. */
export function caretIn(shaped: string, typed: string, caret: number): number {
  if (caret >= typed.length) return shaped.length
  const digits = onlyDigits(typed.slice(0, caret)).length
  return new RegExp(`^(?:\\D*\\d){${digits}}`).exec(shaped)?.[0].length ?? shaped.length
}

/** `12/34`, `1 / 2034` or `1234`; null when that is no month. */
export function parseExpiry(text: string): { month: number; year: number } | null {
  const match = /^(\d{1,2})[/.-](\d{2}|\d{4})$/.exec(text.replace(/\s/g, '')) ?? /^(\d{2})(\d{2})$/.exec(text.trim())
  const month = Number(match?.[1] ?? 0)
  const year = Number(match?.[2] ?? 0)
  if (month < 1 || month > 12) return null
  return { month, year: year < 100 ? 2000 + year : year }
}

/** `1230` is `12 / 30`. What is no whole date yet is left as it is. */
export function shapeExpiry(text: string): string {
  return text.replace(/^\s*(\d{2})\s*\/?\s*(\d{2}|\d{4})\s*$/, '$1 / $2')
}

/** Whether the month is over. Cards go by universal time, as the server does. */
export function isOver({ month, year }: { month: number; year: number }, now: Date): boolean {
  return Date.UTC(year, month, 1) <= now.getTime()
}

/** A date that is good for a while, for the test card. */
export function laterExpiry(now: Date): string {
  return `12 / ${String((now.getFullYear() + 3) % 100).padStart(2, '0')}`
}
