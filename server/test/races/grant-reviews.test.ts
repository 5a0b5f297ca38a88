import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reviewGrants } from '../../src/flows/grant-benefits/index.ts'
import { Links } from '../../src/kernel/links.ts'
import { systemClock } from '../../src/kernel/time.ts'
import { transactionsOn } from '../../src/platform/postgres/transaction.ts'
import { makeCustomBenefit, makeLicenseKeysBenefit } from '../support/benefit-factories.ts'
import { buy, confirm, makeCheckout } from '../support/checkout-factories.ts'
import { CROWD_IS_UNTOLD, makeCrowd } from '../support/crowd.ts'
import { makeOrganization, unique } from '../support/factories.ts'
import { makeProduct, makeRecurringProduct } from '../support/product-factories.ts'
import { createDatabase, startTillOn, type TestTill } from '../support/till.ts'
import { stopWithCleanBooks } from '../support/verify.ts'

let till: TestTill
let databaseUrl: string
let shop: string
let note: string
let keys: string
beforeAll(async () => {
  const database = await createDatabase(20)
  databaseUrl = database.url
  till = await startTillOn(database)
  shop = (await makeOrganization(till)).id
  note = (await makeCustomBenefit(till, shop)).id
  keys = (await makeLicenseKeysBenefit(till, shop)).id
})
afterAll(() => stopWithCleanBooks(till, CROWD_IS_UNTOLD))

const MANY = 2000
const email = () => `buyer-${unique()}@example.com`
const review = (batch?: number) =>
  reviewGrants(transactionsOn(till.sql, systemClock), new Links('http://till.example.com'), undefined, batch)
const allReviewed = () =>
  expect.poll(() => till.sql`select from grant_reviews`, { timeout: 60_000, interval: 100 }).toHaveLength(0)

const setBenefits = (productId: string, benefits: readonly string[]) =>
  till.owner.must(till.owner.post(`/v1/products/${productId}/benefits`, { benefits }))

