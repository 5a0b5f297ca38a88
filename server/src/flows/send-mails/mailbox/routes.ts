import { Type } from 'typebox'
import type { Links } from '../../../kernel/links.ts'
import { pageOf } from '../../../kernel/page.ts'
import { NotPermitted, Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import type { SecretBox } from '../../../kernel/secrets.ts'
import { sortingOf } from '../../../kernel/sorting.ts'
import { Uuid } from '../../../kernel/wire.ts'
import { versioned } from '../../../platform/http/answer.ts'
import { listAnswer } from '../../../platform/http/list-answer.ts'
import { personalToken, type Route, read, write } from '../../../platform/http/route.ts'
import { ENGLISH } from '../words.ts'
import { onlyOwners } from './errors.ts'
import { previewMail } from './preview-mail.ts'
import { resendMail } from './resend-mail.ts'
import { Mail, MailInFull, MailList, MailPreview, MailPreviewAsk, MailQuery } from './schema.ts'
import { findMail, isLessThanOwner, listMails, MAIL_CRITERIA } from './store.ts'
import { mailInFullView, mailView } from './view.ts'

const tag = 'Mailbox'
const path = '/v1/mailbox/'
const ById = Type.Object({ id: Uuid })
/** Mails hold sign-in codes and links, so the right to read an organization is not enough. */
const access = personalToken('organizations:write')

export interface MailboxNeeds {
  readonly links: Links
  readonly box: SecretBox
}

/** What was sent, what waits, and what was kept because there is no mail server. For owners only. */
export function mailboxRoutes({ links, box }: MailboxNeeds): readonly Route[] {
  return [
    listRoute,
    read(
      {
        method: 'POST',
        path: `${path}preview`,
        operationId: 'previewMail',
        tag,
        summary: 'See what a mail looks like',
        description: 'With real things of the organization. Sends nothing. Codes and links of a preview do not work.',
        access,
        body: MailPreviewAsk,
        bodyExample: { organization_id: '0197a6f0-1c2b-7d3e-8f40-51627384a5b6', kind: 'order_receipt' },
        status: 200,
        answer: MailPreview,
        refusals: [NotPermitted],
      },
      async ({ db, actor, body }) => previewMail({ db, links, box, words: ENGLISH }, actor, body),
    ),
    read(
      {
        method: 'GET',
        path: `${path}{id}`,
        operationId: 'getMail',
        tag,
        summary: 'Get a mail',
        access,
        params: ById,
        status: 200,
        answer: MailInFull,
        refusals: [NotPermitted, ResourceNotFound],
      },
      async ({ db, actor, params }) => {
        const found = await findMail(db, actor, params.id)
        if (!found) throw new Refusal(ResourceNotFound)
        if (!found.isOwner) throw onlyOwners()
        return versioned(mailInFullView(found.mail, box), found.mail)
      },
    ),
    resendRoute,
  ]
}

const listRoute = read(
  {
    method: 'GET',
    path,
    operationId: 'listMails',
    tag,
    summary: 'List mails',
    description: 'Of the organizations that you are an owner of, the newest first unless `sorting` says otherwise.',
    access,
    query: MailQuery,
    status: 200,
    answer: MailList,
    refusals: [NotPermitted],
  },
  async ({ db, actor, query }) => {
    if (query.organization_id && (await isLessThanOwner(db, actor, query.organization_id))) throw onlyOwners()
    const page = pageOf(query)
    const sorting = sortingOf(query.sorting, MAIL_CRITERIA, ['-created_at'])
    const filter = { organizationId: query.organization_id, kind: query.kind, status: query.status, to: query.to }
    return listAnswer(await listMails(db, actor, filter, sorting, page), page, mailView)
  },
)

const resendRoute = write(
  {
    method: 'POST',
    path: `${path}{id}/resend`,
    operationId: 'resendMail',
    tag,
    summary: 'Send a mail again',
    description:
      'One that failed, was skipped, or that somebody has lost. It shows things as they are now. One that waits for its next try is tried now. Mails with a code or a link in them cannot be sent twice.',
    access,
    params: ById,
    status: 202,
    answer: Mail,
    refusals: [NotPermitted, ResourceNotFound],
  },
  async ({ tx, actor, params }) => mailView(await resendMail(tx, actor, params.id)),
)
