import { mailbox } from '../adapters/mail/mailbox/mailbox.ts'
import { smtpMail } from '../adapters/mail/smtp/smtp.ts'
import { ENGLISH, type MailNeeds, MailTroubles, sendMails } from '../flows/send-mails/index.ts'
import { Loop } from '../platform/due-work/loop.ts'
import type { MailPort } from '../platform/mail/port.ts'
import type { MailSettings } from '../platform/mail/smtp-settings.ts'

export interface Mails {
  readonly port: MailPort
  readonly loop: Loop
}

const HALF_A_SECOND = 500

/** The mail server of the settings, or the mailbox. Nobody is asked for anything before the first mail goes. */
export function composeMails(
  parts: Omit<MailNeeds, 'port' | 'from' | 'words' | 'troubles'>,
  baseUrl: string,
  { smtp, from }: MailSettings = { smtp: null, from: null },
): Mails {
  const port = smtp === null ? mailbox : smtpMail(smtp)
  // Only mails that stay here can be from an address that nobody has set.
  const sender = from ?? `no-reply@${new URL(baseUrl).hostname}`
  const needs = { ...parts, port, from: sender, words: ENGLISH, troubles: new MailTroubles(parts.log) }
  return { port, loop: new Loop(HALF_A_SECOND, parts.log, () => sendMails(needs)) }
}
