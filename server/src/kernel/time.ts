/** The last moment that the wire format can show: four digits for the year. */
export const END_OF_TIME = new Date('9999-12-31T23:59:59.999Z')

/** Where the time comes from. An organization can have a time of its own, so every question names one or none. */
export interface Clock {
  now(organizationId?: string): Date
}

export const systemClock: Clock = { now: () => new Date() }

export function addMilliseconds(moment: Date, milliseconds: number): Date {
  return clamp(new Date(moment.getTime() + milliseconds))
}

export function addDays(moment: Date, days: number): Date {
  return addMilliseconds(moment, days * 86_400_000)
}

/** Calendar months, clamped to the month's last day: January 31 plus one month is February 28 or 29. */
export function addMonths(moment: Date, months: number, anchorDay: number = moment.getUTCDate()): Date {
  const first = Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + months, 1)
  if (Number.isNaN(first) || first > END_OF_TIME.getTime()) return END_OF_TIME
  const target = new Date(first)
  const lastDay = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate()
  target.setUTCDate(Math.min(anchorDay, lastDay))
  return clamp(new Date(target.getTime() + (moment.getTime() % 86_400_000)))
}

export type Interval = 'day' | 'week' | 'month' | 'year'

/** One billing period further. The anchor day brings a clamped month back: 31, 28, 31, 30. */
export function addInterval(moment: Date, interval: Interval, anchorDay: number = moment.getUTCDate()): Date {
  if (interval === 'day') return addDays(moment, 1)
  if (interval === 'week') return addDays(moment, 7)
  return addMonths(moment, interval === 'month' ? 1 : 12, anchorDay)
}

const DURATION = /^P(?!$)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

/** A duration of ISO 8601 further, in whole parts: `P30D`, `PT1H30M`, `P1Y`. Years and months are those of the calendar. */
export function addDuration(moment: Date, text: string): Date | undefined {
  const parts = DURATION.exec(text)
  if (!parts) return undefined
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0))
  const later = addMonths(moment, years * 12 + months)
  return addMilliseconds(later, (((weeks * 7 + days) * 24 + hours) * 3600 + minutes * 60 + seconds) * 1000)
}

function clamp(moment: Date): Date {
  return Number.isNaN(moment.getTime()) || moment > END_OF_TIME ? END_OF_TIME : moment
}
