import { type Organization, organizationFromJson, organizationJson } from '../../../modules/organizations/index.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import type { FailureReason } from '../../../platform/outbound/failure.ts'
import type { Db, Fragment } from '../../../platform/postgres/pool.ts'
import type { Words } from '../words.ts'
import type { Letter } from './letter.ts'
import { GONE, type LetterNeeds, Overtaken, Unaddressed, type Writer, type Written } from './writer.ts'

/** What became of an endpoint, as it was then: it may have been enabled again since. */
interface Ending {
  readonly organization: Organization
  readonly id: string
  readonly url: string
  readonly isDisabled: boolean
  readonly disabledAt: Date
  readonly reason: 'gone' | 'failing'
  readonly httpCode: number | null
  readonly failure: FailureReason | null
}

export const endpointDisabled: Writer = {
  async write(needs, mail) {
    const { sql } = needs.db
    const ending = await findEnding(needs.db, sql`w.id = ${mail.objectId}`, mail.eventId)
    if (!ending) throw new Overtaken(GONE)
    return written(needs, ending, await addressOf(needs.db, mail), mail.recipientId)
  },
  async sample(needs, organizationId, objectId) {
    const { sql } = needs.db
    const named = objectId === null ? sql`true` : sql`w.id = ${objectId}`
    const ending = await findEnding(needs.db, sql`w.organization_id = ${organizationId} and ${named}`, null)
    return ending && written(needs, { ...ending, isDisabled: true }, ending.organization.email ?? '', null)
  },
}

/**
 * The event tells what happened, also when it is over. Events are forgotten one day, and an endpoint that was never
 * disabled can be shown in a preview: then it is told as if it happened when it was last changed.
 */
async function findEnding({ sql }: Db, condition: Fragment, eventId: number | null): Promise<Ending | undefined> {
  const [row] = await sql<(Omit<Ending, 'organization'> & { organization: object })[]>`
    select ${organizationJson(sql)} as organization, w.id, w.url, w.status = 'disabled' as is_disabled, told.disabled_at,
      told.reason, last.http_code, last.failure
    from webhook_endpoints w
    join organizations o on o.id = w.organization_id
    left join events e on e.id = ${eventId}::bigint
    cross join lateral (
      select coalesce((e.data ->> 'disabled_at')::timestamptz, w.disabled_at, w.modified_at, w.created_at) as disabled_at,
        coalesce(e.data ->> 'disabled_reason', w.disabled_reason, 'failing') as reason
    ) told
    left join lateral (
      select a.http_code, a.failure
      from (
        select d.position from webhook_deliveries d
        where d.endpoint_id = w.id and d.created_at <= told.disabled_at
        order by d.created_at desc, d.id desc limit 10
      ) d join webhook_attempts a on a.delivery = d.position and a.started_at <= told.disabled_at
      order by a.started_at desc, a.number desc limit 1
    ) last on true
    where w.deleted_at is null and ${condition} order by w.created_at desc, w.id desc limit 1`
  return row && { ...row, organization: organizationFromJson(row.organization) }
}

/**
 * Each owner with an address has a mail of their own. Where there was none, it is for the organization, and goes to the
 * first owner who has one by now, or to the organization's own address.
 */
async function addressOf({ sql }: Db, { organizationId, recipientId }: Mail): Promise<string> {
  const [owner] = await sql<{ email: string | null }[]>`
    select u.email from organization_members m join users u on u.id = m.user_id
    where m.organization_id = ${organizationId} and m.role = 'owner'
      and (u.id = ${recipientId} or (${recipientId} = ${organizationId}::uuid and u.email is not null))
    order by m.created_at, u.id limit 1`
  if (owner?.email) return owner.email
  if (recipientId !== organizationId) throw new Overtaken('whom it was for is no owner any more, or has no address')
  const [organization] = await sql<{ email: string | null }[]>`
    select email from organizations where id = ${organizationId}`
  if (organization?.email) return organization.email
  throw new Unaddressed('no owner has an e-mail address, and the organization has none')
}

function written({ links, words }: LetterNeeds, ending: Ending, to: string, recipientId: string | null): Written {
  const letter = endingLetter(ending, `${links.docs()}#group-webhooks`, words)
  return { organization: ending.organization, letter, to, recipientId, audience: 'team' }
}

function endingLetter(ending: Ending, docsUrl: string, words: Words): Letter {
  const say = words.endpoint
  const { host } = new URL(ending.url)
  const { httpCode, failure } = ending
  return {
    subject: say.subject(host),
    preview: say.text[ending.reason],
    blocks: [
      { kind: 'heading', text: say.heading },
      { kind: 'text', text: say.text[ending.reason] },
      {
        kind: 'facts',
        rows: [
          { label: say.url, value: withoutQuery(ending.url) },
          { label: say.id, value: ending.id },
          { label: say.at, value: words.moment(ending.disabledAt) },
          ...(httpCode === null ? [] : [{ label: say.last, value: String(httpCode) }]),
          ...(failure === null ? [] : [{ label: say.lastFailed, value: say.failures[failure] }]),
        ],
      },
      { kind: 'text', text: ending.isDisabled ? say.todo : say.enabledAgain },
      { kind: 'button', label: say.button, url: docsUrl },
    ],
  }
}

/** Receivers are sometimes told apart by a secret in the query. */
function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}
