import { describe, expect, it } from 'vitest'
import { advanced, type Erasure, newErasure, STEPS } from './erasure.ts'

const NOW = new Date('2026-01-31T09:30:00.000Z')
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
const fresh = () => newErasure('customer', 'organization', NOW)

describe('an erasure', () => {
  it('goes on where it stopped, and has its next turn after everybody else', () => {
    const next = advanced(fresh(), { id: 'x' }, later(1))
    expect(next).toEqual({ ...fresh(), position: { id: 'x' }, dueAt: later(1) })
  })

  it('goes through all steps twice, the second time when nothing from before the deletion can run any more', () => {
    const seen: string[] = []
    let erasure: Erasure | null = fresh()
    while (erasure) {
      seen.push(`${erasure.round} ${erasure.step}`)
      if (erasure.round === 2) expect(erasure.dueAt.getTime()).toBeGreaterThanOrEqual(later(5).getTime())
      erasure = advanced(erasure, 'end', erasure.dueAt)
    }
    expect(seen).toEqual([1, 2].flatMap((round) => STEPS.map((step) => `${round} ${step}`)))
  })

  it('does not come back to the past when it took long', () => {
    const last: Erasure = { ...fresh(), step: 'answers' }
    expect(advanced(last, 'end', later(60))?.dueAt).toEqual(later(60))
  })
})
