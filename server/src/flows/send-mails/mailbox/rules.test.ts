import { describe, expect, it } from 'vitest'
import type { Mail } from '../../../platform/mail/mail.ts'
import { again, canGoAgain, isUnderWay } from './rules.ts'

const NOW = new Date('2026-01-31T09:30:00Z')
const SECRET = Buffer.from('sealed')

const mail = (fields: Partial<Mail> = {}): Mail => ({
  id: '0197a6f0-1c2b-7d3e-8f40-51627384a5b6',
  createdAt: new Date('2026-01-30T09:30:00Z'),
  modifiedAt: null,
  version: 2,
  organizationId: '0197a6f0-1c2b-7d3e-8f40-51627384a5b7',
  kind: 'order_receipt',
  eventId: 1,
  objectId: null,
  recipientId: null,
  toAddress: 'ada@example.com',
  status: 'sent',
  secret: null,
  subject: 'Your receipt',
  body: null,
  tries: 3,
  dueAt: null,
  takenUntil: null,
  trouble: null,
  messageId: 'one@example.com',
  sentAt: NOW,
  ...fields,
})

describe('sending a mail again', () => {
  it.each([
    ['order_receipt', null, true],
    ['refund_notice', null, true],
    ['endpoint_disabled', null, true],
    ['invitation', null, false],
    ['sign_in_code', null, false],
    ['invitation', SECRET, true],
  ] as const)('%s, with the secret %j: %s', (kind, secret, isPossible) => {
    expect(canGoAgain({ kind, secret })).toBe(isPossible)
  })

  it('one that has gone out gets another Message-ID, all its tries, and loses what was kept of it', () => {
    const after = again(mail({ status: 'kept', body: SECRET }), NOW)
    expect(after).toMatchObject({ status: 'waiting', dueAt: NOW, tries: 0, messageId: null, body: null, sentAt: null })
    expect(after.version).toBe(3)
  })

  it('one that failed keeps its Message-ID: somebody may have got it after all', () => {
    const after = again(mail({ status: 'failed', trouble: 'RCPT TO: 550', sentAt: null }), NOW)
    expect(after).toMatchObject({ status: 'waiting', messageId: 'one@example.com', trouble: null })
  })

  it.each([
    ['waiting', 1, true],
    ['waiting', -1, false],
    ['waiting', null, false],
    ['failed', 1, false],
  ] as const)('one that is %s and taken for %s more seconds is under way: %s', (status, seconds, isIt) => {
    const takenUntil = seconds === null ? null : new Date(NOW.getTime() + seconds * 1000)
    expect(isUnderWay({ status, takenUntil }, NOW)).toBe(isIt)
  })
})
