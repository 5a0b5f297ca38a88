import type { SecretBox } from '../../../kernel/secrets.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import type { MailInFull, Mail as MailWire } from './schema.ts'
import type { ListedMail } from './store.ts'

export function mailView(mail: ListedMail): MailWire {
  return {
    id: mail.id,
    created_at: mail.createdAt.toISOString(),
    modified_at: mail.modifiedAt?.toISOString() ?? null,
    organization_id: mail.organizationId,
    kind: mail.kind,
    status: mail.status,
    to: mail.toAddress || null,
    subject: mail.subject,
    object_id: mail.objectId,
    message_id: mail.messageId,
    tries: mail.tries,
    next_try_at: mail.dueAt?.toISOString() ?? null,
    trouble: mail.trouble,
    sent_at: mail.sentAt?.toISOString() ?? null,
  }
}

export function mailInFullView(mail: Mail, box: SecretBox): MailInFull {
  const { text, html } = bodyOf(mail, box)
  return { ...mailView(mail), text, html }
}

function bodyOf({ body }: Mail, box: SecretBox): Pick<MailInFull, 'text' | 'html'> {
  return body === null ? { text: null, html: null } : (JSON.parse(box.open(body)) as { text: string; html: string })
}
