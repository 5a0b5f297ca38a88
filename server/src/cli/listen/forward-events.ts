import { Allowed, bareHost } from '../../platform/outbound/allowed.ts'
import { type PostResult, Sender } from '../../platform/outbound/post.ts'
import { signatures } from '../../platform/outbound/sign.ts'
import { StartupProblem } from '../../platform/startup-problem.ts'
import { askTill, openAnswer, type Source } from './ask-till.ts'
import { followEvents, type StreamedEvent } from './follow-events.ts'

export interface Forwarding {
  readonly source: Source
  /** Where events go. */
  readonly forward: URL
  readonly secret: string
  /** The id or the slug of an organization; undefined for the only one. */
  readonly organization: string | undefined
  readonly types: readonly string[]
  /** Undefined for what happens from now on. */
  readonly after: number | undefined
  readonly signal: AbortSignal
  readonly waitMilliseconds?: number
  say(line: string): void
}

/** Sends each event to an address of the operator's own, one after the other, and says what came of it. */
export async function forwardEvents(forwarding: Forwarding): Promise<void> {
  const { forward, secret, say, signal } = forwarding
  const query = await queryOf(forwarding)
  const newest = await newestNumber(forwarding.source, query)
  const { after = newest } = forwarding
  if (after > newest) throw new StartupProblem(`--after is ${after}, and the newest event has the number ${newest}.`)
  say(`Forwarding events to ${forward.href}, signed with ${secret}`)
  const sender = new Sender({ allowed: hostOf(forward) })
  try {
    for await (const event of followEvents({ ...forwarding, query, after })) {
      const { type, id } = JSON.parse(event.text) as { type: string; id: string }
      const result = await sender.post({ url: forward.href, ...signed(event, id, secret), signal })
      if (!signal.aborted) say(`${event.sequence} ${type} → ${outcomeOf(result)}`)
    }
  } finally {
    sender.close()
  }
}

async function queryOf({ source, organization, types }: Forwarding): Promise<string> {
  const query = new URLSearchParams(types.map((type): [string, string] => ['type', type]))
  if (organization !== undefined) query.set('organization_id', await organizationIdOf(source, organization))
  else await requireOne(source)
  return query.toString()
}

const SHOWN = 20

/** A token that may not read organizations is left to what the server says. */
async function requireOne(source: Source): Promise<void> {
  const list = await openAnswer(source, `/v1/organizations/?limit=${SHOWN}`).catch(() => null)
  if (list === null) return
  const { items, pagination } = (await list.json()) as {
    items: { slug: string }[]
    pagination: { total_count: number }
  }
  if (pagination.total_count < 2) return
  const slugs = items.map(({ slug }) => slug).join(', ')
  const more = pagination.total_count - items.length
  throw new StartupProblem(
    `Say whose events, with --organization: ${slugs}${more > 0 ? `, or one of ${more} others` : ''}.`,
  )
}

async function organizationIdOf(source: Source, organization: string): Promise<string> {
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(organization)) return organization
  const { items } = await askTill(source, `/v1/organizations/?${new URLSearchParams({ slug: organization })}`)
  const [found] = items as { id: string }[]
  if (found) return found.id
  throw new StartupProblem(`The server at ${source.address} has no organization ${organization} for this token.`)
}

/** From here on. Without it, what happens while the first connection breaks would be lost. */
async function newestNumber(source: Source, query: string): Promise<number> {
  const { last_sequence } = await askTill(source, `/v1/events/?${query}&limit=1&sorting=-sequence`)
  return Number(last_sequence)
}

/** Whoever types an address may reach it, wherever it leads and with or without TLS. */
function hostOf({ hostname }: URL): Allowed {
  const allowed = Allowed.parse(bareHost(hostname))
  if (allowed instanceof Allowed) return allowed
  throw new StartupProblem(
    `--forward should be an address such as http://localhost:3000/hook; its host is ${hostname}.`,
  )
}

function signed({ text: body }: StreamedEvent, id: string, secret: string) {
  const timestampSeconds = Math.floor(Date.now() / 1000)
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signatures([secret], { id, timestampSeconds, body }),
  }
  return { headers, body }
}

function outcomeOf(result: PostResult): string {
  return result.kind === 'answered' ? `${result.status} in ${result.milliseconds} ms` : result.detail
}
