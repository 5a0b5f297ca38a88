import { troubleOf } from '../../platform/due-work/trouble.ts'
import type { Log } from '../../platform/log.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { MailAway, type MailPort, MailRefused, type Message } from '../../platform/mail/port.ts'
import { isDatabaseAway } from '../../platform/postgres/pool.ts'
import { dropMail, postpone, recordFailure, recordGone, takeDueMails } from './due-mails.ts'
import { WRITERS } from './letters/index.ts'
import { type LetterNeeds, Overtaken, type Written } from './letters/writer.ts'
import { replyToOf, senderNameOf } from './render/brand.ts'
import { type Rendered, rendered } from './render/index.ts'
import { nextTry } from './retries.ts'

export interface MailNeeds extends LetterNeeds {
  readonly port: MailPort
  /** The address that mails come from. */
  readonly from: string
  readonly log: Log
}

/** Then the loop takes a breath: after a rush, receipts can wait, and buyers and the database should not. */
const AT_ONCE = 20

/** Any number of processes can do it at once. */
export async function sendMails(needs: MailNeeds, now: () => Date = () => new Date()): Promise<void> {
  const domain = needs.from.slice(needs.from.lastIndexOf('@') + 1)
  const due = await takeDueMails(needs.db.sql, domain, now(), AT_ONCE)
  await Promise.all(due.map((mail) => sendMail(needs, mail, now)))
}

/** What fails to be written down here has a lease, and is tried again when that ends. */
async function sendMail(needs: MailNeeds, mail: Mail, now: () => Date): Promise<void> {
  const { sql } = needs.db
  try {
    const found = await WRITERS[mail.kind].write(needs, mail)
    const shown = rendered(found, needs.words)
    const status = await needs.port.send(messageOf(needs, mail, found, shown))
    const body = status === 'kept' ? needs.box.seal(JSON.stringify({ text: shown.text, html: shown.html })) : null
    const { to: toAddress, recipientId } = found
    await recordGone(sql, mail, { status, subject: shown.subject, toAddress, recipientId, body }, now())
  } catch (error) {
    await recordProblem(needs, mail, error, now())
  }
}

async function recordProblem({ db: { sql }, log }: MailNeeds, mail: Mail, error: unknown, now: Date): Promise<void> {
  if (isDatabaseAway(error)) throw error
  if (error instanceof Overtaken && error.isNobodys) return dropMail(sql, mail)
  const trouble = troubleOf(error)
  if (error instanceof Overtaken) return recordFailure(sql, mail, trouble, true, now)
  if (error instanceof MailRefused) return recordFailure(sql, mail, trouble, false, now)
  if (!(error instanceof MailAway)) log.error({ err: error, mail_id: mail.id }, 'sending a mail failed')
  const next = nextTry(mail, now)
  return next ? postpone(sql, mail, next, trouble, now) : recordFailure(sql, mail, trouble, false, now)
}

function messageOf(
  needs: MailNeeds,
  mail: Mail,
  { organization, to }: Written,
  { subject, text, html }: Rendered,
): Message {
  if (mail.messageId === null) throw new Error(`the mail ${mail.id} was not taken before it was sent`)
  return {
    id: mail.messageId,
    from: { name: senderNameOf(organization), address: needs.from },
    to,
    replyTo: replyToOf(organization),
    subject,
    text,
    html,
  }
}
