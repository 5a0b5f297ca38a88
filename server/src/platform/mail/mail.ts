import type { Versioned } from '../../kernel/revision.ts'

export const MAIL_KINDS = ['order_receipt', 'refund_notice', 'sign_in_code', 'invitation', 'endpoint_disabled'] as const
export type MailKind = (typeof MAIL_KINDS)[number]

export const MAIL_STATUSES = ['waiting', 'sent', 'kept', 'failed', 'skipped'] as const
export type MailStatus = (typeof MAIL_STATUSES)[number]

/** A mail to one recipient. What it shows is read when it is sent, except for what nobody else knows. */
export interface Mail extends Versioned {
  readonly id: string
  readonly organizationId: string
  readonly kind: MailKind
  readonly eventId: number | null
  readonly objectId: string | null
  /** The customer or user that it goes to, where that is known; else the organization itself. */
  readonly recipientId: string | null
  /** Empty while nobody has an address. */
  readonly toAddress: string
  readonly status: MailStatus
  /** Sealed: a code, or the token of a link. */
  readonly secret: Uint8Array | null
  readonly subject: string | null
  /** Sealed: the text and the HTML of a mail that was kept. */
  readonly body: Uint8Array | null
  readonly tries: number
  readonly dueAt: Date | null
  /** Until then somebody may be handing it over at this moment. */
  readonly takenUntil: Date | null
  readonly trouble: string | null
  readonly messageId: string | null
  readonly sentAt: Date | null
}
