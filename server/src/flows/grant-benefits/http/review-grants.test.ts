import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCustomBenefit, makeLicenseKeysBenefit } from '../../../../test/support/benefit-factories.ts'
import { buy } from '../../../../test/support/checkout-factories.ts'
import type { Reply } from '../../../../test/support/client.ts'
import { makeOrganization, unique } from '../../../../test/support/factories.ts'
import { makeProduct, makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { stopWithCleanBooks } from '../../../../test/support/verify.ts'
import { Links } from '../../../kernel/links.ts'
import { systemClock } from '../../../kernel/time.ts'
import { transactionsOn } from '../../../platform/postgres/transaction.ts'
import { reviewGrants } from '../index.ts'

type Body = Reply['body']

let till: TestTill
let shop: string
let note: string
let keys: string
beforeAll(async () => {
  till = await startTill()
  shop = (await makeOrganization(till)).id
  note = (await makeCustomBenefit(till, shop)).id
  keys = (await makeLicenseKeysBenefit(till, shop)).id
})
afterAll(() => stopWithCleanBooks(till))

const email = () => `buyer-${unique()}@example.com`
/** As another process would; the one of the test server works too. */
const review = () =>
  reviewGrants(transactionsOn(till.sql, systemClock), new Links('http://till.example.com'), undefined, 100)

async function reviewed(): Promise<void> {
  await review()
  await expect.poll(() => till.sql`select from grant_reviews`, { timeout: 15_000 }).toHaveLength(0)
}

async function setBenefits(productId: string, benefits: readonly string[]): Promise<void> {
  await till.owner.must(till.owner.post(`/v1/products/${productId}/benefits`, { benefits }))
}

async function productWith(benefits: readonly string[], isRecurring = false): Promise<string> {
  const product = await (isRecurring ? makeRecurringProduct : makeProduct)(till, shop)
  await setBenefits(product.id, benefits)
  await reviewed()
  return product.id
}

/** What an order or a subscription has led to, by benefit. */
async function grantsOf({ id, subscription_id }: Body): Promise<Map<string, Body>> {
  const rows = await till.sql<Body[]>`
    select g.*, to_json(k) as license_key from benefit_grants g left join license_keys k on k.grant_id = g.id
    where g.order_id = ${id} or g.subscription_id = ${subscription_id}`
  return new Map(rows.map((row) => [row.benefitId, row]))
}

const eventsOf = async (id: string) => {
  const rows = await till.sql<{ type: string }[]>`select type from events where object_id = ${id} order by id`
  return rows.map(({ type }) => type)
}

const validate = async (licenseKey: Body) => {
  const body = { key: licenseKey.key, organization_id: shop }
  return till.anonymous.post('/v1/customer-portal/license-keys/validate', body)
}

describe('a benefit that a product gets after it was sold', () => {
  it.each([
    ['orders', false],
    ['subscriptions', true],
  ])('reaches all %s, with a key and with events', async (_, isRecurring) => {
    const product = await productWith([note], isRecurring)
    const sold = await buy(till, product, email())
    await setBenefits(product, [note, keys])
    await reviewed()
    const grants = await grantsOf(sold)
    expect([...grants.keys()].sort()).toEqual([note, keys].sort())
    const added = grants.get(keys)
    expect(added).toMatchObject({
      isGranted: true,
      version: 1,
      properties: { license_key_id: added.licenseKey.id, display_key: added.licenseKey.display_key },
    })
    expect(await eventsOf(added.id)).toEqual(['benefit_grant.created'])
    expect(await eventsOf(added.licenseKey.id)).toEqual(['license_key.created'])
    expect((await validate(added.licenseKey)).status).toBe(200)
    expect(await eventsOf(grants.get(note).id)).toEqual(['benefit_grant.created'])
  })

  it('does not reach whoever was refunded, is gone or has unsubscribed', async () => {
    const [once, monthly] = [await productWith([note]), await productWith([note], true)]
    const refunded = await buy(till, once, email())
    const forgotten = await buy(till, once, email())
    const ended = await buy(till, monthly, email())
    const all = { order_id: refunded.id, amount: refunded.amount, reason: 'other' }
    await till.owner.must(till.owner.post('/v1/refunds/', all))
    await till.owner.must(till.owner.delete(`/v1/customers/${forgotten.customer_id}`))
    await till.owner.must(till.owner.delete(`/v1/subscriptions/${ended.subscription_id}`))
    for (const product of [once, monthly]) await setBenefits(product, [note, keys])
    await reviewed()
    for (const sold of [refunded, forgotten, ended]) {
      const grants = await grantsOf(sold)
      expect([...grants.keys()]).toEqual([note])
      expect(grants.get(note).isGranted).toBe(sold === refunded)
    }
  })

  it('gives a key that lasts as long as a canceled subscription does', async () => {
    const product = await productWith([], true)
    const sold = await buy(till, product, email())
    const path = `/v1/subscriptions/${sold.subscription_id}`
    const { ends_at } = await till.owner.must(till.owner.patch(path, { cancel_at_period_end: true }))
    await setBenefits(product, [keys])
    await reviewed()
    const made = (await grantsOf(sold)).get(keys).licenseKey
    expect(new Date(made.entitled_until)).toEqual(new Date(ends_at))

    // Put right without a new version, because no answer shows it.
    await till.sql`update license_keys set entitled_until = null where id = ${made.id}`
    await till.sql`insert into grant_reviews (created_at, product_id, worked_at) values (now(), ${product}, now())`
    await reviewed()
    expect((await grantsOf(sold)).get(keys).licenseKey).toEqual(made)
    expect(await eventsOf(made.id)).toEqual(['license_key.created'])
  })
})

describe('a benefit that a product loses', () => {
  it.each([
    ['orders', false],
    ['subscriptions', true],
  ])('goes from all %s; when it comes back, so do the same grant and the same key', async (_, isRecurring) => {
    const product = await productWith([note, keys], isRecurring)
    const sold = await buy(till, product, email())
    const before = (await grantsOf(sold)).get(keys)
    await setBenefits(product, [note])
    await reviewed()
    const without = (await grantsOf(sold)).get(keys)
    expect(without).toMatchObject({ id: before.id, isGranted: false, revokedAt: expect.any(Date), version: 2 })
    expect(without.licenseKey).toMatchObject({ id: before.licenseKey.id, status: 'revoked', version: 2 })
    expect((await validate(before.licenseKey)).body.code).toBe('license_key_not_granted')
    await setBenefits(product, [keys, note])
    await reviewed()
    const again = (await grantsOf(sold)).get(keys)
    expect(again).toMatchObject({ id: before.id, isGranted: true, revokedAt: null, version: 3 })
    expect((await validate(before.licenseKey)).status).toBe(200)
    expect(await eventsOf(before.id)).toEqual([
      'benefit_grant.created',
      'benefit_grant.revoked',
      'benefit_grant.updated',
    ])
    expect(await eventsOf(before.licenseKey.id)).toEqual([
      'license_key.created',
      'license_key.updated',
      'license_key.revoked',
      'license_key.updated',
    ])
  })

  it('leaves alone what the seller decided about a key by hand', async () => {
    const product = await productWith([keys])
    const sold = await Promise.all(['disabled', 'revoked', 'granted'].map(() => buy(till, product, email())))
    const decide = async (order: Body, status: string) => {
      const { licenseKey } = (await grantsOf(order)).get(keys)
      return till.owner.must(till.owner.patch(`/v1/license-keys/${licenseKey.id}`, { status }))
    }
    await decide(sold[0], 'disabled')
    await decide(sold[1], 'revoked')
    await setBenefits(product, [])
    await reviewed()
    const statuses = () => Promise.all(sold.map(async (order) => (await grantsOf(order)).get(keys).licenseKey.status))
    expect(await statuses()).toEqual(['revoked', 'revoked', 'revoked'])
    // Also while the grant is away: this one was revoked with its grant, and now it was revoked by hand.
    await decide(sold[2], 'revoked')
    await setBenefits(product, [keys])
    await reviewed()
    expect(await statuses()).toEqual(['disabled', 'revoked', 'revoked'])
  })

  it('goes when it is deleted, from every product, and stays on none', async () => {
    const doomed = (await makeLicenseKeysBenefit(till, shop)).id
    const [once, monthly] = [await productWith([note, doomed]), await productWith([doomed], true)]
    const sold = [await buy(till, once, email()), await buy(till, monthly, email())]
    await till.owner.must(till.owner.delete(`/v1/benefits/${doomed}`))
    await reviewed()
    for (const order of sold) {
      const grants = await grantsOf(order)
      expect(grants.get(doomed)).toMatchObject({ isGranted: false })
      expect(grants.get(doomed).licenseKey.status).toBe('revoked')
    }
    expect((await grantsOf(sold[0])).get(note).isGranted).toBe(true)
    expect((await till.owner.get(`/v1/products/${monthly}`)).body.benefits).toEqual([])
  })

  it('takes the keys along when it is deleted, also one that the seller gave back by hand', async () => {
    const doomed = (await makeLicenseKeysBenefit(till, shop)).id
    const product = await productWith([doomed])
    const order = await buy(till, product, email())
    const key = async () => (await grantsOf(order)).get(doomed).licenseKey
    await setBenefits(product, [])
    await reviewed()
    await till.owner.must(till.owner.patch(`/v1/license-keys/${(await key()).id}`, { status: 'granted' }))
    expect((await validate(await key())).status).toBe(200)
    await till.owner.must(till.owner.delete(`/v1/benefits/${doomed}`))
    expect((await validate(await key())).status).toBe(404)
    expect((await eventsOf((await key()).id)).at(-1)).toBe('license_key.revoked')
  })
})

describe('a review', () => {
  it('changes nothing when it is done again', async () => {
    const product = await productWith([note])
    await buy(till, product, email())
    await setBenefits(product, [keys, note])
    await reviewed()
    const state = async () => {
      const [row] = await till.sql`
        select (select max(id) from events) as events, (select sum(version) from benefit_grants) as grants,
          (select sum(version) from license_keys) as keys`
      return row
    }
    const before = await state()
    await till.sql`insert into grant_reviews (created_at, product_id, worked_at) values (now(), ${product}, now())`
    await reviewed()
    expect(await state()).toEqual(before)
  })

  it('that fails holds up no other, and goes on when it can', async () => {
    const [broken, sound] = [await productWith([note]), await productWith([note])]
    const sold = [await buy(till, broken, email()), await buy(till, sound, email())]
    const { id: poison } = await makeLicenseKeysBenefit(till, shop)
    await till.sql.unsafe(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
      create trigger poison before insert on benefit_grants for each row when (new.benefit_id = '${poison}')
        execute function refuse();`)
    await setBenefits(broken, [note, poison])
    await setBenefits(sound, [note, keys])
    await expect.poll(async () => (await grantsOf(sold[1])).size, { timeout: 10_000 }).toBe(2)
    await till.sql`drop trigger poison on benefit_grants`
    await reviewed()
    expect((await grantsOf(sold[0])).get(poison)).toMatchObject({ isGranted: true })
  })

  it('is not asked for when only the order of the benefits changes', async () => {
    const product = await productWith([keys, note])
    const asked = async () => (await till.sql`select last_value from grant_reviews_id_seq`)[0]?.lastValue
    const before = await asked()
    await setBenefits(product, [note, keys])
    expect(await asked()).toBe(before)
    await setBenefits(product, [note])
    expect(await asked()).toBe(before + 1)
  })
})
