import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addDuration, addInterval, addMilliseconds, addMonths, END_OF_TIME } from './time.ts'

const at = (text: string) => new Date(`${text}T09:30:00.123Z`)
const moment = fc.date({ min: new Date('1970-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
const lastDayOf = (date: Date) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()

describe('addMonths', () => {
  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-03-31', 1, '2026-04-30'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2028-02-29', 48, '2032-02-29'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2099-12-31', 2, '2100-02-28'],
  ])('%s and %s months is %s', (from, months, to) => {
    expect(addMonths(at(from), months)).toEqual(at(to))
  })

  it('lands in the wanted month, on the same day or the last, at the same time', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: 0, max: 600 }), (from, months) => {
        const to = addMonths(from, months)
        const wanted = from.getUTCFullYear() * 12 + from.getUTCMonth() + months
        expect(to.getUTCFullYear() * 12 + to.getUTCMonth()).toBe(wanted)
        expect(to.getUTCDate()).toBe(Math.min(from.getUTCDate(), lastDayOf(to)))
        expect(to.getTime() % 86_400_000).toBe(from.getTime() % 86_400_000)
      }),
    )
  })
})

describe('addInterval', () => {
  it('comes back to the anchor day after a shorter month', () => {
    const days: number[] = []
    let period = at('2026-01-31')
    for (let index = 0; index < 12; index += 1) {
      period = addInterval(period, 'month', 31)
      days.push(period.getUTCDate())
    }
    expect(days).toEqual([28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 31])
  })

  it('a year from February 29 is the 28th, and the 29th again in the next leap year', () => {
    let period = at('2028-02-29')
    const days = Array.from({ length: 4 }, () => {
      period = addInterval(period, 'year', 29)
      return period.toISOString().slice(0, 10)
    })
    expect(days).toEqual(['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'])
  })

  it('one step at a time gets where all steps at once get', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: 1, max: 60 }), (start, count) => {
        const anchor = start.getUTCDate()
        let period = start
        for (let index = 0; index < count; index += 1) period = addInterval(period, 'month', anchor)
        expect(period).toEqual(addMonths(start, count))
      }),
    )
  })

  it.each([
    ['day', '2026-03-01'],
    ['week', '2026-03-07'],
    ['month', '2026-03-28'],
    ['year', '2027-02-28'],
  ] as const)('a %s', (interval, expected) => {
    expect(addInterval(at('2026-02-28'), interval)).toEqual(at(expected))
  })

  it('always goes forward', () => {
    fc.assert(
      fc.property(moment, fc.constantFrom('day', 'week', 'month', 'year'), (from, interval) => {
        return addInterval(from, interval).getTime() > from.getTime()
      }),
    )
  })
})

describe('the end of time', () => {
  it('is the last moment that four digits for the year can show', () => {
    expect(END_OF_TIME.toISOString()).toBe('9999-12-31T23:59:59.999Z')
  })

  it('is as far as anything gets', () => {
    const huge = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
    fc.assert(
      fc.property(moment, huge, (from, much) => {
        for (const to of [addMilliseconds(from, much), addDays(from, much), addMonths(from, much)]) {
          expect(Number.isNaN(to.getTime())).toBe(false)
          expect(to.getTime()).toBeLessThanOrEqual(END_OF_TIME.getTime())
          expect(to.getTime()).toBeGreaterThanOrEqual(from.getTime())
        }
      }),
    )
    expect(addInterval(END_OF_TIME, 'year')).toEqual(END_OF_TIME)
    expect(addDays(END_OF_TIME, 1)).toEqual(END_OF_TIME)
  })
})

describe('addDuration', () => {
  const from = at('2026-01-31')

  it.each([
    ['PT1S', '2026-01-31T09:30:01.123Z'],
    ['P30D', '2026-03-02T09:30:00.123Z'],
    ['P1W', '2026-02-07T09:30:00.123Z'],
    ['PT1H30M', '2026-01-31T11:00:00.123Z'],
    ['P1DT12H', '2026-02-01T21:30:00.123Z'],
    ['P1Y', '2027-01-31T09:30:00.123Z'],
    ['P1M', '2026-02-28T09:30:00.123Z'],
    ['P1Y1M1D', '2027-03-01T09:30:00.123Z'],
    ['PT0S', '2026-01-31T09:30:00.123Z'],
    // What no calendar holds ends with the calendar.
    [`P${'9'.repeat(40)}Y`, END_OF_TIME.toISOString()],
    [`PT${'9'.repeat(400)}S`, END_OF_TIME.toISOString()],
  ])('%s', (text, to) => {
    expect(addDuration(from, text)?.toISOString()).toBe(to)
  })

  it('adds up what it is put together from', () => {
    const part = fc.nat(1000)
    fc.assert(
      fc.property(moment, part, part, part, part, part, (start, weeks, days, hours, minutes, seconds) => {
        const text = `P${weeks}W${days}DT${hours}H${minutes}M${seconds}S`
        const total = weeks * 604_800 + days * 86_400 + hours * 3600 + minutes * 60 + seconds
        expect(addDuration(start, text)).toEqual(addMilliseconds(start, total * 1000))
      }),
    )
  })

  it.each(['', 'P', 'PT', '1D', 'PT1.5S', '-P1D', 'P-1D', 'p1d', 'P1D ', 'P1H', 'P1D1Y', 'PT1Y'])(
    'is not %j',
    (text) => {
      expect(addDuration(from, text)).toBeUndefined()
    },
  )
})
