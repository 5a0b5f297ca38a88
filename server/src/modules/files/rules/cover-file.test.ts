import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AnnouncedPart, coverageIssues } from './cover-file.ts'

/** Parts that cover a file of this size, cut at these places. */
function cutAt(size: number, places: readonly number[]): AnnouncedPart[] {
  const edges = [...new Set([0, ...places.map((place) => place % size), size])].sort((a, b) => a - b)
  return edges.slice(1).map((edge, index) => ({ number: index + 1, chunk_start: edges[index] ?? 0, chunk_end: edge }))
}

const sizes = fc.integer({ min: 1, max: 2 ** 40 })
const places = fc.array(fc.nat({ max: 2 ** 31 - 1 }), { maxLength: 20 })

const fieldsOf = (size: number, parts: readonly AnnouncedPart[]) =>
  coverageIssues(size, parts).map(({ loc }) => loc.slice(1).join('.'))

describe('parts', () => {
  it('that cover every byte exactly once are the file, in whatever order they are listed', () => {
    fc.assert(
      fc.property(sizes, places, fc.nat(), (size, cuts, turn) => {
        const parts = cutAt(size, cuts)
        const at = turn % parts.length
        expect(coverageIssues(size, [...parts.slice(at), ...parts.slice(0, at)])).toEqual([])
      }),
    )
  })

  it('that are accepted cover every byte exactly once', () => {
    const part = fc.record({
      number: fc.integer({ min: 1, max: 4 }),
      chunk_start: fc.nat({ max: 6 }),
      chunk_end: fc.nat({ max: 6 }),
    })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.array(part, { minLength: 1, maxLength: 4 }), (size, parts) => {
        const inOrder = [...parts].sort((a, b) => a.number - b.number)
        const bytes = inOrder.flatMap(({ chunk_start, chunk_end }) =>
          Array.from({ length: Math.max(0, chunk_end - chunk_start) }, (_, index) => chunk_start + index),
        )
        const isFile =
          JSON.stringify(bytes) === JSON.stringify(Array.from({ length: size }, (_, index) => index)) &&
          new Set(parts.map(({ number }) => number)).size === parts.length &&
          parts.every(({ chunk_start, chunk_end }) => chunk_end > chunk_start)
        expect(coverageIssues(size, parts).length === 0).toBe(isFile)
      }),
      { numRuns: 2000 },
    )
  })

  it('may have gaps in their numbers', () => {
    const parts = [
      { number: 7, chunk_start: 5, chunk_end: 9 },
      { number: 3, chunk_start: 0, chunk_end: 5 },
    ]
    expect(coverageIssues(9, parts)).toEqual([])
  })

  it.each([
    [
      'a gap',
      [
        [1, 0, 4],
        [2, 5, 9],
      ],
      ['upload.parts.1.chunk_start'],
    ],
    [
      'an overlap',
      [
        [1, 0, 5],
        [2, 4, 9],
      ],
      ['upload.parts.1.chunk_start'],
    ],
    ['a late beginning', [[1, 1, 9]], ['upload.parts.0.chunk_start']],
    [
      'an early end',
      [
        [1, 0, 5],
        [2, 5, 8],
      ],
      ['upload.parts.1.chunk_end'],
    ],
    ['more than the file', [[1, 0, 10]], ['upload.parts.0.chunk_end']],
    [
      'an empty part',
      [
        [1, 0, 9],
        [2, 9, 9],
      ],
      ['upload.parts.1.chunk_end'],
    ],
    [
      'a part that ends before it starts',
      [
        [1, 0, 5],
        [2, 5, 3],
      ],
      ['upload.parts.1.chunk_end'],
    ],
    [
      'the same number twice',
      [
        [1, 0, 9],
        [1, 0, 9],
      ],
      ['upload.parts.1.number'],
    ],
    [
      'numbers in another order than bytes',
      [
        [2, 0, 5],
        [1, 5, 9],
      ],
      ['upload.parts.1.chunk_start', 'upload.parts.0.chunk_start'],
    ],
  ])('%s is refused at its field', (_, given, fields) => {
    const parts = given.map(([number = 0, chunk_start = 0, chunk_end = 0]) => ({ number, chunk_start, chunk_end }))
    expect(fieldsOf(9, parts)).toEqual(fields)
  })
})
