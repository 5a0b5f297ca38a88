import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_LIMIT, MAX_LIMIT, maxPage, offsetOf, pageOf } from './page.ts'

const page = fc.integer({ min: 1, max: 1_000_000 })
const limit = fc.integer({ min: 1, max: 1_000_000 })

describe('pageOf', () => {
  it('is the first page of ten when nothing was asked for', () => {
    expect(pageOf({})).toEqual({ page: 1, limit: DEFAULT_LIMIT })
    expect(DEFAULT_LIMIT).toBe(10)
  })

  it('lowers a limit above 100 to 100', () => {
    fc.assert(fc.property(page, limit, (page, limit) => pageOf({ page, limit }).limit === Math.min(limit, MAX_LIMIT)))
    expect(MAX_LIMIT).toBe(100)
  })
})

describe('offsetOf and maxPage', () => {
  it('the pages up to the last cover everything once', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.integer({ min: 1, max: 100 }), (total, limit) => {
        const all = Array.from({ length: total }, (_, index) => index)
        const pages = Array.from({ length: maxPage(total, limit) }, (_, index) => {
          const start = offsetOf({ page: index + 1, limit })
          return all.slice(start, start + limit)
        })
        expect(pages.flat()).toEqual(all)
        expect(pages.every((items) => items.length > 0)).toBe(true)
      }),
    )
  })

  it('an empty list has no page', () => {
    expect(maxPage(0, 10)).toBe(0)
  })
})
