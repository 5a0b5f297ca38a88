import { createHash } from 'node:crypto'
import { InvalidInput } from '../../kernel/invalid-input.ts'
import { Conflict, Refusal } from '../../kernel/refusal.ts'
import type { SecretBox } from '../../kernel/secrets.ts'
import type { Tx } from '../postgres/transaction.ts'
import { type Answer, replayed } from './answer.ts'

const KEPT_HOURS = 24

/** A request's Idempotency-Key: whose it is, what it says, and which request it stands for. */
export interface Claim {
  readonly scope: string
  readonly key: string
  readonly requestHash: Buffer
}

export interface ClaimOutcome {
  readonly outcome: 'claimed' | 'running' | 'differs' | 'replay'
  readonly status: number | null
  readonly body: Uint8Array | null
}

export function claimOf(
  header: string | string[] | undefined,
  scope: string,
  request: { method: string; url: string; rawBody: Uint8Array | undefined },
): Claim | null {
  if (header === undefined) return null
  const key = Array.isArray(header) ? header.join(',') : header
  if (key.length < 1 || key.length > 255) {
    const msg = 'Idempotency-Key should have 1 to 255 characters'
    throw new InvalidInput([
      {
        type: 'value_error',
        loc: ['header', 'idempotency-key'],
        msg,
        input: key.slice(0, 300),
      },
    ])
  }
  const requestHash = createHash('sha256')
    .update(`${request.method} ${request.url}\n`)
    .update(request.rawBody ?? '')
    .digest()
  return { scope, key, requestHash }
}

export function expiryOf(now: Date): Date {
  return new Date(now.getTime() + KEPT_HOURS * 3_600_000)
}

/** The first statement of the write's transaction. Answers what the first request answered, if there was one. */
export async function claimKey(tx: Tx, claim: Claim, box: SecretBox): Promise<Answer<never> | null> {
  const now = new Date()
  const [row] = await tx.sql<ClaimOutcome[]>`
    select * from claim_idempotency_key_1(
      ${claim.scope}, ${claim.key}, ${claim.requestHash}, ${now}, ${expiryOf(now)})`
  return row ? judgeClaim(row, claim, box) : null
}

export function judgeClaim(found: ClaimOutcome, claim: Claim, box: SecretBox): Answer<never> | null {
  if (found.outcome === 'claimed') return null
  if (found.outcome === 'running') throw new Refusal(Conflict, { headers: { 'retry-after': '1' } })
  if (found.outcome === 'differs' || found.body === null || found.status === null) {
    const msg = 'This Idempotency-Key was used for another request'
    throw new InvalidInput([
      {
        type: 'value_error',
        loc: ['header', 'idempotency-key'],
        msg,
        input: claim.key,
      },
    ])
  }
  return replayed(found.status, box.open(found.body))
}

/** The last statement before the commit. */
export async function keepAnswer(tx: Tx, claim: Claim, status: number, text: string, box: SecretBox): Promise<void> {
  await tx.sql`
    update idempotency_records set status = ${status}, body = ${box.seal(text)}
    where scope = ${claim.scope} and key = ${claim.key}`
}

/** Where a request left its claim when it went between two transactions. */
export interface LeftClaim {
  readonly claimScope: string | null
  readonly claimKey: string | null
}

/** Without a text, the answer that was kept when the work began. What has an answer already keeps it. */
export async function finishClaim(
  { sql }: Tx,
  { claimScope, claimKey }: LeftClaim,
  status: number,
  text: string | null,
  box: SecretBox,
): Promise<void> {
  if (claimKey === null) return
  await sql`
    update idempotency_records set status = ${status}, body = coalesce(${text && box.seal(text)}, body)
    where scope = ${claimScope} and key = ${claimKey} and status is null`
}

/** Nothing came of it, so the same key may be tried again. */
export async function forgetClaim({ sql }: Tx, { claimScope, claimKey }: LeftClaim): Promise<void> {
  if (claimKey === null) return
  await sql`delete from idempotency_records where scope = ${claimScope} and key = ${claimKey} and status is null`
}
