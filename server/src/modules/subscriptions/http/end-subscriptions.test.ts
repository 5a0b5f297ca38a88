import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeLicenseKeysBenefit } from '../../../../test/support/benefit-factories.ts'
import { buy } from '../../../../test/support/checkout-factories.ts'
import { makeOrganization, unique } from '../../../../test/support/factories.ts'
import { makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { Links } from '../../../kernel/links.ts'
import { transactionsOn } from '../../../platform/postgres/transaction.ts'
import { endSubscriptions } from '../index.ts'

let now = new Date('2026-01-31T09:30:00.000Z')
const clock = { now: () => now }

let till: TestTill
let shop: string
let plan: string
beforeAll(async () => {
  till = await startTill({ clock })
  shop = (await makeOrganization(till)).id
  plan = (await makeRecurringProduct(till, shop)).id
  const { id } = await makeLicenseKeysBenefit(till, shop)
  await till.owner.must(till.owner.post(`/v1/products/${plan}/benefits`, { benefits: [id] }))
})
afterAll(() => till.stop())

async function subscribe(fields: object): Promise<string> {
  const { subscription_id: id } = await buy(till, plan, `buyer-${unique()}@example.com`)
  await till.owner.must(till.owner.patch(`/v1/subscriptions/${id}`, fields))
  return id
}

const read = async (id: string) => (await till.owner.get(`/v1/subscriptions/${id}`)).body
const keyOf = async (id: string) => {
  const [key] = await till.sql`
    select k.* from license_keys k join benefit_grants g on g.id = k.grant_id where g.subscription_id = ${id}`
  return key
}
const validate = async (id: string) => {
  const body = { key: (await keyOf(id))?.key, organization_id: shop }
  return till.anonymous.post('/v1/customer-portal/license-keys/validate', body)
}
/** As another process would. */
const endAll = () => endSubscriptions(transactionsOn(till.sql, clock), new Links('http://till.example.com'))

describe('the end of a canceled subscription', () => {
  it('comes with the end of its period: grants and keys go, one that is not canceled stays', async () => {
    const leaving = await subscribe({ cancel_at_period_end: true })
    const staying = await subscribe({})
    const { current_period_end: end } = await read(leaving)
    expect(end).toBe('2026-02-28T09:30:00.000Z')

    now = new Date('2026-02-28T09:29:59.999Z')
    await endAll()
    expect(await read(leaving)).toMatchObject({ status: 'active', ended_at: null })
    expect((await validate(leaving)).status).toBe(200)

    // The key knows it by itself, before anything is written down.
    await till.sql.begin(async (holder) => {
      await holder`select from subscriptions where id = ${leaving} for update`
      now = new Date(end)
      expect((await validate(leaving)).body.code).toBe('license_key_expired')
      const { status, body } = await till.owner.patch(`/v1/subscriptions/${staying}`, { revoke: null })
      expect([status, body.status]).toEqual([200, 'active'])
    })
    await expect.poll(async () => (await read(leaving)).status, { timeout: 5000 }).toBe('canceled')
    expect(await read(leaving)).toMatchObject({ ended_at: end, ends_at: end, cancel_at_period_end: true })
    expect((await validate(leaving)).body.code).toBe('license_key_not_granted')
    const events = await till.sql<{ type: string }[]>`
      select type from events where object_id = ${leaving} and object_version = 3 order by id`
    expect(events.map(({ type }) => type)).toEqual(['subscription.updated', 'subscription.revoked'])
    expect((await validate(staying)).status).toBe(200)
  })

  it('comes to each by itself: one that cannot end holds up no other', async () => {
    const [stuck, next] = [
      await subscribe({ cancel_at_period_end: true }),
      await subscribe({ cancel_at_period_end: true }),
    ]
    await till.sql.unsafe(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
      create trigger stuck before update on subscriptions for each row when (new.id = '${stuck}')
        execute function refuse();`)
    now = new Date((await read(next)).current_period_end)
    await expect.poll(async () => (await read(next)).status, { timeout: 5000 }).toBe('canceled')
    expect((await read(stuck)).status).toBe('active')
    await till.sql`drop trigger stuck on subscriptions`
    await expect.poll(async () => (await read(stuck)).status, { timeout: 5000 }).toBe('canceled')
  })

  it('comes at once when the period was over before it was canceled', async () => {
    const id = await subscribe({})
    const { current_period_end: end } = await read(id)
    now = new Date(new Date(end).getTime() + 60_000)
    const canceled = await till.owner.must(till.owner.patch(`/v1/subscriptions/${id}`, { cancel_at_period_end: true }))
    expect(canceled).toMatchObject({ status: 'active', canceled_at: now.toISOString(), ends_at: now.toISOString() })
    expect((await validate(id)).status).toBe(404)
    await expect.poll(async () => (await read(id)).status, { timeout: 5000 }).toBe('canceled')
    expect(await read(id)).toMatchObject({ ended_at: now.toISOString(), current_period_end: end })
  })

  it('cannot be taken back once it has come, and comes once, whoever asks', async () => {
    const id = await subscribe({ cancel_at_period_end: true })
    now = new Date((await read(id)).current_period_end)
    const replies = await Promise.all([
      ...Array.from({ length: 10 }, () => till.owner.patch(`/v1/subscriptions/${id}`, { cancel_at_period_end: false })),
      ...Array.from({ length: 10 }, () => till.owner.delete(`/v1/subscriptions/${id}`)),
      ...Array.from({ length: 5 }, async () => ({ status: 403, body: await endAll() })),
    ])
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([403]))
    // Whoever ends them passes over one that is being asked for, and comes again.
    await expect.poll(async () => (await read(id)).status, { timeout: 5000 }).toBe('canceled')
    await endAll()
    const [revoked] = await till.sql`
      select count(*)::int as many from events where object_id = ${id} and type = 'subscription.revoked'`
    expect(revoked).toEqual({ many: 1 })
    expect(await read(id)).toMatchObject({ status: 'canceled', ended_at: now.toISOString() })
  })
})
