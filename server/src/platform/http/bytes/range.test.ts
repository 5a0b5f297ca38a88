import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rangeOf } from './range.ts'

const of = (range: string | undefined, size = 10, ifRange?: string) =>
  rangeOf({ range, 'if-range': ifRange }, size, '"tag"')

describe('a Range header', () => {
  it.each([
    ['bytes=0-0', { start: 0, stop: 1 }],
    ['bytes=2-5', { start: 2, stop: 6 }],
    ['bytes=7-', { start: 7, stop: 10 }],
    ['bytes=-3', { start: 7, stop: 10 }],
    ['bytes=-99', { start: 0, stop: 10 }],
    ['bytes=5-99', { start: 5, stop: 10 }],
    ['bytes= 2-5', { start: 2, stop: 6 }],
  ])('%s', (header, range) => {
    expect(of(header)).toEqual(range)
  })

  it.each([
    undefined,
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=5-2',
    'lines=1-2',
    'bytes=a-b',
    'bytes=0-1,3-4',
    'bytes=--1',
  ])('that cannot be read or asks for several ranges is passed over: %s', (header) => {
    expect(of(header)).toBeNull()
  })

  it.each(['bytes=10-', 'bytes=10-12', 'bytes=99999999999999-', 'bytes=-0'])('416: %s', (header) => {
    expect(() => of(header)).toThrow(
      expect.objectContaining({
        kind: expect.objectContaining({ status: 416 }),
        extras: { headers: { 'content-range': 'bytes */10' } },
      }),
    )
  })

  it('holds only for the same bytes, with If-Range', () => {
    expect(of('bytes=2-5', 10, '"tag"')).toEqual({ start: 2, stop: 6 })
    for (const other of ['"other"', 'W/"tag"', 'Wed, 21 Oct 2015 07:28:00 GMT'])
      expect(of('bytes=2-5', 10, other)).toBeNull()
  })

  it('never leads outside of the file', () => {
    const number = fc.option(fc.nat(), { nil: '' })
    fc.assert(
      fc.property(number, number, fc.integer({ min: 1, max: 1000 }), (first, last, size) => {
        let range: ReturnType<typeof of>
        try {
          range = of(`bytes=${first}-${last}`, size)
        } catch {
          return
        }
        if (range === null) return
        expect(range.start).toBeGreaterThanOrEqual(0)
        expect(range.stop).toBeGreaterThan(range.start)
        expect(range.stop).toBeLessThanOrEqual(size)
      }),
    )
  })
})
