import { type Static, Type } from 'typebox'
import type { Actor } from '../../../kernel/actor.ts'
import { type Listed, type Page, pageOf } from '../../../kernel/page.ts'
import { AnyOf, ListOf, Nullable, named, PageQuery, Timestamp, Uuid } from '../../../kernel/wire.ts'
import { doorOf } from '../../../modules/access/index.ts'
import { listAnswer } from '../../../platform/http/list-answer.ts'
import { type Route, read, token } from '../../../platform/http/route.ts'
import type { Door } from '../../../platform/postgres/door.ts'
import { isOneOf } from '../../../platform/postgres/list.ts'
import { findPage } from '../../../platform/postgres/page.ts'
import type { Db, Sql } from '../../../platform/postgres/pool.ts'
import { fromRow } from '../../../platform/postgres/rows.ts'
import { listTable } from '../../../platform/postgres/table-list.ts'
import { keptTotal } from '../../../platform/postgres/totals.ts'

const Charge = named(
  'SandboxCharge',
  Type.Object({
    id: Uuid,
    created_at: Timestamp,
    organization_id: Uuid,
    checkout_id: Nullable(Uuid),
    payment_id: Uuid,
    processor_reference: Type.String({ examples: ['sandbox_0197a6f0-1c2b-7d3e-8f40-51627384a5b6'] }),
    amount: Type.Integer({ examples: [1400] }),
    currency: Type.String({ examples: ['usd'] }),
    refunded_amount: Type.Integer({ examples: [0] }),
    is_inline: Type.Boolean({
      description: 'It was decided in the transaction of the sale, without books of the sandbox’s own.',
      examples: [true],
    }),
  }),
)

const { page, limit } = PageQuery
const ChargeQuery = Type.Object({
  page,
  limit,
  organization_id: AnyOf(Uuid),
  checkout_id: AnyOf(Uuid),
  payment_id: AnyOf(Uuid),
})

interface ChargeRow {
  readonly id: string
  readonly createdAt: Date
  readonly organizationId: string
  readonly checkoutId: string | null
  readonly paymentId: string
  readonly processorReference: string
  readonly amount: number
  readonly currency: string
  readonly refundedAmount: number
  readonly isInline: boolean
}

export const chargesRoute: Route = read(
  {
    method: 'GET',
    path: '/v1/sandbox/charges',
    operationId: 'listSandboxCharges',
    tag: 'Sandbox',
    summary: 'List what the sandbox has charged',
    description: 'Each time that it took money, newest first. Two for one checkout would be a double charge.',
    access: token('payments:read'),
    query: ChargeQuery,
    status: 200,
    answer: ListOf(Charge),
  },
  async ({ db, actor, query }) => {
    const asked = pageOf(query)
    return listAnswer(await listCharges(db, actor, query, asked), asked, chargeView)
  },
)

function listCharges(
  db: Db,
  actor: Actor,
  { organization_id, checkout_id, payment_id }: Static<typeof ChargeQuery>,
  page: Page,
): Promise<Listed<ChargeRow>> {
  const { sql } = db
  const door = doorOf(sql, actor, organization_id)
  if (checkout_id === undefined && payment_id === undefined) return listAll(sql, door, page)
  const list = {
    table: 'sandbox_charges',
    alias: 'c',
    door,
    where: [
      checkout_id && isOneOf(sql, sql`c.checkout_id`, checkout_id),
      payment_id && isOneOf(sql, sql`c.payment_id`, payment_id),
    ],
    facets: undefined,
    sorting: [{ by: 'created_at', descending: true }] as const,
    criteria: { created_at: sql`c.created_at` },
    page,
  }
  return listTable(sql, list, (item) => fromRow<ChargeRow>(item))
}

/**
 * The newest of both books, and then the newest of those. The view would be put in order as a whole: Postgres does not
 * look for an index inside of a union whose parts have conditions.
 */
function listAll(sql: Sql, door: Door, page: Page): Promise<Listed<ChargeRow>> {
  const byTime = { by: sql`c.created_at`, descending: true }
  const newest = { alias: 'c', keys: [byTime], where: sql`true` }
  const ownBooks = { ...newest, table: 'sandbox.charges' }
  const inline = sql`
    c.processor = 'sandbox' and c.status = 'succeeded' and c.amount > 0 and starts_with(c.processor_reference, 'sandbox_')`
  const inlineOnes = { ...newest, table: 'payments', part: inline }
  // Both books are counted with the payments.
  const kept = { list: 'payments', facet: 'sandbox_charge=true', time: byTime }
  const total = keptTotal(sql, kept.list, door, [kept.facet])
  const item = sql`select to_json(c) as item from sandbox_charges c where c.id = chosen.listed_id`
  const listing = { door, total, walks: [inlineOnes, ownBooks] as const, isMerged: true, kept, page, item }
  return findPage(sql, listing, (row) => fromRow<ChargeRow>(row))
}

function chargeView(charge: ChargeRow): Static<typeof Charge> {
  return {
    id: charge.id,
    created_at: charge.createdAt.toISOString(),
    organization_id: charge.organizationId,
    checkout_id: charge.checkoutId,
    payment_id: charge.paymentId,
    processor_reference: charge.processorReference,
    amount: charge.amount,
    currency: charge.currency,
    refunded_amount: charge.refundedAmount,
    is_inline: charge.isInline,
  }
}
