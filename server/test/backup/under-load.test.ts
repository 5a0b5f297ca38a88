import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../src/flows/verify-books/index.ts'
import { confirm, makeCheckout } from '../support/checkout-factories.ts'
import { makeDiscount } from '../support/discount-factories.ts'
import { unique } from '../support/factories.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { createDatabase, startTillOn, type TestDatabase, type TestTill } from '../support/till.ts'
import { expectTotalsToHold } from '../support/totals.ts'
import { stopWithCleanBooks } from '../support/verify.ts'
import { backUp, configOf, emptyDatabase, folderForThisTest, restore } from './fixture.ts'

const REMOTE = { payments: { isSandboxInline: false } }

let database: TestDatabase
let till: TestTill
let shop: Shop
let discountId: string
beforeAll(async () => {
  database = await createDatabase(20)
  // By way of the processor, so that there is always work under way.
  till = await startTillOn(database, REMOTE)
  shop = await openShop(till)
  discountId = (await makeDiscount(till, shop.organization.id, { max_redemptions: 100_000 })).id
})
afterAll(() => till.stop())

/** Buyers who buy one thing after the other until they are told to stop; answers the checkouts that were confirmed. */
function letThemBuy(many: number): { readonly paid: Set<string>; stop(): Promise<void> } {
  const paid = new Set<string>()
  let isOver = false
  const buyers = Array.from({ length: many }, async () => {
    while (!isOver) {
      const checkout = await makeCheckout(till, {
        product_id: shop.product.id,
        discount_id: discountId,
        customer_email: `load-${unique()}@example.com`,
      })
      const { status } = await confirm(till.anonymous, checkout)
      if (status === 200) paid.add(checkout.id)
    }
  })
  const stop = async () => {
    isOver = true
    await Promise.all(buyers)
  }
  return { paid, stop }
}

/** A buyer whose bank asks, and who does not answer. */
async function openChallenge(): Promise<string> {
  const checkout = await makeCheckout(till, { product_id: shop.product.id, customer_email: 'slow@example.com' })
  const token = { confirmation_token_id: 'ctoken_test_authentication_required' }
  await till.anonymous.must(confirm(till.anonymous, checkout, token))
  return checkout.id
}

const checkoutsWithWork = async ({ sql }: TestDatabase) => {
  const rows = await sql<{ checkoutId: string }[]>`select checkout_id from payment_work`
  return rows.map(({ checkoutId }) => checkoutId)
}

describe('backups of a shop that is selling', { timeout: 120_000 }, () => {
  it('each have every sale whole or not at all, and all that were confirmed before', async () => {
    const folder = await folderForThisTest()
    const config = configOf(database.url, folder)
    const challenged = await openChallenge()
    const load = letThemBuy(8)
    const taken: { path: string; madeAt: Date; before: readonly string[] }[] = []
    for (let round = 0; round < 3; round += 1) {
      await sleep(500)
      const before = [...load.paid]
      const path = join(folder, `round-${round}.till`)
      const { header } = await backUp(config, path, { withFiles: false })
      taken.push({ path, madeAt: new Date(header.madeAt), before })
    }
    await load.stop()
    // Or nothing would have gone on meanwhile.
    expect(load.paid.size).toBeGreaterThan(taken.at(-1)?.before.length ?? 0)
    let underWay = 0
    for (const { path, madeAt, before } of taken) {
      const copy = await emptyDatabase()
      await restore(configOf(copy.url, join(folder, 'data')), path)
      expect((await verifyBooks(copy.sql, madeAt)).violations).toEqual([])
      const found = await copy.sql`select from orders where checkout_id = any(${before as string[]}::uuid[])`
      expect(found).toHaveLength(before.length)
      await expectTotalsToHold(copy)
      const waiting = await checkoutsWithWork(copy)
      expect(waiting).toContain(challenged)
      underWay += waiting.length - 1
      await seeThrough(copy, challenged)
    }
    // Or no backup would have met a payment in the middle.
    expect(underWay).toBeGreaterThan(0)
  })
})

/** A Till that starts on the copy finds out what became of everybody but the one who has not answered. */
async function seeThrough(copy: TestDatabase, challenged: string): Promise<void> {
  await copy.sql`update payment_work set due_at = now()`
  const restored = await startTillOn(copy, REMOTE)
  await expect.poll(() => checkoutsWithWork(copy), { timeout: 20_000 }).toEqual([challenged])
  await stopWithCleanBooks(restored)
}
