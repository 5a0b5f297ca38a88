import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/kernel/ids.ts'
import { foldCounts } from '../../src/platform/due-work/fold-counts.ts'
import { makeCustomer } from '../support/customer-factories.ts'
import { makeOrganization } from '../support/factories.ts'
import { makeProduct } from '../support/product-factories.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { expectTotalsToHold } from '../support/totals.ts'
import { stopWithCleanBooks } from '../support/verify.ts'

let till: TestTill
let organizationId: string
beforeAll(async () => {
  till = await startTill()
  organizationId = (await makeOrganization(till)).id
})
afterAll(() => stopWithCleanBooks(till))

const times = (many: number, work: (n: number) => Promise<unknown>) => Array.from({ length: many }, (_, n) => work(n))
const total = async (path: string) => (await till.owner.must(till.owner.get(path))).pagination.total_count

/** A user who joins, and half of the time leaves again. */
async function comeAndGo(n: number): Promise<void> {
  const { sql } = till
  const id = newId()
  await sql`insert into users (id, created_at) values (${id}, now())`
  await sql`
    insert into organization_members (organization_id, user_id, role, created_at)
    values (${organizationId}, ${id}, 'admin', now())`
  if (n % 2 === 0) await sql`delete from organization_members where user_id = ${id}`
}

describe('totals of lists', () => {
  it('are exact after customers, products and members came and went while they were folded', async () => {
    await Promise.all([
      ...times(50, async (n) => {
        const { id } = await makeCustomer(till, organizationId)
        if (n % 3 === 0) await till.owner.delete(`/v1/customers/${id}`)
      }),
      ...times(10, async (n) => {
        const { id } = await makeProduct(till, organizationId)
        if (n % 2 === 0) await till.owner.patch(`/v1/products/${id}`, { is_archived: true })
      }),
      ...times(20, comeAndGo),
      ...times(20, () => foldCounts(till.sql)),
    ])
    await expectTotalsToHold(till)
    expect(await total(`/v1/customers/?organization_id=${organizationId}`)).toBe(33)
    expect(await total('/v1/products/?is_archived=true')).toBe(5)
  }, 60_000)

  it('never show a number that was not true, whenever they are folded', async () => {
    const before = await total('/v1/customers/')
    let isDone = false
    const folding = (async () => {
      while (!isDone) await foldCounts(till.sql)
    })()
    for (let n = 1; n <= 30; n += 1) {
      await makeCustomer(till, organizationId)
      expect(await total('/v1/customers/')).toBe(before + n)
      expect(await total(`/v1/customers/?organization_id=${organizationId}`)).toBe(before + n)
    }
    isDone = true
    await folding
  }, 60_000)
})
