import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { foldCounts } from '../../src/platform/due-work/fold-counts.ts'
import { makeDiscount, redeem } from '../support/discount-factories.ts'
import { makeOrganization } from '../support/factories.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { stopWithCleanBooks } from '../support/verify.ts'

let till: TestTill
/** In the order of their ids, which is the order of folding. */
let first: { id: string }
let second: { id: string }
beforeAll(async () => {
  till = await startTill()
  const { id } = await makeOrganization(till)
  first = await makeDiscount(till, id)
  second = await makeDiscount(till, id)
  // Nobody else folds meanwhile; the database stays.
  await till.till.close()
})
/** Places are taken here without anybody who bought something, or was told. */
const UNTOLD = ['checkout_has_its_order', 'redemption_has_its_order', 'creation_is_told', 'every_version_is_told']
afterAll(() => stopWithCleanBooks(till, UNTOLD))
beforeEach(async () => {
  await till.sql`update discounts set redemptions_count = 0`
  await till.sql`delete from discount_redemptions`
  await redeem(till, first)
  await redeem(till, second)
})

const countOf = async ({ id }: { id: string }) => {
  const [row] = await till.sql<{ count: number }[]>`select redemptions_count as count from discounts where id = ${id}`
  return row?.count
}

const somebodyWaits = () =>
  expect
    .poll(
      () => till.sql`select from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and a.datname = current_database()`,
    )
    .toHaveLength(1)

describe('folding the counts of discounts', () => {
  it('waits for whoever has the discount, and has nothing that they need', async () => {
    const folding = await till.sql.begin(async (holder) => {
      await holder`select from discounts where id = ${first.id} for no key update`
      const started = foldCounts(till.sql)
      started.catch(() => {})
      await somebodyWaits()
      // What giving the discount a cap does next.
      await holder`
        with counted as (
          update discount_redemptions set is_counted = true where discount_id = ${first.id} and not is_counted returning 1)
        update discounts set redemptions_count = redemptions_count + (select count(*) from counted)
        where id = ${first.id}`
      return { started }
    })
    await folding.started
    expect([await countOf(first), await countOf(second)]).toEqual([1, 1])
  })

  it('holds one discount at a time: one that is in use does not hold up buyers of another', async () => {
    const folding = await till.sql.begin(async (holder) => {
      await holder`select from discounts where id = ${second.id} for no key update`
      const started = foldCounts(till.sql)
      started.catch(() => {})
      await somebodyWaits()
      expect(await countOf(first)).toBe(1)
      // As a purchase does.
      await till.sql`select from discounts where id = ${first.id} for share nowait`
      return { started }
    })
    await folding.started
    expect(await countOf(second)).toBe(1)
  })

  it('by several processes at once counts everything once', async () => {
    for (let n = 0; n < 20; n += 1) await redeem(till, n % 2 ? first : second)
    await Promise.all(Array.from({ length: 8 }, () => foldCounts(till.sql)))
    expect([await countOf(first), await countOf(second)]).toEqual([11, 11])
    await foldCounts(till.sql)
    expect([await countOf(first), await countOf(second)]).toEqual([11, 11])
  })

  it('passes over places that were given back', async () => {
    await redeem(till, first, { status: 'released' })
    await foldCounts(till.sql)
    expect(await countOf(first)).toBe(1)
    expect(await till.sql`select from discount_redemptions where not is_counted`).toHaveLength(0)
  })
})
