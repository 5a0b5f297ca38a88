import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirm, makeCheckout } from '../../../../test/support/checkout-factories.ts'
import type { Reply } from '../../../../test/support/client.ts'
import { makeCustomField } from '../../../../test/support/custom-field-factories.ts'
import { makeOrganization, unique } from '../../../../test/support/factories.ts'
import { makeProduct, makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'

let till: TestTill
let organizationId: string
let size: Reply['body']
let count: Reply['body']
let terms: Reply['body']
let productId: string
beforeAll(async () => {
  till = await startTill()
  organizationId = (await makeOrganization(till)).id
  const options = ['s', 'm'].map((value) => ({ value, label: value }))
  size = await makeCustomField(till, organizationId, { type: 'select', properties: { options } })
  count = await makeCustomField(till, organizationId, { type: 'number', properties: { ge: 1, le: 9 } })
  terms = await makeCustomField(till, organizationId, { type: 'checkbox' })
  productId = (await makeProduct(till, organizationId, { attached_custom_fields: attached(size, count) })).id
})
afterAll(() => till.stop())

const path = '/v1/checkouts/custom/'
const client = (checkout: { client_secret: string }) => `${path}client/${checkout.client_secret}`
const attached = (...fields: { id: string }[]) =>
  fields.map(({ id }, index) => ({ custom_field_id: id, required: index === 0 }))

describe('custom_field_data', () => {
  it('201: is kept, and what is no field of the product is dropped', async () => {
    const custom_field_data = { [size.slug]: 'm', [terms.slug]: true, nonsense: 1, constructor: 2 }
    const checkout = await makeCheckout(till, { product_id: productId, custom_field_data })
    expect(checkout.custom_field_data).toEqual({ [size.slug]: 'm' })
    expect(checkout.attached_custom_fields).toEqual([
      { custom_field_id: size.id, custom_field: size, order: 0, required: true },
      { custom_field_id: count.id, custom_field: count, order: 1, required: false },
    ])
  })

  it('200: updates by seller and buyer go over what was there; null takes one away, or all', async () => {
    const checkout = await makeCheckout(till, { product_id: productId, custom_field_data: { [size.slug]: 'm' } })
    const bySeller = await till.owner.patch(path + checkout.id, { custom_field_data: { [count.slug]: 3 } })
    expect(bySeller.body.custom_field_data).toEqual({ [size.slug]: 'm', [count.slug]: 3 })
    const byBuyer = await till.anonymous.patch(client(checkout), { custom_field_data: { [size.slug]: null } })
    expect(byBuyer.body.custom_field_data).toEqual({ [count.slug]: 3 })
    const kept = await till.anonymous.patch(client(checkout), { customer_name: 'Ada' })
    expect(kept.body.custom_field_data).toEqual({ [count.slug]: 3 })
    const cleared = await till.anonymous.patch(client(checkout), { custom_field_data: null })
    expect(cleared.body.custom_field_data).toEqual({})
  })

  it('422: a value that does not fit, at its slug, in every call that takes one', async () => {
    const custom_field_data = { [size.slug]: 'xl', [count.slug]: 10 }
    const checkout = await makeCheckout(till, { product_id: productId, customer_email: 'fit@example.com' })
    for (const reply of [
      await till.owner.post(path, { product_id: productId, custom_field_data }),
      await till.owner.patch(path + checkout.id, { custom_field_data }),
      await till.anonymous.patch(client(checkout), { custom_field_data }),
      await confirm(till.anonymous, checkout, { custom_field_data }),
    ]) {
      expect(reply.status).toBe(422)
      expect(reply.body.detail.map(({ loc }: { loc: string[] }) => loc)).toEqual([
        ['body', 'custom_field_data', size.slug],
        ['body', 'custom_field_data', count.slug],
      ])
    }
    expect((await till.owner.get(path + checkout.id)).body).toEqual(checkout)
  })

  it('200: another product keeps the answers to what it asks too, and drops the others', async () => {
    const other = await makeProduct(till, organizationId, { attached_custom_fields: attached(count, terms) })
    const checkout = await makeCheckout(till, {
      products: [productId, other.id],
      custom_field_data: { [size.slug]: 'm', [count.slug]: 4 },
    })
    const { body } = await till.anonymous.patch(client(checkout), {
      product_id: other.id,
      custom_field_data: { [terms.slug]: true, [size.slug]: 's' },
    })
    expect(body.custom_field_data).toEqual({ [count.slug]: 4, [terms.slug]: true })
    expect(body.attached_custom_fields.map((field: Reply['body']) => field.custom_field_id)).toEqual([
      count.id,
      terms.id,
    ])
  })
})

describe('at confirm', () => {
  it('422: everything that is missing, together; nothing is sold', async () => {
    const prices = [{ amount_type: 'custom', price_currency: 'usd' }]
    const product = await makeProduct(till, organizationId, {
      prices,
      attached_custom_fields: [
        { custom_field_id: size.id, required: true },
        { custom_field_id: count.id, required: true },
        { custom_field_id: terms.id, required: false },
      ],
    })
    const checkout = await makeCheckout(till, { product_id: product.id })
    const { status, body } = await confirm(till.anonymous, checkout)
    expect(status).toBe(422)
    expect(body.detail.map(({ type, loc }: Reply['body']) => [type, ...loc.slice(1)])).toEqual([
      ['missing', 'customer_email'],
      ['missing', 'amount'],
      ['missing', 'custom_field_data', size.slug],
      ['missing', 'custom_field_data', count.slug],
    ])
    const said = { customer_email: `all${unique()}@example.com`, amount: 0 }
    const sold = await confirm(till.anonymous, checkout, {
      ...said,
      custom_field_data: { [size.slug]: 's', [count.slug]: 1 },
    })
    expect(sold.body).toMatchObject({ status: 'confirmed', total_amount: 0 })
  })

  it('422: an answer that no longer fits, because its slug is that of another field now; together with the rest', async () => {
    const was = await makeCustomField(till, organizationId, { type: 'text' })
    const product = await makeProduct(till, organizationId, { attached_custom_fields: attached(size, was) })
    const answers = { [was.slug]: 'Ada', [size.slug]: 'm' }
    const checkout = await makeCheckout(till, { product_id: product.id, custom_field_data: answers })
    await till.owner.must(till.owner.patch(`/v1/custom-fields/${was.id}`, { slug: `${was.slug}-old` }))
    const now = await makeCustomField(till, organizationId, { type: 'number', slug: was.slug })
    await till.owner.must(
      till.owner.patch(`/v1/products/${product.id}`, { attached_custom_fields: attached(size, was, now) }),
    )
    const { status, body } = await confirm(till.anonymous, checkout)
    expect(status).toBe(422)
    expect(body.detail).toEqual([
      expect.objectContaining({ type: 'missing', loc: ['body', 'customer_email'] }),
      {
        type: 'value_error',
        loc: ['body', 'custom_field_data', was.slug],
        msg: 'Input should be a whole number',
        input: 'Ada',
      },
    ])
    const email = `renamed${unique()}@example.com`
    const fixed = { customer_email: email, custom_field_data: { [was.slug]: 7 } }
    const bought = await confirm(till.anonymous, checkout, fixed)
    expect([bought.status, bought.body.custom_field_data]).toEqual([200, { [was.slug]: 7, [size.slug]: 'm' }])
  })

  it('422: an answer that the seller has taken out of the options; null takes it away', async () => {
    const letters = (values: string[]) => ({ options: values.map((value) => ({ value, label: value })) })
    const field = await makeCustomField(till, organizationId, { type: 'select', properties: letters(['a', 'b']) })
    const product = await makeProduct(till, organizationId, { attached_custom_fields: attached(size, field) })
    const custom_field_data = { [size.slug]: 'm', [field.slug]: 'b' }
    const customer_email = `options${unique()}@example.com`
    const checkout = await makeCheckout(till, { product_id: product.id, custom_field_data, customer_email })
    await till.owner.must(till.owner.patch(`/v1/custom-fields/${field.id}`, { properties: letters(['a']) }))
    const { status, body } = await confirm(till.anonymous, checkout)
    expect([status, body.detail.map(({ loc }: { loc: string[] }) => loc[2])]).toEqual([422, [field.slug]])
    expect((await confirm(till.anonymous, checkout, { custom_field_data: { [field.slug]: null } })).status).toBe(200)
  })

  it('422: a box that has to be checked and is not', async () => {
    const product = await makeProduct(till, organizationId, { attached_custom_fields: attached(terms) })
    const checkout = await makeCheckout(till, { product_id: product.id, customer_email: `box${unique()}@example.com` })
    const unchecked = await confirm(till.anonymous, checkout, { custom_field_data: { [terms.slug]: false } })
    expect(unchecked.body.detail[0].loc).toEqual(['body', 'custom_field_data', terms.slug])
    expect((await confirm(till.anonymous, checkout, { custom_field_data: { [terms.slug]: true } })).status).toBe(200)
  })

  it('200: the answers are copied to the order and to the subscription', async () => {
    const plan = await makeRecurringProduct(till, organizationId, { attached_custom_fields: attached(size, count) })
    const checkout = await makeCheckout(till, { product_id: plan.id, custom_field_data: { [count.slug]: 2 } })
    const answers = { [size.slug]: 's', [count.slug]: 2 }
    const body = { customer_email: `copy${unique()}@example.com`, custom_field_data: { [size.slug]: 's' } }
    const sold = await till.anonymous.must(confirm(till.anonymous, checkout, body))
    expect(sold.custom_field_data).toEqual(answers)
    const { items } = await till.owner.must(till.owner.get(`/v1/orders/?checkout_id=${checkout.id}`))
    expect(items[0].custom_field_data).toEqual(answers)
    const { body: subscription } = await till.owner.get(`/v1/subscriptions/${items[0].subscription_id}`)
    expect(subscription.custom_field_data).toEqual(answers)
  })

  it('400: a declined payment keeps the answers', async () => {
    const checkout = await makeCheckout(till, { product_id: productId, customer_email: `no${unique()}@example.com` })
    const body = { custom_field_data: { [size.slug]: 'm' }, confirmation_token_id: 'ctoken_test_declined' }
    expect((await confirm(till.anonymous, checkout, body)).status).toBe(400)
    expect((await till.owner.get(path + checkout.id)).body.custom_field_data).toEqual({ [size.slug]: 'm' })
  })
})
