import { columns } from '../postgres/rows.ts'
import type { Tx } from '../postgres/transaction.ts'
import type { Mail } from './mail.ts'

export type MailAsk = Pick<Mail, 'id' | 'organizationId' | 'kind' | 'objectId' | 'toAddress' | 'secret'>

/**
 * For mails that tell what no event may hold. In the transaction of what they tell of, so that there is both or neither;
 * all others are made from events, by `queue_mails_1`. In real time, like the secrets in them.
 */
export async function queueMail({ sql }: Tx, ask: MailAsk, now: Date): Promise<void> {
  await sql`insert into mails ${columns(sql, { ...ask, createdAt: now, dueAt: now })}`
}
