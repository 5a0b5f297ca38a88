import type { SecretBox } from '../../kernel/secrets.ts'
import type { Sql } from '../../platform/postgres/pool.ts'
import type { Erasure, Position } from './erasure.ts'
import type { Scrubber } from './scrub.ts'

interface AnswerRow {
  readonly scope: string
  readonly key: string
  readonly body: Uint8Array
}

export interface AnswerTools {
  readonly sql: Sql
  readonly box: SecretBox
  readonly scrubber: Scrubber
}

const BATCH = 500

/** Everything that was answered under these scopes: they belong to the customer's own checkouts and keys. */
export async function scrubOwnAnswers(tools: AnswerTools, scopes: readonly string[]): Promise<void> {
  const rows = await tools.sql<AnswerRow[]>`
    select scope, key, body from idempotency_records where scope = any(${scopes as string[]}) and body is not null`
  for (const row of rows) await scrubAnswer(tools, row, () => true)
}

/**
 * The next answers that sellers got. They are sealed, so each has to be opened to see whom it is about; they are kept
 * for a day, so there are never many. They are changed and not deleted: a request that is repeated must not be done
 * again.
 */
export async function scrubSellersAnswers(tools: AnswerTools, erasure: Erasure): Promise<Position | 'end'> {
  const { sql } = tools
  const { scope: atScope = '', key: afterKey = '' } = erasure.position
  const scopes = await sql<{ scope: string }[]>`
    select 'token:' || t.id as scope from access_tokens t
    where (t.organization_id = ${erasure.organizationId} or t.user_id in (
      select m.user_id from organization_members m where m.organization_id = ${erasure.organizationId}))
      and 'token:' || t.id >= ${atScope}
    order by scope limit 2`
  const [current, following] = scopes
  if (!current) return 'end'
  const after = current.scope === atScope ? afterKey : ''
  const rows = await sql<AnswerRow[]>`
    select scope, key, body from idempotency_records
    where scope = ${current.scope} and key > ${after} and body is not null order by key limit ${BATCH}`
  const theirs = await checkoutsAmong(tools, rows, erasure.customerId)
  for (const row of rows) await scrubAnswer(tools, row, (text) => isAbout(text, erasure.customerId, theirs))
  const last = rows.at(-1)
  if (last && rows.length === BATCH) return { scope: current.scope, key: last.key }
  return following ? { scope: following.scope } : 'end'
}

/** A checkout that was answered before anybody bought does not name its customer yet. */
async function checkoutsAmong(tools: AnswerTools, rows: readonly AnswerRow[], customerId: string) {
  const ids = rows.flatMap((row) => checkoutIdIn(tools.box.open(row.body)) ?? [])
  const found = await tools.sql<{ id: string }[]>`
    select id from checkouts where id = any(${ids}::uuid[]) and customer_id = ${customerId}`
  return new Set(found.map(({ id }) => id))
}

function isAbout(text: string, customerId: string, checkoutIds: ReadonlySet<string>): boolean {
  return text.includes(customerId) || checkoutIds.has(checkoutIdIn(text) ?? '')
}

function checkoutIdIn(text: string): string | undefined {
  if (!text.includes('"client_secret"')) return undefined
  return (JSON.parse(text) as { id?: string }).id
}

async function scrubAnswer(
  { sql, box, scrubber }: AnswerTools,
  { scope, key, body }: AnswerRow,
  concerns: (text: string) => boolean,
): Promise<void> {
  const text = box.open(body)
  if (text === '' || !concerns(text)) return
  const clean = JSON.stringify(scrubber.scrub(JSON.parse(text)))
  if (clean === text) return
  await sql`update idempotency_records set body = ${box.seal(clean)} where scope = ${scope} and key = ${key}`
}
