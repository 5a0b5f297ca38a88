import { describe, expect, it } from 'vitest'
import { silentLog } from '../../platform/log.ts'
import { MailTroubles } from './mail-troubles.ts'

const START = Date.parse('2026-01-31T09:30:00Z')
const at = (minutes: number) => new Date(START + minutes * 60_000)

function watched() {
  const lines: string[] = []
  const keep = (level: string) => (fields: { trouble?: string }, message: string) =>
    void lines.push(`${level}: ${fields.trouble ?? ''} ${message}`)
  return { lines, troubles: new MailTroubles({ ...silentLog, warn: keep('warn'), info: keep('info') }) }
}

describe('trouble with the mail server', () => {
  it('is told once per kind, however many mails meet it and however long it lasts', () => {
    const { lines, troubles } = watched()
    for (const minute of [0, 0, 1, 5, 60, 600]) troubles.away('AUTH PLAIN: 535 5.7.8', 'one', at(minute))
    troubles.away('CONN: ECONNREFUSED', 'two', at(601))
    expect(lines).toEqual([
      expect.stringMatching(/^warn: AUTH PLAIN: 535 5\.7\.8 the mail server does not take mails/),
      expect.stringMatching(/^warn: CONN: ECONNREFUSED/),
    ])
  })

  it('is told to be over, once, and told again when it comes back', () => {
    const { lines, troubles } = watched()
    troubles.passed()
    troubles.away('CONN: ECONNREFUSED', 'one', at(0))
    troubles.passed()
    troubles.passed()
    troubles.away('CONN: ECONNREFUSED', 'one', at(30))
    expect(lines.map((line) => line.slice(0, 4))).toEqual(['warn', 'info', 'warn'])
  })

  it('that comes and goes does not fill the log', () => {
    const { lines, troubles } = watched()
    for (let second = 0; second < 500; second += 1) {
      troubles.away('RCPT TO: 451 4.7.1', 'one', new Date(START + second * 1000))
      troubles.refused('RCPT TO: 550 5.1.1', 'two', new Date(START + second * 1000))
      troubles.passed()
    }
    expect(lines).toHaveLength(3)
  })

  it('of one recipient only is nothing that could be over', () => {
    const { lines, troubles } = watched()
    troubles.refused('RCPT TO: 550 5.1.1', 'one', at(0))
    troubles.passed()
    expect(lines).toEqual([expect.stringContaining('has refused a mail for good')])
  })
})
