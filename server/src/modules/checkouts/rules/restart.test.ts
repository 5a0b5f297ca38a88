import { describe, expect, it } from 'vitest'
import { isRemembered } from './restart.ts'

describe('a buyer', () => {
  const expiresAt = new Date('2026-06-01T12:00:00.000Z')
  it.each<[string, boolean]>([
    ['2026-06-01T11:00:00.000Z', true],
    ['2026-06-01T12:00:00.000Z', true],
    ['2026-06-08T12:00:00.000Z', true],
    ['2026-06-08T12:00:00.001Z', false],
    ['2027-06-01T12:00:00.000Z', false],
  ])('is remembered for seven days: %s', (now, expected) => {
    expect(isRemembered({ expiresAt }, new Date(now))).toBe(expected)
  })
})