/** Until so many wait for somebody else. */
const waiting = (many: number) =>
  expect
    .poll(() => till.sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
    .toHaveLength(many)

/** How many orders or subscriptions of the product have which benefits, and with which status of their key. */
async function tally(productId: string): Promise<Record<string, number>> {
  const rows = await till.sql<{ has: string; many: number }[]>`
    select has, count(*)::int as many from (
      select coalesce(string_agg(case g.benefit_id when ${note} then 'note' else 'key ' || k.status end, ', '
        order by g.benefit_id) filter (where g.is_granted), 'nothing') as has
      from (select id from orders where product_id = ${productId} and subscription_id is null
        union all select id from subscriptions where product_id = ${productId}) sold
      left join benefit_grants g on sold.id in (g.order_id, g.subscription_id)
      left join license_keys k on k.grant_id = g.id
      group by sold.id) each group by has`
  return Object.fromEntries(rows.map(({ has, many }) => [has, many]))
}

/** Events of a kind about what a product's buyers have. */
async function countEvents(productId: string, type: string): Promise<number> {
  const [row] = await till.sql<{ many: number }[]>`
    select count(*)::int as many from events e join benefit_grants g on e.object_id = g.id
    left join orders o on o.id = g.order_id left join subscriptions s on s.id = g.subscription_id
    where e.type = ${type} and ${productId} in (o.product_id, s.product_id)`
  return row?.many ?? 0
}

describe('reviews of grants', () => {
  it('reach thousands exactly once, done by several processes, of which one is killed', async () => {
    const product = (await makeProduct(till, shop)).id
    await setBenefits(product, [note])
    await allReviewed()
    const { id } = await buy(till, product, email())
    await makeCrowd(till.sql, 'orders', id, MANY - 1)
    expect(await tally(product)).toEqual({ note: MANY })

    const child = await startChild(50)
    await setBenefits(product, [note, keys])
    await expect.poll(() => tally(product), { interval: 5, timeout: 30_000 }).toHaveProperty('note, key granted')
    child.kill('SIGKILL')
    await Promise.all(Array.from({ length: 4 }, () => review(100)))
    await allReviewed()
    expect(await tally(product)).toEqual({ 'note, key granted': MANY })
    // One for the note of the purchase, and one for each key.
    expect(await countEvents(product, 'benefit_grant.created')).toBe(MANY + 1)

    await setBenefits(product, [])
    await Promise.all(Array.from({ length: 4 }, () => review(100)))
    await allReviewed()
    expect(await tally(product)).toEqual({ nothing: MANY })
    expect(await countEvents(product, 'benefit_grant.revoked')).toBe(2 * MANY)
  }, 90_000)

  it('end with the last list when it changes again and again', async () => {
    const product = (await makeRecurringProduct(till, shop)).id
    const { subscription_id } = await buy(till, product, email())
    await makeCrowd(till.sql, 'subscriptions', subscription_id, 299)
    const lists = [[note], [note, keys], [keys], [], [keys, note], [note], [keys]]
    for (const list of lists) {
      await setBenefits(product, list)
      void review(50).catch(() => {})
    }
    await allReviewed()
    expect(await tally(product)).toEqual({ 'key granted': 300 })
    const [grants] = await till.sql`
      select count(*)::int as many from benefit_grants g join subscriptions s on s.id = g.subscription_id
      where s.product_id = ${product} and g.benefit_id = ${keys}`
    expect(grants).toEqual({ many: 300 })
  }, 60_000)

  it.each([
    ['orders', false],
    ['subscriptions', true],
  ])('miss none of the %s that are made meanwhile, and none grants what is gone', async (_, isRecurring) => {
    const product = (await (isRecurring ? makeRecurringProduct : makeProduct)(till, shop)).id
    const made = { product_id: product }
    const checkouts = await Promise.all(
      Array.from({ length: 60 }, () => makeCheckout(till, { ...made, customer_email: email() })),
    )
    const changes = (async () => {
      for (const list of [[note], [note, keys], [keys], [note, keys], [note]]) await setBenefits(product, list)
    })()
    const replies = await Promise.all(checkouts.map((checkout) => confirm(till.anonymous, checkout)))
    await changes
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    await review()
    await allReviewed()
    expect(await tally(product)).toEqual({ note: 60 })
  })

  it('let every purchase through, however often the list changes', async () => {
    const product = (await makeProduct(till, shop)).id
    const checkouts = await Promise.all(
      Array.from({ length: 30 }, () => makeCheckout(till, { product_id: product, customer_email: email() })),
    )
    let isOver = false
    const changes = (async () => {
      const change = async (own: readonly string[]) => {
        for (let round = 0; !isOver; round += 1) await setBenefits(product, round % 2 === 0 ? [note] : own)
      }
      await Promise.all([change([note, keys]), change([keys]), change([])])
    })()
    const replies = await Promise.all(checkouts.map((checkout) => confirm(till.anonymous, checkout)))
    isOver = true
    await changes
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    await review()
    await allReviewed()
  })

  it('miss no purchase that read the old list and commits after the change', async () => {
    const product = (await makeProduct(till, shop)).id
    const checkout = await makeCheckout(till, { product_id: product, customer_email: email() })
    // Somebody holds the checkout, so that the purchase has decided and cannot write yet.
    const bought = await till.sql.begin(async (holder) => {
      await holder`select from checkouts where id = ${checkout.id} for update`
      const reply = confirm(till.anonymous, checkout)
      await waiting(1)
      await setBenefits(product, [note])
      await review()
      return { reply }
    })
    expect((await bought.reply).status).toBe(200)
    await allReviewed()
    expect(await tally(product)).toEqual({ note: 1 })
  })

  it('begin after the purchases that granted what the product had before', async () => {
    const product = (await makeProduct(till, shop)).id
    await setBenefits(product, [note])
    await allReviewed()
    const checkout = await makeCheckout(till, { product_id: product, customer_email: email() })
    // Somebody holds the benefit, so that the purchase has looked at the list and cannot grant it yet.
    const both = await till.sql.begin(async (holder) => {
      await holder`select from benefits where id = ${note} for update`
      const bought = confirm(till.anonymous, checkout)
      await waiting(1)
      const changed = setBenefits(product, []).then(() => review())
      await waiting(2)
      return { bought, changed }
    })
    expect((await both.bought).status).toBe(200)
    await both.changed
    await allReviewed()
    expect(await tally(product)).toEqual({ nothing: 1 })
    expect(await countEvents(product, 'benefit_grant.revoked')).toBe(1)
  })

  it('go around a benefit that is deleted meanwhile', async () => {
    const doomed = (await makeLicenseKeysBenefit(till, shop)).id
    const product = (await makeProduct(till, shop)).id
    await setBenefits(product, [note, doomed])
    const checkouts = await Promise.all(
      Array.from({ length: 50 }, () => makeCheckout(till, { product_id: product, customer_email: email() })),
    )
    const replies = await Promise.all([
      ...checkouts.map((checkout) => confirm(till.anonymous, checkout)),
      till.owner.delete(`/v1/benefits/${doomed}`),
    ])
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 204]))
    await review()
    await allReviewed()
    expect(await tally(product)).toEqual({ note: 50 })
    expect(await till.sql`select from license_keys where benefit_id = ${doomed} and status <> 'revoked'`).toHaveLength(
      0,
    )
  })

  it('hold up neither validations nor changes by hand, and lose none of them', async () => {
    const product = (await makeProduct(till, shop)).id
    await setBenefits(product, [keys])
    await allReviewed()
    const { id } = await buy(till, product, email())
    await makeCrowd(till.sql, 'orders', id, 199)
    const held = await till.sql<{ id: string; key: string }[]>`
      select k.id, k.key from license_keys k join benefit_grants g on g.id = k.grant_id
      join orders o on o.id = g.order_id where o.product_id = ${product} order by k.id limit 40`
    await setBenefits(product, [])
    const replies = await Promise.all([
      review(20).then(() => ({ status: 200 })),
      ...held.map(({ id: keyId }) => till.owner.patch(`/v1/license-keys/${keyId}`, { limit_usage: 7 })),
      ...held.map(({ id: keyId }) => till.owner.post(`/v1/license-keys/${keyId}/rotate`)),
      ...held.map(({ key }) =>
        till.anonymous.post('/v1/customer-portal/license-keys/validate', { key, organization_id: shop }),
      ),
    ])
    expect(replies.every(({ status }) => status === 200 || status === 404)).toBe(true)
    await review()
    await allReviewed()
    const rows = await till.sql`
      select k.status, k.limit_usage, g.properties ->> 'display_key' = k.display_key as is_shown
      from license_keys k join benefit_grants g on g.id = k.grant_id where k.id = any(${held.map((key) => key.id)})`
    expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify({ status: 'revoked', limitUsage: 7, isShown: true })]),
    )
    expect(await tally(product)).toEqual({ nothing: 200 })
  })
})

/** Another process that works on the same database. */
async function startChild(batch: number): Promise<{ kill(signal: 'SIGKILL'): void }> {
  const folder = await mkdtemp(join(tmpdir(), 'till-review-'))
  const outfile = join(folder, 'child.mjs')
  const banner = { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" }
  const entryPoints = [resolve(import.meta.dirname, 'review-child.ts')]
  await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', banner })
  const child = spawn(process.execPath, [outfile, databaseUrl, String(batch)], { stdio: ['ignore', 'pipe', 'inherit'] })
  child.once('exit', () => void rm(folder, { recursive: true, force: true }))
  await once(child.stdout, 'data')
  return { kill: (signal) => void child.kill(signal) }
}
