import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { demo } from '../../src/cli/commands/demo.ts'
import { DemoClock } from '../../src/cli/demo/demo-clock.ts'
import { type FilledInstance, fillInstance } from '../../src/cli/demo/fill-instance.ts'
import { whatNext } from '../../src/cli/demo/what-next.ts'
import { StartupProblem } from '../../src/platform/startup-problem.ts'
import { confirm } from '../support/checkout-factories.ts'
import { createDatabase, startTill, type TestDatabase, type TestTill } from '../support/till.ts'
import { stopWithCleanBooks } from '../support/verify.ts'

const clock = new DemoClock()
let till: TestTill
let filled: FilledInstance
beforeAll(async () => {
  till = await startTill({ clock })
  filled = await fillInstance(till.till.app, till.ownerToken, clock)
}, 60_000)
afterAll(() => stopWithCleanBooks(till))

/** The command as it is called, on a database of its own; answers what it printed. */
async function runCommand(database: TestDatabase, ...args: string[]): Promise<string> {
  vi.stubEnv('DATABASE_URL', database.url)
  vi.stubEnv('TILL_SECRET_KEY', 'a-secret-key-for-the-demo-in-tests-only')
  vi.stubEnv('TILL_BASE_URL', 'http://127.0.0.1:9')
  const lines: string[] = []
  await demo.run(args, (line) => lines.push(line)).finally(() => vi.unstubAllEnvs())
  return lines.join('\n')
}

const list = async (path: string) => till.owner.must(till.owner.get(path))

describe('npm run demo', () => {
  it('opens a shop with products, discounts and customers who bought', async () => {
    const { shop } = filled
    expect(filled).toMatchObject({ orders: 60, customers: 25, declines: 4 })
    expect((await list(`/v1/products/?organization_id=${shop.organizationId}`)).pagination.total_count).toBe(4)
    const discounts = (await list(`/v1/discounts/?organization_id=${shop.organizationId}`)).items
    expect(discounts.map((discount: { code: string }) => discount.code).toSorted()).toEqual([
      'LAUNCH20',
      'STUDENT50',
      'WELCOME5',
    ])
    for (const discount of discounts) expect(discount.redemptions_count).toBeGreaterThan(0)
    for (const productId of Object.values(shop.products)) {
      expect((await list(`/v1/orders/?product_id=${productId}`)).pagination.total_count).toBeGreaterThan(3)
    }
  })

  it('has a past of two months and no future', async () => {
    const [range] = await till.sql`select min(created_at) as first, max(created_at) as last from orders`
    const day = 86_400_000
    expect(Date.now() - range?.first).toBeGreaterThan(50 * day)
    expect(Date.now() - range?.last).toBeLessThan(day)
    expect(Date.now() - range?.last).toBeGreaterThan(0)
    const [late] = await till.sql`
      select count(*)::int as count from subscriptions where current_period_end < ${new Date()}`
    expect(late?.count).toBe(0)
  })

  it('sends no mail for a past that was made up', async () => {
    expect(await till.sql`select from mails where status <> 'skipped'`).toHaveLength(0)
  })

  it('uses example.com addresses only', async () => {
    const rows = await till.sql`select email from customers where email not like '%@example.com'`
    expect(rows).toEqual([])
  })

  it('prints the address of the store, which shows all products', async () => {
    const text = whatNext(filled, 'http://till.example.com', true).join('\n')
    const [, path = ''] = /http:\/\/till\.example\.com(\/store\/[\w-]+)/.exec(text) ?? []
    const { status, body } = await till.anonymous.get(path)
    expect(status).toBe(200)
    expect([...body.matchAll(/<h2>/g)]).toHaveLength(4)
  })

  it('prints a checkout that can be bought, with the code that it names', async () => {
    const text = whatNext(filled, 'http://till.example.com', true).join('\n')
    const secret = /http:\/\/till\.example\.com\/checkout\/(till_cs_\w+)/.exec(text)?.[1] ?? ''
    const open = await till.anonymous.get(`/v1/checkouts/custom/client/${secret}`)
    expect(open.body).toMatchObject({ status: 'open', total_amount: 7900, product: { name: 'Tape Machine' } })
    const bought = await confirm(
      till.anonymous,
      { client_secret: secret },
      {
        customer_email: 'new@example.com',
        discount_code: 'LAUNCH20',
      },
    )
    expect(bought.body).toMatchObject({ status: 'confirmed', total_amount: 6320 })
  })

  it('prints a curl line for a key that is valid, and how to get a token instead of a token', async () => {
    const text = whatNext(filled, till.url, false).join('\n')
    const [, body = '', url = ''] = /-d '([^']+)' (\S+)/.exec(text) ?? []
    const { status } = await till.anonymous.send('POST', url.slice(till.url.length), body)
    expect(status).toBe(200)
    expect(text).toContain('npm run --silent token')
    expect(text).toContain('npm start')
    expect(text).toContain(`${till.url}/docs`)
    expect(text).not.toMatch(/till_(?:pat|oat|cst)_/)
  })

  it('refuses politely where there is a shop already, and leaves no token behind', async () => {
    const database = await createDatabase()
    onTestFinished(() => database.drop())
    expect(await runCommand(database)).toContain('http://127.0.0.1:9/checkout/till_cs_')
    await expect(runCommand(database)).rejects.toThrow(StartupProblem)
    expect(await runCommand(database, '--again')).toContain('60 orders')
    const [row] = await database.sql`
      select (select count(*)::int from organizations) as shops,
        (select count(*)::int from access_tokens where revoked_at is null) as tokens`
    expect(row).toEqual({ shops: 2, tokens: 0 })
  }, 60_000)

  it('wants --scale for a size, and changes nothing without it', async () => {
    const database = await createDatabase()
    onTestFinished(() => database.drop())
    for (const args of [
      ['--orders', '5'],
      ['--again', '--products=20'],
    ]) {
      await expect(runCommand(database, ...args)).rejects.toThrow(/needs --scale/)
    }
    expect(await database.sql`select id from users union all select id from organizations`).toEqual([])
  })

  it('a second time: another shop under another slug', async () => {
    await fillInstance(till.till.app, till.ownerToken, clock)
    const { items } = await list('/v1/organizations/?sorting=created_at')
    expect(items.map((item: { slug: string }) => item.slug)).toEqual(['northwind-audio', 'northwind-audio-2'])
  }, 60_000)
})
