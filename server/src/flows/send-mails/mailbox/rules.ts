import { revise } from '../../../kernel/revision.ts'
import type { Mail } from '../../../platform/mail/mail.ts'

const HAS_SECRET: readonly string[] = ['sign_in_code', 'invitation']

/** What only the mail may show is removed once it has gone. */
export const canGoAgain = ({ kind, secret }: Pick<Mail, 'kind' | 'secret'>): boolean =>
  secret !== null || !HAS_SECRET.includes(kind)

/** To send it now too could send it twice. */
export const isUnderWay = ({ status, takenUntil }: Pick<Mail, 'status' | 'takenUntil'>, now: Date): boolean =>
  status === 'waiting' && takenUntil !== null && takenUntil > now

/** What has gone out once goes under another Message-ID, or mail programs would hide it as a repetition. */
export function again(mail: Mail, now: Date): Mail {
  const hasGone = mail.status === 'sent' || mail.status === 'kept'
  const messageId = hasGone ? null : mail.messageId
  const fresh = {
    status: 'waiting',
    dueAt: now,
    takenUntil: null,
    tries: 0,
    trouble: null,
    sentAt: null,
    body: null,
    messageId,
  } as const
  return revise(mail, fresh, now)
}
