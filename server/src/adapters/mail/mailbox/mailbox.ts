import type { MailPort } from '../../../platform/mail/port.ts'

/** For servers without SMTP_URL: every mail stays in the database, where the owners of the organization can read it. */
export const mailbox: MailPort = {
  send: async () => 'kept',
  close() {},
}
