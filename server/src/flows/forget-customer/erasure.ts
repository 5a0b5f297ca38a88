import type { Db } from '../../platform/postgres/pool.ts'
import { columns } from '../../platform/postgres/rows.ts'
import type { Tx } from '../../platform/postgres/transaction.ts'

/** What is looked through, in this order. */
export const STEPS = [
  'checkouts',
  'orders',
  'refunds',
  'subscriptions',
  'benefit_grants',
  'license_keys',
  'customer',
  'answers',
] as const
export type Step = (typeof STEPS)[number]

/** How far a step got: the last id, or the last answer. */
export interface Position {
  readonly id?: string
  readonly scope?: string
  readonly key?: string
}

/** The work that a deletion has left. */
export interface Erasure {
  readonly customerId: string
  readonly organizationId: string
  readonly createdAt: Date
  readonly dueAt: Date
  readonly round: 1 | 2
  readonly step: Step
  readonly position: Position
}

/** Longer than any transaction may last: what began before the deletion is committed by then. */
const LATE_MILLISECONDS = 5 * 60_000

export function newErasure(customerId: string, organizationId: string, now: Date): Erasure {
  return { customerId, organizationId, createdAt: now, dueAt: now, round: 1, step: STEPS[0], position: {} }
}

/** What comes after a batch of a step; null when everything is done. */
export function advanced(erasure: Erasure, reached: Position | 'end', now: Date): Erasure | null {
  if (reached !== 'end') return { ...erasure, position: reached, dueAt: now }
  const next = STEPS[STEPS.indexOf(erasure.step) + 1]
  if (next) return { ...erasure, step: next, position: {}, dueAt: now }
  if (erasure.round === 2) return null
  const dueAt = new Date(Math.max(now.getTime(), erasure.createdAt.getTime() + LATE_MILLISECONDS))
  return { ...erasure, round: 2, step: STEPS[0], position: {}, dueAt }
}

export async function insertErasure(tx: Tx, erasure: Erasure): Promise<void> {
  await tx.sql`insert into customer_erasures ${columns(tx.sql, erasure)}`
}

/** The one that has waited longest, so that a customer with a long history delays no other. */
export async function lockDueErasure(tx: Tx, now: Date): Promise<Erasure | undefined> {
  const [due] = await tx.sql<Erasure[]>`
    select * from customer_erasures where due_at <= ${now}
    order by due_at, customer_id limit 1 for update skip locked`
  return due
}

export async function saveErasure(tx: Tx, erasure: Erasure, next: Erasure | null): Promise<void> {
  const { sql } = tx
  if (next === null) {
    await sql`delete from customer_erasures where customer_id = ${erasure.customerId}`
    return
  }
  const { dueAt, round, step, position } = next
  await sql`
    update customer_erasures set ${columns(sql, { dueAt, round, step, position })}
    where customer_id = ${erasure.customerId}`
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** The next things of the customer, in the order of their ids. Checkouts are locked. */
export async function nextIds(
  { sql }: Db,
  table: Exclude<Step, 'customer' | 'answers'>,
  customerId: string,
  after: string | undefined,
  most: number,
): Promise<string[]> {
  // A checkout that is being bought at this moment becomes another customer's. Everything else stays with its own.
  const held = table === 'checkouts' ? sql`for no key update` : sql``
  const rows = await sql<{ id: string }[]>`
    select id from ${sql(table)} where customer_id = ${customerId} and id > ${after ?? FIRST_ID}
    order by id limit ${most} ${held}`
  return rows.map(({ id }) => id)
}
