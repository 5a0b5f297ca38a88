import { troubleOf } from '../../platform/due-work/trouble.ts'
import type { Log } from '../../platform/log.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { MailAway, type MailPort, MailRefused, type Message } from '../../platform/mail/port.ts'
import { isDatabaseAway, type Sql } from '../../platform/postgres/pool.ts'
import { dropMail, postpone, recordFailure, recordGone, recordSkipped, takeDueMails } from './due-mails.ts'
import { WRITERS } from './letters/index.ts'
import { type LetterNeeds, Overtaken, Unaddressed, type Written } from './letters/writer.ts'
import type { MailTroubles } from './mail-troubles.ts'
import { replyToOf, senderNameOf } from './render/brand.ts'
import { type Rendered, rendered } from './render/index.ts'
import { nextTry } from './retries.ts'

/** What a try came to. `postponed` is tried again. */
type MailOutcome = 'sent' | 'kept' | 'failed' | 'skipped' | 'postponed'

export interface MailNeeds extends LetterNeeds {
  readonly port: MailPort
  /** The address that mails come from. */
  readonly from: string
  readonly log: Log
  readonly troubles: MailTroubles
  /** Told of every try. */
  readonly observe: (outcome: MailOutcome) => void
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
    needs.troubles.passed()
    const body = status === 'kept' ? needs.box.seal(JSON.stringify({ text: shown.text, html: shown.html })) : null
    const { to: toAddress, recipientId } = found
    await recordGone(sql, mail, { status, subject: shown.subject, toAddress, recipientId, body }, now())
    needs.observe(status)
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    if (error instanceof Overtaken && error.isNobodys) return dropMail(sql, mail)
    complain(needs, mail, error, now())
    needs.observe(await recordProblem(sql, mail, error, now()))
  }
}

/** To whoever runs the server. That a mail has nobody to go to, or is not needed, is for the organization to know. */
function complain({ log, troubles }: MailNeeds, mail: Mail, error: unknown, now: Date): void {
  if (error instanceof Overtaken || error instanceof Unaddressed) return
  if (error instanceof MailAway) troubles.away(troubleOf(error), mail.id, now)
  else if (error instanceof MailRefused) troubles.refused(troubleOf(error), mail.id, now)
  else log.error({ err: error, mail_id: mail.id }, 'sending a mail failed')
}

async function recordProblem(sql: Sql, mail: Mail, error: unknown, now: Date): Promise<MailOutcome> {
  const trouble = troubleOf(error)
  const next = error instanceof Overtaken || error instanceof MailRefused ? null : nextTry(mail, now)
  if (next) {
    await postpone(sql, mail, next, trouble, now)
    return 'postponed'
  }
  if (error instanceof Overtaken || error instanceof Unaddressed) {
    await recordSkipped(sql, mail, trouble, now)
    return 'skipped'
  }
  await recordFailure(sql, mail, trouble, now)
  return 'failed'
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
