import { describe, expect, it } from 'vitest'
import { nextTry } from './retries.ts'

const NOW = new Date('2026-01-31T09:30:00Z')
const HOUR = 3_600_000

/** How long after the first try the others come. */
function triesOf(kind: 'order_receipt'): number[] {
  const moments: number[] = []
  let now = NOW
  for (let tries = 1; ; tries += 1) {
    const next = nextTry({ kind, tries }, now)
    if (next === null) return moments
    moments.push(next.getTime() - NOW.getTime())
    now = next
  }
}

describe('a mail that cannot be handed over', () => {
  it('is tried again for about two days, with growing waits', () => {
    const moments = triesOf('order_receipt')
    const waits = moments.map((moment, index) => moment - (moments[index - 1] ?? 0))
    expect(moments[0]).toBe(60_000)
    expect(waits).toEqual([...waits].sort((a, b) => a - b))
    expect(moments.at(-1)).toBeGreaterThan(47 * HOUR)
    expect(moments.at(-1)).toBeLessThan(50 * HOUR)
  })

  it('is tried again soon when somebody waits for it', () => {
    expect(nextTry({ kind: 'sign_in_code', tries: 30 }, NOW)).toEqual(new Date(NOW.getTime() + 15_000))
  })
})
