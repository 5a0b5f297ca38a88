import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DemoClock } from '../../src/cli/demo/demo-clock.ts'
import { makeScale, requireNoScale, type ScaleTokens, whereToLook } from '../../src/cli/demo/scale/make-scale.ts'
import { readSize, timeOf } from '../../src/cli/demo/scale/size.ts'
import { makeOwnerToken } from '../../src/entry/owner.ts'
import { isWellFormed } from '../../src/kernel/secrets.ts'
import { foldCounts } from '../../src/platform/due-work/fold-counts.ts'
import { StartupProblem } from '../../src/platform/startup-problem.ts'
import { buy } from '../support/checkout-factories.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { expectTotalsToHold } from '../support/totals.ts'
import { expectCleanBooks } from '../support/verify.ts'

const SIZE = { orders: 2000, organizations: 200, products: 20 }
const clock = new DemoClock()
let till: TestTill
let tokens: ScaleTokens
beforeAll(async () => {
  till = await startTill({ clock })
  tokens = await makeScale(till.till.app, till.ownerToken, clock, till.sql, SIZE, () => {})
}, 60_000)
afterAll(() => till.stop())

const none = async (rows: Promise<readonly unknown[]>) => expect(await rows).toEqual([])
const totalOf = async (path: string, token?: string) => {
  const client = token === undefined ? till.owner : till.as(token)
  return (await client.must(client.get(path))).pagination.total_count
}

