import { describe, expect, it } from 'vitest'
import { invitationEnd, stateOf } from './invitations.ts'

const now = new Date('2026-01-31T09:30:00.000Z')
const open = { acceptedAt: null, withdrawnAt: null, expiresAt: invitationEnd(now) }
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds)

describe('an invitation', () => {
  it('lasts seven days', () => {
    expect(open.expiresAt.toISOString()).toBe('2026-02-07T09:30:00.000Z')
    expect(stateOf(open, later(7 * 86_400_000 - 1))).toBe('open')
    expect(stateOf(open, later(7 * 86_400_000))).toBe('expired')
  })

  it.each([
    ['accepted', { acceptedAt: now }],
    ['withdrawn', { withdrawnAt: now }],
  ])('that was %s stays so when its time is over', (state, what) => {
    expect(stateOf({ ...open, ...what }, now)).toBe(state)
    expect(stateOf({ ...open, ...what }, later(30 * 86_400_000))).toBe(state)
  })
})
