import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirm } from '../../../../test/support/checkout-factories.ts'
import { checkoutBehind, makeCheckoutLink, openLink } from '../../../../test/support/checkout-link-factories.ts'
import type { Reply } from '../../../../test/support/client.ts'
import { makeDiscount } from '../../../../test/support/discount-factories.ts'
import { makeOrganization, unique } from '../../../../test/support/factories.ts'
import { makeProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { stopWithCleanBooks } from '../../../../test/support/verify.ts'

type Body = Reply['body']

let till: TestTill
let shop: string
let productId: string
beforeAll(async () => {
  till = await startTill()
  shop = (await makeOrganization(till)).id
  productId = (await makeProduct(till, shop)).id
})
afterAll(() => stopWithCleanBooks(till))

const WITHOUT = { discount_id: null, discount: null, total_amount: 1900 }

/** A link with a discount, and how to open it. */
async function offering(discountFields: object = {}, linkFields: object = {}) {
  const discount = await makeDiscount(till, shop, discountFields)
  const link = await makeCheckoutLink(till, { product_id: productId, discount_id: discount.id, ...linkFields })
  const open = async (): Promise<Body> => checkoutBehind(till, await openLink(till, link))
  return { discount, open }
}

const secretPath = ({ client_secret }: Body) => `/v1/checkouts/custom/client/${client_secret}`
const patch = (checkout: Body, body: object) => till.anonymous.patch(secretPath(checkout), body)
const remove = (checkout: Body) => till.anonymous.must(patch(checkout, { discount_code: null }))
const buyer = () => ({ customer_email: `again-${unique()}@example.com` })
const expire = ({ id }: Body) => till.sql`update checkouts set expires_at = now() - interval '1 hour' where id = ${id}`
const restart = (checkout: Body) => till.anonymous.must(till.anonymous.post(`${secretPath(checkout)}/restart`))

describe('the discount of a checkout link is an offer', () => {
  it.each([true, false])('200: the buyer can leave it, with codes allowed: %s', async (allow_discount_codes) => {
    const { discount, open } = await offering({}, { allow_discount_codes })
    const checkout = await open()
    expect(checkout).toMatchObject({ discount_id: discount.id, is_discount_fixed: false, total_amount: 1520 })
    expect(await remove(checkout)).toMatchObject({ ...WITHOUT, is_discount_fixed: false, allow_discount_codes })
  })

  it('200: another code takes its place where codes are allowed, and is ignored where not', async () => {
    const half = await makeDiscount(till, shop, { basis_points: 5000 })
    const { open } = await offering()
    const replaced = await patch(await open(), { discount_code: half.code })
    expect(replaced.body).toMatchObject({ discount_id: half.id, total_amount: 950 })
    const closed = await offering({}, { allow_discount_codes: false })
    const kept = await patch(await closed.open(), { discount_code: half.code })
    expect(kept.body).toMatchObject({ discount_id: closed.discount.id, total_amount: 1520 })
  })

  it.each([true, false])(
    '422: whoever has used it as often as they can, until they leave it; codes allowed: %s',
    async (allow_discount_codes) => {
      const { discount, open } = await offering({ max_redemptions_per_customer: 1 }, { allow_discount_codes })
      const who = buyer()
      await till.anonymous.must(confirm(till.anonymous, await open(), who))
      const second = await open()
      const refused = await confirm(till.anonymous, second, who)
      expect(refused.status).toBe(422)
      expect(refused.body.detail).toEqual([
        {
          type: 'discount_used_up_by_customer',
          loc: ['body', 'discount_code'],
          msg: 'You have used this discount as often as you can',
          input: discount.code,
        },
      ])
      const left = await remove(second)
      expect(left).toMatchObject({ ...WITHOUT, status: 'open' })
      const sold = await confirm(till.anonymous, left, { ...who, expected_total_amount: 1900 })
      expect([sold.status, sold.body.total_amount, sold.body.discount_id]).toEqual([200, 1900, null])
    },
  )

  it('200: the confirm itself can leave it', async () => {
    const { open } = await offering({ max_redemptions_per_customer: 1 }, { allow_discount_codes: false })
    const who = buyer()
    await till.anonymous.must(confirm(till.anonymous, await open(), who))
    const sold = await confirm(till.anonymous, await open(), { ...who, discount_code: null })
    expect([sold.status, sold.body.total_amount]).toEqual([200, 1900])
  })

  it('422: one that has ended since, at the field by which it can be left', async () => {
    const { discount, open } = await offering({ code: null })
    const checkout = await open()
    await till.owner.must(till.owner.patch(`/v1/discounts/${discount.id}`, { ends_at: '2020-01-01T00:00:00Z' }))
    const refused = await confirm(till.anonymous, checkout, buyer())
    expect(refused.body.detail).toMatchObject([{ type: 'discount_ended', loc: ['body', 'discount_code'], input: null }])
    await remove(checkout)
    expect((await confirm(till.anonymous, checkout, buyer())).status).toBe(200)
  })

  it('201: it is an offer in a restarted checkout too, and stays left', async () => {
    const { discount, open } = await offering({ max_redemptions_per_customer: 1 }, { allow_discount_codes: false })
    const who = buyer()
    await till.anonymous.must(confirm(till.anonymous, await open(), who))
    const ended = await open()
    await expire(ended)
    const again = await restart(ended)
    expect(again).toMatchObject({ discount_id: discount.id, is_discount_fixed: false, total_amount: 1520 })
    expect((await confirm(till.anonymous, again, who)).status).toBe(422)
    await remove(again)
    await expire(again)
    const third = await restart(again)
    expect(third).toMatchObject(WITHOUT)
    expect((await confirm(till.anonymous, third, who)).status).toBe(200)
  })
})

describe('the discount of a checkout that the seller made is fixed', () => {
  it('422: whoever has used it as often as they can is told at discount_id, and nothing is paid', async () => {
    const discount = await makeDiscount(till, shop, { max_redemptions_per_customer: 1 })
    const who = buyer()
    const make = () =>
      till.owner.must(till.owner.post('/v1/checkouts/custom/', { product_id: productId, discount_id: discount.id }))
    await till.anonymous.must(confirm(till.anonymous, await make(), who))
    const second = await make()
    const refused = await confirm(till.anonymous, second, { ...who, discount_code: null })
    expect(refused.status).toBe(422)
    expect(refused.body.detail).toEqual([
      {
        type: 'discount_used_up_by_customer',
        loc: ['body', 'discount_id'],
        msg: 'You have used this discount as often as you can',
        input: discount.id,
      },
    ])
    const kept = await till.anonymous.must(patch(second, { discount_code: null }))
    expect(kept).toMatchObject({ status: 'open', discount_id: discount.id, is_discount_fixed: true })
    // The seller can help.
    await till.owner.must(till.owner.patch(`/v1/checkouts/custom/${second.id}`, { discount_id: null }))
    const sold = await confirm(till.anonymous, second, who)
    expect([sold.status, sold.body.total_amount]).toEqual([200, 1900])
  })
})