describe('npm run demo -- --scale', () => {
  it('makes what it was asked for, and the owner sees all of it', async () => {
    expect(await totalOf('/v1/organizations/')).toBe(SIZE.organizations)
    expect(await totalOf('/v1/orders/')).toBe(SIZE.orders)
    expect(await totalOf('/v1/license-keys')).toBe(SIZE.orders)
    expect(await totalOf(`/v1/products/?organization_id=${tokens.middle.organizationId}`)).toBe(SIZE.products)
    expect(await totalOf('/v1/orders/', tokens.huge.token)).toBeGreaterThan(0.4 * SIZE.orders)
    expect(await totalOf('/v1/orders/', tokens.small.token)).toBeGreaterThan(0)
  })

  it('says how the owner sees all of it, with a token that is made afterwards', async () => {
    const text = whereToLook(tokens, 'http://till.example.com').join('\n')
    expect(text).toContain('npm run --silent token')
    const token = await makeOwnerToken(till.sql, 'Made after the demo')
    expect(await totalOf('/v1/organizations/', token)).toBe(SIZE.organizations)
    expect(await totalOf('/v1/orders/', token)).toBe(SIZE.orders)
  })

  it('leaves no reference that leads nowhere, although none was checked', async () => {
    const references = await till.sql<{ table: string; column: string; target: string; targetColumn: string }[]>`
      select c.conrelid::regclass::text as table, a.attname as column, c.confrelid::regclass::text as target,
        b.attname as target_column
      from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
      where c.contype = 'f' and cardinality(c.conkey) = 1`
    expect(references.length).toBeGreaterThan(30)
    for (const { table, column, target, targetColumn } of references) {
      const text = `select from ${table} x left join ${target} y on y.${targetColumn} = x.${column}
        where x.${column} is not null and y.${targetColumn} is null`
      expect({ table, column, lost: await till.sql.unsafe(text) }).toEqual({ table, column, lost: [] })
    }
  })

  it('has put every index and every trigger back', async () => {
    const empty = await startTill()
    const state = ({ sql }: TestTill) => sql`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text from pg_index
      where indrelid in (select relid from pg_stat_user_tables)
      union all select tgrelid::regclass || ' ' || tgname, tgenabled::text from pg_trigger where not tgisinternal
      order by 1`
    expect(await state(till)).toEqual(await state(empty))
    await empty.stop()
  }, 30_000)

  it('keeps the rules of a purchase', async () => {
    const { sql } = till
    await none(sql`select checkout_id from orders group by checkout_id having count(*) > 1`)
    await none(sql`
      select from orders o join checkouts c on c.id = o.checkout_id
      where c.status <> 'succeeded' or c.customer_id <> o.customer_id or c.product_id <> o.product_id
        or c.subtotal_amount <> o.amount or c.organization_id <> o.organization_id or o.created_at < c.created_at`)
    await none(sql`
      select from orders o left join payments p on p.order_id = o.id and p.status = 'succeeded'
      where coalesce(p.amount, 0) <> o.amount`)
    await none(sql`
      select from orders o join products p on p.id = o.product_id
      where p.is_recurring <> (o.subscription_id is not null) or p.organization_id <> o.organization_id`)
    await none(sql`
      select customer_id, product_id from subscriptions where status = 'active' group by 1, 2 having count(*) > 1`)
    await none(sql`
      select from subscriptions
      where status = 'active' and not (current_period_start <= now() and current_period_end > now())`)
  })

  it('gives every buyer exactly the benefits of the product', async () => {
    await none(till.sql`
      select o.id, b.benefit_id from orders o join product_benefits b on b.product_id = o.product_id
      left join benefit_grants g on g.benefit_id = b.benefit_id
        and (g.order_id = o.id or g.subscription_id = o.subscription_id)
      where g.id is null`)
    await none(till.sql`
      select from benefit_grants g left join subscriptions s on s.id = g.subscription_id
      where g.is_granted <> (s.id is null or s.status = 'active')`)
    await none(till.sql`
      select from benefit_grants g join benefits b on b.id = g.benefit_id and b.type = 'license_keys'
      left join license_keys k on k.grant_id = g.id
      where k.id is null or k.display_key <> g.properties ->> 'display_key' or (k.status = 'revoked') = g.is_granted`)
  })

  it('counts what it says that it counts', async () => {
    await none(till.sql`
      select d.id from discounts d
      where d.redemptions_count <> (select count(*) from discount_redemptions r where r.discount_id = d.id)`)
    await none(till.sql`
      select from license_keys k where k.limit_activations is not null
        and (select count(*) from license_key_activations a where a.license_key_id = k.id) > k.limit_activations`)
    await expectTotalsToHold(till)
  })

  it('leaves books that are in order, with an event for everything that happened', () => expectCleanBooks(till))

  it('makes ids in the order of time, and secrets and keys of the right form', async () => {
    for (const table of ['orders', 'checkouts', 'license_keys', 'customers', 'organizations']) {
      await none(till.sql`
        select from (
          select id, lag(id) over (order by created_at, id) as before, created_at,
            lag(created_at) over (order by created_at, id) as earlier
          from ${till.sql(table)} where substr(id::text, 1, 3) = '019') x
        where id < before and date_trunc('milliseconds', created_at) > earlier`)
    }
    const secrets = await till.sql<{ secret: string }[]>`select client_secret as secret from checkouts`
    expect(secrets.filter(({ secret }) => !isWellFormed('checkout', secret))).toEqual([])
    await none(till.sql`
      select key from license_keys where key !~ '^SCALE-[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$'
        or display_key <> '****-' || right(key, 6)`)
    await none(till.sql`select email from customers where email not like '%@example.com'`)
  })

  it('is read through the API like everything else, down to the last page', async () => {
    const client = till.as(tokens.huge.token)
    const seen = new Set<string>()
    const { pagination } = await client.must(client.get('/v1/orders/?limit=100'))
    for (let page = 1; page <= pagination.max_page; page += 1) {
      const { items } = await client.must(client.get(`/v1/orders/?limit=100&page=${page}`))
      for (const { id } of items) seen.add(id)
    }
    expect(seen.size).toBe(pagination.total_count)
    const [first] = seen
    expect((await client.get(`/v1/orders/${first}`)).status).toBe(200)
    expect((await client.get(`/v1/orders/?limit=100&page=${pagination.max_page + 1}`)).body.items).toEqual([])
  })

  it('has keys that validate, and goes on selling', async () => {
    const client = till.as(tokens.small.token)
    const { items } = await client.must(client.get('/v1/license-keys?status=granted&limit=1'))
    const held = { key: items[0].key, organization_id: tokens.small.organizationId }
    const activation = await till.anonymous.post('/v1/customer-portal/license-keys/activate', { ...held, label: 'New' })
    expect(activation.status).toBe(200)
    const asked = { ...held, activation_id: activation.body.id }
    expect((await till.anonymous.post('/v1/customer-portal/license-keys/validate', asked)).status).toBe(200)

    const before = await totalOf('/v1/orders/')
    const [product] = (await client.must(client.get('/v1/products/?is_recurring=false'))).items
    await buy(till, product.id, 'customer-1@example.com')
    expect(await totalOf('/v1/orders/')).toBe(before + 1)
    expect(await totalOf(`/v1/orders/?product_id=${product.id}`, tokens.small.token)).toBeGreaterThan(0)
    await foldCounts(till.sql)
    expect(await totalOf('/v1/orders/')).toBe(before + 1)
    await expectTotalsToHold(till)
  })

  it('refuses politely to be made twice, and sizes that make no sense', async () => {
    await expect(requireNoScale(till.sql)).rejects.toThrow(StartupProblem)
    for (const args of [['--scale', '--orders', '1'], ['--scale', '--organizations', 'many'], ['--nothing'], ['word']])
      expect(() => readSize(args)).toThrow(StartupProblem)
    for (const flag of ['--orders', '--organizations', '--products'])
      expect(() => readSize([flag, '5'])).toThrow(`${flag} needs --scale`)
    expect(readSize(['--again'])).toEqual(readSize([]))
    expect(readSize(['--scale', '--orders', '5000'])).toEqual({ organizations: 10_000, products: 1000, orders: 5000 })
  })

  it('says roughly how long it takes, by how much there is to make', () => {
    const usual = { organizations: 10_000, products: 1000, orders: 1_000_000 }
    expect(timeOf({ organizations: 10, products: 10, orders: 1000 })).toBe('some seconds')
    expect(timeOf({ ...usual, orders: 50_000 })).toBe('about a minute')
    expect(timeOf(usual)).toBe('some minutes')
    expect(timeOf({ ...usual, orders: 100_000_000 })).toBe('hours')
  })
})
