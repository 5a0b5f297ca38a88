import { describe, expect, it } from 'vitest'
import { endText, invitationText } from './texts.ts'

const preview = {
  organization: { name: 'Northwind Audio' },
  role: 'read_only',
  email: 'grace@example.com',
  invited_by_name: 'Ada Lovelace',
  expires_at: '2026-02-07T12:00:00.000Z',
} as const

describe('what an invitation says', () => {
  it('names who invites, where that is known', () => {
    expect(invitationText(preview)).toBe('Ada Lovelace invites you as a read-only member.')
    expect(invitationText({ ...preview, invited_by_name: null, role: 'owner' })).toBe('You are invited as an owner.')
  })

  it('says for whom it is, and until when', () => {
    expect(endText(preview, 'en-US')).toBe('For grace@example.com, until February 7, 2026.')
  })
})
