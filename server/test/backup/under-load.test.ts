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
import { backUp, configOf, emptyDatabase, folderForThisTest, restore } from './fixture.ts'

let database: TestDatabase
let till: TestTill
let shop: Shop
let discountId: string
beforeAll(async () => {
  database = await createDatabase(20)
  till = await startTillOn(database)
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

describe('backups of a shop that is selling', { timeout: 120_000 }, () => {
  it('each have every sale whole or not at all, and all that were confirmed before', async () => {
    const folder = await folderForThisTest()
    const config = configOf(database.url, folder)
    const load = letThemBuy(8)
    const taken: { path: string; before: readonly string[] }[] = []
    for (let round = 0; round < 3; round += 1) {
      await sleep(500)
      const before = [...load.paid]
      const path = join(folder, `round-${round}.till`)
      await backUp(config, path, { withFiles: false })
      taken.push({ path, before })
    }
    await load.stop()
    // Or nothing would have gone on meanwhile.
    expect(load.paid.size).toBeGreaterThan(taken.at(-1)?.before.length ?? 0)
    for (const { path, before } of taken) {
      const copy = await emptyDatabase()
      await restore(configOf(copy.url, join(folder, 'data')), path)
      expect((await verifyBooks(copy.sql)).violations).toEqual([])
      const found = await copy.sql`select from orders where checkout_id = any(${before as string[]}::uuid[])`
      expect(found).toHaveLength(before.length)
      await expectTotalsToHold(copy)
      await copy.drop()
    }
  })
})
