import type { Verdict, Violation } from '../../flows/verify-books/index.ts'

/** For a person: everything that is wrong, with its ids, or what was looked at when nothing is. */
export function reportOf({ violations, looked, took }: Verdict, place: string): string[] {
  if (violations.length > 0) return violations.flatMap(linesOf)
  const rows = looked.map(({ table, many }) => `${many.toLocaleString('en-US')} ${table.replaceAll('_', ' ')}`)
  const seconds = took.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000
  return [`The books of ${place} are in order: ${took.length} checks in ${seconds.toFixed(1)} s.`, rows.join(', ')]
}

function linesOf({ check, many, rows }: Violation): string[] {
  const more = many - rows.length
  return [
    `${check.name}: ${check.sentence}`,
    ...rows.map((row) => `  ${Object.entries(row).map(pair).join(' ')}`),
    ...(more > 0 ? [`  and ${more.toLocaleString('en-US')} more`] : []),
  ]
}

function pair([name, value]: [string, unknown]): string {
  return `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`
}

/** The slowest first, for whoever wonders what takes so long. */
export function timesOf({ took }: Verdict): string[] {
  return [...took]
    .sort((one, other) => other.milliseconds - one.milliseconds)
    .map(({ check, milliseconds }) => `${(milliseconds / 1000).toFixed(2).padStart(8)} s  ${check.name}`)
}
