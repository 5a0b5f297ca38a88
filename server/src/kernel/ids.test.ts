import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newId } from './ids.ts'

const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Far ahead, so that the clock in the ids of this process stands still or is given by the test. */
const FUTURE = Date.UTC(2100, 0, 1)

const timeIn = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

describe('newId', () => {
  it('is a UUID of version 7 that carries the time', () => {
    const before = Date.now()
    const id = newId()
    expect(id).toMatch(VERSION_7)
    expect(timeIn(id)).toBeGreaterThanOrEqual(before)
    expect(timeIn(id)).toBeLessThanOrEqual(Date.now() + 1)
  })

  it('20,000 in a row are different and in order, also past 4,096 in a millisecond', () => {
    const ids = Array.from({ length: 20_000 }, () => newId())
    expect(new Set(ids).size).toBe(ids.length)
    expect([...ids].sort()).toEqual(ids)
  })

  it('stays in order whatever the clock does', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1000, max: 1000 }), { maxLength: 50 }), (shifts) => {
        const ids = shifts.map((shift) => newId(FUTURE + shift))
        return ids.every((id, index) => VERSION_7.test(id) && (index === 0 || id > (ids[index - 1] ?? '')))
      }),
    )
  })
})
