import type { Sql } from '../../src/platform/postgres/pool.ts'
import type { Plan } from '../load/plan.ts'
import { purchaseSteps } from '../load/purchase.ts'
import type { Question } from '../question.ts'
import { askOnce, requireSame } from '../same-answers.ts'
import type { Shop } from '../shop.ts'

/** Create, client update, confirm: customer, order, payment, grant, license key, session and events, exactly once. */
export async function purchase(shop: Shop): Promise<Question> {
  const plan: Plan = { kind: 'purchases', productId: shop.catalog.product.id, token: shop.catalog.token }
  requireSame(
    'a purchase',
    await buyOnce(shop, shop.till.port, shop.sql.till),
    await buyOnce(shop, shop.plainPort, shop.sql.plain),
  )
  const contest = {
    name: 'create + update + confirm',
    unit: 'purchases',
    till: { server: 'till', port: shop.till.port, plan },
    floors: [{ server: 'plain', port: shop.plainPort, plan }],
  } as const
  return { name: 'purchase', contests: [contest] }
}

/** The three answers of a purchase, and the rows that it left behind. */
async function buyOnce(shop: Shop, port: number, sql: Sql): Promise<object> {
  const before = await countRows(sql)
  const answers: unknown[] = []
  let previous = ''
  for (const step of purchaseSteps(shop.catalog.product.id, shop.catalog.token)) {
    previous = (await askOnce(port, step(Buffer.from(previous)))).body
    answers.push(JSON.parse(previous))
  }
  const after = await countRows(sql)
  const rows = Object.fromEntries(Object.entries(after).map(([table, many]) => [table, many - (before[table] ?? 0)]))
  const events = await sql`
    select type, object_type, object_version, data, previous_attributes from events order by id desc
    limit ${rows.events ?? 0}`
  return { answers, rows, events: [...events] }
}

const TABLES = [
  'customers',
  'checkouts',
  'orders',
  'payments',
  'benefit_grants',
  'license_keys',
  'customer_sessions',
  'events',
]

async function countRows(sql: Sql): Promise<Record<string, number>> {
  const counted = await Promise.all(
    TABLES.map(async (table) => {
      const [row] = await sql<{ many: number }[]>`select count(*)::int as many from ${sql(table)}`
      return [table, row?.many ?? 0] as const
    }),
  )
  return Object.fromEntries(counted)
}
