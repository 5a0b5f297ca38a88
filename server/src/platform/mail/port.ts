export interface Mailbox {
  readonly name: string
  readonly address: string
}

/** A mail as it goes out. */
export interface Message {
  /** Without angle brackets. The same in every try. */
  readonly id: string
  readonly from: Mailbox
  readonly to: string
  readonly replyTo: string | null
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Takes mails. Resolves when somebody else answers for the mail: `sent`, or `kept` when it stays here to be read. */
export interface MailPort {
  send(message: Message): Promise<'sent' | 'kept'>
  close(): void
}

/** Nobody has taken the mail, or nobody knows. It will pass: the same mail is sent again later. */
export class MailAway extends Error {
  override readonly name = 'MailAway'
}

/** The mail, or whom it goes to, was refused for good. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}
