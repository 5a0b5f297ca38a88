import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkoutBehind, makeCheckoutLink, openLink } from '../../../../test/support/checkout-link-factories.ts'
import type { Reply } from '../../../../test/support/client.ts'
import { makeCustomField } from '../../../../test/support/custom-field-factories.ts'
import { makeOrganization } from '../../../../test/support/factories.ts'
import { whoMentions } from '../../../../test/support/forgotten.ts'
import { makeProduct, makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { stopWithCleanBooks } from '../../../../test/support/verify.ts'
import { SecretBox } from '../../../kernel/secrets.ts'

type Body = Reply['body']
type Query = Readonly<Record<string, string>>

const box = new SecretBox('a secret key of this file')

let till: TestTill
let shop: string
let product: Body
let plan: Body
beforeAll(async () => {
  till = await startTill({ box })
  shop = (await makeOrganization(till)).id
  product = await makeProduct(till, shop)
  plan = await makeRecurringProduct(till, shop, {
    prices: ['usd', 'eur'].map((price_currency) => ({ amount_type: 'fixed', price_amount: 900, price_currency })),
  })
})
afterAll(() => stopWithCleanBooks(till))

const link = (fields: object = {}) =>
  makeCheckoutLink(till, 'products' in fields ? fields : { product_id: product.id, ...fields })
const checkoutOf = async (made: Body, query: Query = {}) => checkoutBehind(till, await openLink(till, made, query))

describe('what the address of a link says', () => {
  it('303: prefilled from the query', async () => {
    const made = await link({ metadata: { utm_source: 'the seller says', tier: 1 } })
    const checkout = await checkoutOf(made, {
      customer_email: 'ada@example.com',
      customer_name: 'Ada Lovelace',
      'customer_billing_address.country': 'US',
      'customer_billing_address.line1': '12 Harbor Street',
      'customer_billing_address.state': 'OR',
      embed_origin: 'https://shop.example.com',
      reference_id: 'user-7',
      utm_source: 'somebody else says',
      utm_campaign: 'spring',
    })
    expect(checkout).toMatchObject({
      customer_email: 'ada@example.com',
      customer_name: 'Ada Lovelace',
      customer_billing_address: { country: 'US', line1: '12 Harbor Street', state: 'OR', city: null },
      embed_origin: 'https://shop.example.com',
      metadata: { tier: 1, reference_id: 'user-7', utm_source: 'the seller says', utm_campaign: 'spring' },
    })
  })

  it('303: with another product or price that the link offers, and no other', async () => {
    const made = await link({ products: [product.id, plan.id] })
    const foreign = await makeProduct(till, shop)
    const [dollars, euros] = plan.prices
    const chosen = async (query: Query) => {
      const { product_id, product_price_id } = await checkoutOf(made, query)
      return [product_id, product_price_id]
    }
    const first = [product.id, product.prices[0].id]
    expect(await chosen({ product_id: plan.id })).toEqual([plan.id, dollars.id])
    expect(await chosen({ product_price_id: euros.id })).toEqual([plan.id, euros.id])
    expect(await chosen({ product_id: foreign.id })).toEqual(first)
    expect(await chosen({ product_price_id: foreign.prices[0].id })).toEqual(first)
    expect(await chosen({ product_id: 'x', product_price_id: '' })).toEqual(first)
  })

  it('303: with an amount that fits', async () => {
    const terms = { amount_type: 'custom', price_currency: 'usd', minimum_amount: 500, maximum_amount: 5000 }
    const gift = await makeProduct(till, shop, { prices: [{ ...terms, preset_amount: 900 }] })
    const made = await link({ product_id: gift.id })
    const amounts = ['1500', '500', '499', '5001', '-5', 'x', ''].map(
      async (amount) => (await checkoutOf(made, { amount })).amount,
    )
    expect(await Promise.all(amounts)).toEqual([1500, 500, 900, 900, 900, 900, 900])
    expect((await checkoutOf(await link(), { amount: '5' })).amount).toBe(1900)
  })

  it('303: with answers to the product’s custom fields that fit', async () => {
    const text = await makeCustomField(till, shop, { properties: { max_length: 3 } })
    const number = await makeCustomField(till, shop, { type: 'number' })
    const box = await makeCustomField(till, shop, { type: 'checkbox' })
    const asks = [text, number, box].map(({ id }) => ({ custom_field_id: id, required: false }))
    const made = await link({ product_id: (await makeProduct(till, shop, { attached_custom_fields: asks })).id })
    const { custom_field_data } = await checkoutOf(made, {
      [`custom_field_data.${text.slug}`]: 'too long',
      [`custom_field_data.${number.slug}`]: '7',
      [`custom_field_data.${box.slug}`]: 'true',
      'custom_field_data.unknown': 'x',
    })
    expect(custom_field_data).toEqual({ [number.slug]: 7, [box.slug]: true })
  })

  it.each<Query>([
    { customer_email: 'nobody', customer_name: 'a\nb', embed_origin: 'shop', amount: 'x' },
    { customer_email: 'a\u0000@example.com', reference_id: '\u0000', utm_term: '' },
    { 'customer_billing_address.country': 'XX', 'customer_billing_address.city': 'Nowhere' },
    { discount_code: 'NO SUCH CODE', product_id: 'x', product_price_id: 'y' },
    { customer_id: '0197a6f0-1c2b-7d3e-8f40-51627384a5b6', success_url: 'https://evil.example.com', metadata: 'x' },
    { allow_discount_codes: 'false', discount_id: 'x', subscription_id: 'x', customer_ip_address: '203.0.113.7' },
  ])('303: what is not valid, or not for buyers, is left out: %j', async (query) => {
    const plain = await checkoutOf(await link())
    const { id, created_at, client_secret, url, expires_at, success_url, ...rest } = plain
    expect(await checkoutOf(await link(), query)).toMatchObject({ ...rest, success_url: expect.any(String) })
  })

  it('303: an address that cannot be read is an address that says nothing', async () => {
    const { client_secret } = await link()
    const halves = ['customer_name=%ED%A0%80', 'reference_id=%ED%B0%80', 'utm_source=%5Cud800']
    const broken = ['%', 'customer_name=%zz', 'customer_name=%ff', 'reference_id=%', '&&=&a', `x=${'y'.repeat(8000)}`]
    for (const query of [...halves, ...broken]) {
      const { status } = await till.anonymous.get(`/buy/${client_secret}?${query}`)
      expect([query, status]).toEqual([query, 303])
    }
    const twice = `customer_email=ada@example.com&customer_email=grace@example.com`
    const reply = await till.anonymous.get(`/buy/${client_secret}/?${twice}`)
    expect((await checkoutBehind(till, reply)).customer_email).toBe('grace@example.com')
  })

  it('303: whatever it says', { timeout: 60_000 }, async () => {
    const field = await makeCustomField(till, shop, { type: 'number' })
    const asks = [{ custom_field_id: field.id, required: false }]
    const gift = { amount_type: 'custom', price_currency: 'usd', minimum_amount: 500 }
    const made = await link({
      product_id: (await makeProduct(till, shop, { prices: [gift], attached_custom_fields: asks })).id,
    })
    const names = [
      ...[
        'customer_email',
        'customer_name',
        'discount_code',
        'amount',
        'product_id',
        'product_price_id',
        'embed_origin',
      ],
      ...['reference_id', 'utm_source', 'customer_billing_address.country', 'customer_billing_address.line1'],
      ...[`custom_field_data.${field.slug}`, 'customer_billing_address', 'custom_field_data', 'locale', 'theme'],
    ]
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom('', '0', '-0', '9007199254740993', '1e5', 'US', 'null', '{}', '%', "'; drop table checkouts; --"),
    )
    const queries = fc.dictionary(fc.constantFrom(...names), text)
    for (const query of fc.sample(queries, { numRuns: 150, seed: 6 })) {
      const { status } = await openLink(till, made, query)
      expect([query, status]).toEqual([query, 303])
    }
  })

  it('303: the number of a card is stored nowhere', async () => {
    const card = '4000056655665556'
    const field = await makeCustomField(till, shop)
    const asks = [{ custom_field_id: field.id, required: false }]
    const made = await link({ product_id: (await makeProduct(till, shop, { attached_custom_fields: asks })).id })
    const reply = await openLink(till, made, {
      customer_name: card,
      customer_email: `${card}@example.com`,
      reference_id: card,
      amount: card,
      discount_code: card,
      locale: card,
      'customer_billing_address.country': 'US',
      'customer_billing_address.line2': card,
      [`custom_field_data.${field.slug}`]: card,
      [card]: card,
    })
    expect(await checkoutBehind(till, reply)).toMatchObject({
      customer_name: null,
      custom_field_data: {},
      metadata: {},
    })
    expect(reply.headers.get('location')).not.toContain(card)
    expect(await whoMentions(till, card, box)).toEqual([])
  })
})
