import { type Static, Type } from 'typebox'
import {
  AnyOf,
  Extend,
  ListOf,
  Maybe,
  Nullable,
  named,
  OneOf,
  PageQuery,
  Timestamp,
  Uuid,
} from '../../../kernel/wire.ts'
import { MAIL_KINDS, MAIL_STATUSES } from '../../../platform/mail/mail.ts'

const Kind = OneOf(MAIL_KINDS, { examples: ['order_receipt'] })
const Status = OneOf(MAIL_STATUSES, {
  description:
    '`waiting`: it is sent soon, or again. `sent`: the mail server has taken it. `kept`: there is no mail server, so it stays here. `failed`: the mail server did not take it, and nobody will try again. `skipped`: it was not needed, or there was nobody to send it to; `trouble` says why.',
  examples: ['kept'],
})

export const Mail = named(
  'Mail',
  Type.Object({
    id: Uuid,
    created_at: Timestamp,
    modified_at: Nullable(Timestamp),
    organization_id: Uuid,
    kind: Kind,
    status: Status,
    to: Nullable(Type.String({ description: 'Null while nobody has an address.', examples: ['ada@example.com'] })),
    subject: Nullable(
      Type.String({ description: 'Null until it was sent.', examples: ['Your receipt from Northwind Audio'] }),
    ),
    object_id: Nullable(
      Type.String({ ...Uuid, description: 'The order, refund, invitation or webhook endpoint that it tells of.' }),
    ),
    message_id: Nullable(Type.String({ description: 'The Message-ID, from the first try on.' })),
    tries: Type.Integer({ description: 'Since it was queued, or sent again.', examples: [1] }),
    next_try_at: Nullable(Timestamp),
    trouble: Nullable(
      Type.String({
        description: 'What went wrong at the last try, or why it was skipped.',
        examples: ['RCPT TO: 550 5.1.1'],
      }),
    ),
    sent_at: Nullable(Type.String({ ...Timestamp, description: 'When the mail server took it, or when it was kept.' })),
  }),
)
export type Mail = Static<typeof Mail>

export const MailList = ListOf(Mail)

export const MailInFull = named(
  'MailInFull',
  Extend(Mail, {
    text: Nullable(Type.String({ description: 'Of a mail that was kept. What was sent is not kept.' })),
    html: Nullable(Type.String({ description: 'The same in HTML.' })),
  }),
)
export type MailInFull = Static<typeof MailInFull>

export const MailQuery = Type.Object({
  ...PageQuery,
  organization_id: AnyOf(Uuid),
  kind: AnyOf(Kind),
  status: AnyOf(Status),
  to: AnyOf(Type.String({ maxLength: 254, description: 'The whole address, ignoring case.' })),
})

export const MailPreviewAsk = named(
  'MailPreviewAsk',
  Type.Object({
    organization_id: Uuid,
    kind: Kind,
    object_id: Maybe(
      Type.String({
        ...Uuid,
        description:
          'The order, refund, customer, invitation or webhook endpoint to show it with. The newest one when it is left out.',
      }),
    ),
  }),
)
export type MailPreviewAsk = Static<typeof MailPreviewAsk>

export const MailPreview = named(
  'MailPreview',
  Type.Object({
    kind: Kind,
    subject: Type.String({ examples: ['Your receipt from Northwind Audio'] }),
    text: Type.String(),
    html: Type.String(),
  }),
)
export type MailPreview = Static<typeof MailPreview>
