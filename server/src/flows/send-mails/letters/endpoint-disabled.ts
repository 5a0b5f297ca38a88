import { type Organization, organizationFromJson, organizationJson } from '../../../modules/organizations/index.ts'
import type { Db, Fragment } from '../../../platform/postgres/pool.ts'
import type { Words } from '../words.ts'
import type { Letter } from './letter.ts'
import { GONE, type LetterNeeds, Overtaken, type Writer, type Written } from './writer.ts'

interface Endpoint {
  readonly organization: Organization
  readonly url: string
  readonly createdAt: Date
  readonly disabledAt: Date | null
  readonly reason: 'gone' | 'failing' | null
  readonly httpCode: number | null
  readonly failure: string | null
}

/** Each owner has a mail of their own, and stays the one that it was queued for. */
export const endpointDisabled: Writer = {
  async write(needs, mail) {
    const endpoint = await findEndpoint(needs.db, needs.db.sql`w.id = ${mail.objectId}`)
    if (!endpoint) throw new Overtaken(GONE)
    if (endpoint.disabledAt === null) throw new Overtaken('the endpoint is enabled again')
    return written(needs, endpoint, mail.toAddress, mail.recipientId)
  },
  async sample(needs, organizationId, objectId) {
    const { sql } = needs.db
    const named = objectId === null ? sql`true` : sql`w.id = ${objectId}`
    const endpoint = await findEndpoint(needs.db, sql`w.organization_id = ${organizationId} and ${named}`)
    return endpoint && written(needs, endpoint, endpoint.organization.email ?? '', null)
  },
}

async function findEndpoint({ sql }: Db, condition: Fragment): Promise<Endpoint | undefined> {
  const [row] = await sql<(Omit<Endpoint, 'organization'> & { organization: object })[]>`
    select ${organizationJson(sql)} as organization, w.url, w.created_at, w.disabled_at, w.disabled_reason as reason,
      last.http_code, last.failure
    from webhook_endpoints w join organizations o on o.id = w.organization_id
    left join lateral (
      select a.http_code, a.failure
      from (
        select d.position from webhook_deliveries d where d.endpoint_id = w.id
        order by d.created_at desc, d.id desc limit 10
      ) d join webhook_attempts a on a.delivery = d.position
      order by a.started_at desc, a.number desc limit 1
    ) last on true
    where w.deleted_at is null and ${condition} order by w.created_at desc, w.id desc limit 1`
  return row && { ...row, organization: organizationFromJson(row.organization) }
}

function written({ links, words }: LetterNeeds, endpoint: Endpoint, to: string, recipientId: string | null): Written {
  const { organization } = endpoint
  return { organization, letter: endpointLetter(endpoint, links.docs(), words), to, recipientId, audience: 'team' }
}

/** Where one endpoint is shown that was never disabled, this is how it would be told. */
function endpointLetter(endpoint: Endpoint, docsUrl: string, words: Words): Letter {
  const say = words.endpoint
  const { host } = new URL(endpoint.url)
  const { httpCode, failure } = endpoint
  return {
    subject: say.subject(host),
    preview: say.preview(host),
    blocks: [
      { kind: 'heading', text: say.heading },
      { kind: 'text', text: say.text[endpoint.reason ?? 'failing'] },
      {
        kind: 'facts',
        rows: [
          { label: say.url, value: withoutQuery(endpoint.url) },
          { label: say.since, value: words.moment(endpoint.disabledAt ?? endpoint.createdAt) },
          ...(httpCode === null ? [] : [{ label: say.last, value: String(httpCode) }]),
          ...(failure === null ? [] : [{ label: say.lastFailed, value: failure }]),
        ],
      },
      { kind: 'text', text: say.todo },
      { kind: 'button', label: say.button, url: docsUrl },
    ],
  }
}

/** Receivers are sometimes told apart by a secret in the query. */
function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}
