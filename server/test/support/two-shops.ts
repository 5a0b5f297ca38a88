import { newId } from '../../src/kernel/ids.ts'
import { systemClock } from '../../src/kernel/time.ts'
import { createPersonalAccessToken } from '../../src/modules/access/index.ts'
import { transactionsOn } from '../../src/platform/postgres/transaction.ts'
import { buy } from './checkout-factories.ts'
import type { Reply } from './client.ts'
import { makeToken, unique } from './factories.ts'
import { openShop, type Shop } from './shop.ts'
import type { TestTill } from './till.ts'

/** A shop with what only its own people may see: an access token, a subscription, a customer who is signed in. */
export interface GuardedShop extends Shop {
  readonly accessTokenId: string
  readonly subscriptionId: string
  readonly sessionToken: string
}

export async function openGuardedShop(till: TestTill): Promise<GuardedShop> {
  const shop = await openShop(till)
  const { owner } = till
  await makeToken(till, shop.organization.id)
  const tokens = await owner.must(owner.get(`/v1/organization-access-tokens/?organization_id=${shop.organization.id}`))
  const newest: Reply['body'] = tokens.items.at(-1)
  const order = await buy(till, shop.plan.id, `sam-${unique()}@example.com`)
  const session = await owner.must(owner.post('/v1/customer-sessions/', { customer_id: shop.order.customer_id }))
  return { ...shop, accessTokenId: newest.id, subscriptionId: order.subscription_id, sessionToken: session.token }
}

/** The personal token of somebody who is a member of this organization and of no other. */
export async function personalTokenOf(till: TestTill, organizationId: string): Promise<string> {
  return transactionsOn(till.sql, systemClock).run(async (tx) => {
    const userId = newId()
    const now = new Date()
    await tx.sql`insert into users (id, created_at) values (${userId}, ${now})`
    await tx.sql`
      insert into organization_members (organization_id, user_id, role, created_at)
      values (${organizationId}, ${userId}, 'owner', ${now})`
    return createPersonalAccessToken(tx, userId, 'somebody else')
  })
}

/** Every id of a shop's own things, wherever an answer showed one. */
export function idsOf(shop: Shop): string[] {
  const found = JSON.stringify(shop).match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []
  return [...new Set(found)]
}

/** A hash, table by table, of every row that names one of these ids: whose row it is does not matter. */
export async function rowsNaming({ sql }: TestTill, ids: readonly string[]): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`
  const hashes = tables.map(
    ({ name }) => `
      select '${name}' as name, md5(coalesce(string_agg(row::text, '|' order by row::text), '')) as hash
      from ${name} row where row::text like any($1)`,
  )
  const rows = await sql.unsafe(hashes.join(' union all '), [ids.map((id) => `%${id}%`)])
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}

/** What runs in the background after a sale has run: numbers of events, counts. */
export async function settled({ sql }: TestTill): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const [open] = await sql<{ count: number }[]>`
      select (select count(*) from events where sequence is null)::int
        + (select count(*) from order_count_deltas)::int
        + (select count(*) from discount_redemptions where not is_counted)::int as count`
    if (open?.count === 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the work in the background does not come to an end')
}
