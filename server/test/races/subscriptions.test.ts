import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeLicenseKeysBenefit } from '../support/benefit-factories.ts'
import { buy, confirm, makeCheckout } from '../support/checkout-factories.ts'
import type { Reply } from '../support/client.ts'
import { makeOrganization, unique } from '../support/factories.ts'
import { makeRecurringProduct } from '../support/product-factories.ts'
import { createDatabase, startTillOn, type TestTill } from '../support/till.ts'
import { stopWithCleanBooks } from '../support/verify.ts'

let till: TestTill
let plan: string
beforeAll(async () => {
  till = await startTillOn(await createDatabase(20))
  const shop = (await makeOrganization(till)).id
  plan = (await makeRecurringProduct(till, shop)).id
  const { id } = await makeLicenseKeysBenefit(till, shop)
  await till.owner.must(till.owner.post(`/v1/products/${plan}/benefits`, { benefits: [id] }))
})
afterAll(() => stopWithCleanBooks(till))

const email = () => `buyer-${unique()}@example.com`
const subscribe = async (address = email()): Promise<string> => (await buy(till, plan, address)).subscription_id
const read = async (id: string) => (await till.owner.get(`/v1/subscriptions/${id}`)).body
const cancel = (id: string) => till.owner.patch(`/v1/subscriptions/${id}`, { cancel_at_period_end: true })
const uncancel = (id: string) => till.owner.patch(`/v1/subscriptions/${id}`, { cancel_at_period_end: false })
const revoke = (id: string) => till.owner.delete(`/v1/subscriptions/${id}`)
const times = <Result>(many: number, work: () => Promise<Result>) => Array.from({ length: many }, work)
const won = (replies: readonly Reply[]) => replies.filter(({ status }) => status === 200).length

/** Everybody who lost was told why. */
function expectClear(replies: readonly Reply[]): void {
  for (const { status, body } of replies) {
    expect([200, 403]).toContain(status)
    if (status === 403) expect(body.error).toBe('AlreadyCanceledSubscription')
  }
}

async function countEvents(id: string, type: string): Promise<number> {
  const [row] = await till.sql<{ many: number }[]>`
    select count(*)::int as many from events where object_id = ${id} and type = ${type}`
  return row?.many ?? 0
}

/** Grants and keys are gone exactly once, together with the subscription. */
async function expectEnded(id: string): Promise<void> {
  expect(await read(id)).toMatchObject({ status: 'canceled', ended_at: expect.any(String) })
  expect(await countEvents(id, 'subscription.revoked')).toBe(1)
  const rows = await till.sql`
    select g.is_granted, g.version, k.status, k.version as key_version
    from benefit_grants g join license_keys k on k.grant_id = g.id where g.subscription_id = ${id}`
  expect(rows).toEqual([{ isGranted: false, version: 2, status: 'revoked', keyVersion: 2 }])
}

describe('one subscription, 50 at once', () => {
  it('canceled: one wins', async () => {
    const id = await subscribe()
    const replies = await Promise.all(times(50, () => cancel(id)))
    expectClear(replies)
    expect(won(replies)).toBe(1)
    expect(await countEvents(id, 'subscription.canceled')).toBe(1)
    expect(await read(id)).toMatchObject({ status: 'active', cancel_at_period_end: true })
  })

  it('revoked: one wins', async () => {
    const id = await subscribe()
    const replies = await Promise.all(times(50, () => revoke(id)))
    expectClear(replies)
    expect(won(replies)).toBe(1)
    await expectEnded(id)
  })

  it('canceled and revoked: it is over, and canceled at most once before', async () => {
    const id = await subscribe()
    const [cancels, revokes] = await Promise.all([
      Promise.all(times(25, () => cancel(id))),
      Promise.all(times(25, () => revoke(id))),
    ])
    expectClear([...cancels, ...revokes])
    expect(won(revokes)).toBe(1)
    expect(won(cancels)).toBeLessThanOrEqual(1)
    expect(await countEvents(id, 'subscription.canceled')).toBe(1)
    await expectEnded(id)
  })

  it('canceled and uncanceled: what the last winner said holds, and its keys agree', async () => {
    const id = await subscribe()
    const replies = await Promise.all([...times(25, () => cancel(id)), ...times(25, () => uncancel(id))])
    expectClear(replies)
    const found = await read(id)
    const [canceled, uncanceled] = [
      await countEvents(id, 'subscription.canceled'),
      await countEvents(id, 'subscription.uncanceled'),
    ]
    expect(canceled - uncanceled).toBe(found.cancel_at_period_end ? 1 : 0)
    const [key] = await till.sql<{ entitledUntil: Date | null }[]>`
      select k.entitled_until from license_keys k join benefit_grants g on g.id = k.grant_id
      where g.subscription_id = ${id}`
    expect(key?.entitledUntil?.toISOString() ?? null).toBe(found.ends_at)
  })

  it('revoked while its customer buys it again: never two that are active, and none is lost', async () => {
    const address = email()
    const id = await subscribe(address)
    const checkouts = await Promise.all(
      times(20, () => makeCheckout(till, { product_id: plan, customer_email: address })),
    )
    const [revoked, ...confirms] = await Promise.all([
      revoke(id),
      ...checkouts.map((checkout) => confirm(till.anonymous, checkout)),
    ])
    expect(revoked.status).toBe(200)
    for (const { status, body } of confirms) {
      if (status !== 200) expect(body.error).toBe('AlreadyActiveSubscriptionError')
    }
    await expectEnded(id)
    const { customer_id } = await read(id)
    const path = `/v1/subscriptions/?customer_id=${customer_id}&active=true`
    const { pagination } = await till.owner.must(till.owner.get(path))
    expect(pagination.total_count).toBe(won(confirms))
    expect(won(confirms)).toBeLessThanOrEqual(1)
  })

  it('revoked while its key is changed by hand: both happen', async () => {
    const id = await subscribe()
    const [key] = await till.sql<{ id: string }[]>`
      select k.id from license_keys k join benefit_grants g on g.id = k.grant_id where g.subscription_id = ${id}`
    const path = `/v1/license-keys/${key?.id}`
    const replies = await Promise.all([
      ...times(15, () => till.owner.patch(path, { limit_usage: unique() })),
      revoke(id),
      ...times(15, () => till.owner.post(`${path}/rotate`)),
    ])
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    const [row] = await till.sql`
      select k.status, g.is_granted, g.properties ->> 'display_key' = k.display_key as is_shown
      from license_keys k join benefit_grants g on g.id = k.grant_id where k.id = ${key?.id ?? ''}`
    expect(row).toEqual({ status: 'revoked', isGranted: false, isShown: true })
  })
})
