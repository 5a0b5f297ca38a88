import { newId } from '../../../kernel/ids.ts'
import { invalidField } from '../../../kernel/invalid-input.ts'
import type { SecretBox } from '../../../kernel/secrets.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { SignInAsk } from './model.ts'
import { codeEnd, codesSince, MOST_CODES, markOf, newCode } from './rules.ts'
import { isOrganization, keepCode } from './store.ts'

/**
 * The same work for every address: whether it is a customer's is looked up when the mail is about to be sent. So neither
 * the answer nor the time that it takes tells who has bought here.
 */
export async function requestSignIn(tx: Tx, box: SecretBox, ask: SignInAsk): Promise<void> {
  const { organizationId, email } = ask
  if (!(await isOrganization(tx, organizationId))) {
    throw invalidField('organization_id', 'There is no such organization', organizationId)
  }
  const now = new Date()
  const code = newCode()
  const mailId = newId()
  const kept = { ...ask, codeHash: markOf(box, ask, code), mailId, createdAt: now, expiresAt: codeEnd(now) }
  if (!(await keepCode(tx, kept, { most: MOST_CODES, since: codesSince(now) }))) return
  const secret = box.seal(code)
  const mail = { id: mailId, organizationId, kind: 'sign_in_code', objectId: null, toAddress: email, secret } as const
  await queueMail(tx, mail, now)
}
