import type { PersonalActor } from '../../../kernel/actor.ts'
import { NotPermitted, Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { onlyOwners } from './errors.ts'
import { again, canGoAgain, isUnderWay } from './rules.ts'
import { lockMail, saveAgain } from './store.ts'

/** One that waits for its next try is tried now. */
export async function resendMail(tx: Tx, actor: PersonalActor, id: string): Promise<Mail> {
  const found = await lockMail(tx, actor, id)
  if (!found) throw new Refusal(ResourceNotFound)
  tx.requireMatch(found.mail)
  if (!found.isOwner) throw onlyOwners()
  const now = new Date()
  if (isUnderWay(found.mail, now)) return found.mail
  if (!canGoAgain(found.mail)) throw secretGone()
  const after = again(found.mail, now)
  await saveAgain(tx, after)
  return after
}

const secretGone = () =>
  new Refusal(NotPermitted, {
    code: 'mail_secret_gone',
    detail: 'The code or link of this mail is not kept. Ask for a new code, or invite the person again.',
  })
