import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidInput } from '../../../kernel/invalid-input.ts'
import type { AttachedField } from '../../custom-fields/index.ts'
import type { Discount } from '../../discounts/index.ts'
import type { FullProduct, Price } from '../../products/index.ts'
import type { FullCheckout } from '../model.ts'
import type { Offer } from '../offer.ts'
import type { CheckoutUpdatePublic } from '../schema.ts'
import { edit } from './edit.ts'
import { newCheckout } from './new-checkout.ts'

const NOW = new Date('2026-06-01T12:00:00Z')
const LATER = new Date('2026-06-01T13:00:00Z')

const price = (id: string, fields: Partial<Price>): Price =>
  ({
    id,
    type: 'one_time',
    amountType: 'fixed',
    priceAmount: 1900,
    priceCurrency: 'usd',
    minimumAmount: null,
    maximumAmount: null,
    presetAmount: null,
    recurringInterval: null,
    ...fields,
  }) as Price

const field = (slug: string): AttachedField => ({
  field: { slug, type: 'text', properties: {} } as AttachedField['field'],
  position: 0,
  required: false,
})

const product = (id: string, prices: Price[], slugs: string[]): FullProduct =>
  ({ id, prices, isArchived: false, attachedFields: slugs.map(field) }) as unknown as FullProduct

const custom = { amountType: 'custom', priceAmount: null, minimumAmount: 500, maximumAmount: 900 } as const
const PRODUCTS = [
  product(
    'one',
    [price('one-usd', {}), price('one-eur', { priceCurrency: 'eur', priceAmount: 1500 })],
    ['size', 'name'],
  ),
  product(
    'two',
    [price('two-custom', custom), price('two-free', { amountType: 'free', priceCurrency: null })],
    ['size'],
  ),
]
const DISCOUNT = {
  id: 'discount',
  type: 'fixed',
  amount: 300,
  currency: 'usd',
  basisPoints: null,
  productIds: ['one'],
  startsAt: null,
  endsAt: null,
  maxRedemptions: null,
  maxRedemptionsPerCustomer: null,
  redemptionsCount: 0,
  deletedAt: null,
} as unknown as Discount

const [first] = PRODUCTS as [FullProduct]
const OFFER: Offer = {
  organization: { id: 'organization', defaultCurrency: 'usd', paymentsMode: 'sandbox' } as Offer['organization'],
  product: first,
  products: PRODUCTS,
  price: first.prices[0] as Price,
}

function start(input: object = {}, discount: Discount | null = null): FullCheckout {
  const checkout = newCheckout(
    { input, offer: OFFER, customer: null, discount, discountIsFixed: discount !== null, hours: 24, pageKeys: {} },
    NOW,
  )
  return { ...OFFER, checkout, discount }
}

const optional = <Value>(...values: Value[]) => fc.constantFrom(...values)
const patches: fc.Arbitrary<CheckoutUpdatePublic> = fc.record(
  {
    product_id: optional('one', 'TWO', 'three'),
    product_price_id: optional('one-usd', 'ONE-EUR', 'two-custom', 'two-free'),
    amount: optional<number | null>(null, 0, 500, 700, 901),
    customer_name: optional<string | null>(null, 'Ada'),
    customer_email: optional<string | null>(null, 'ada@example.com'),
    customer_billing_address: optional<{ country: string } | null>(null, { country: 'DE' }, { country: 'US' }),
    customer_tax_id: optional<string | null>(null, 'DE136695976', '91-1144442'),
    custom_field_data: optional<Record<string, unknown> | null>(
      null,
      { size: 'm' },
      { name: 'Ada', size: null },
      { x: 1 },
    ),
  },
  { requiredKeys: [] },
)

function attempt(full: FullCheckout, patch: CheckoutUpdatePublic): FullCheckout | null {
  try {
    return edit(full, patch, undefined, LATER)
  } catch (error) {
    if (error instanceof InvalidInput) return null
    throw error
  }
}

describe('an edit', () => {
  it('that says nothing, or the same again, changes nothing', () => {
    fc.assert(
      fc.property(patches, patches, (one, other) => {
        const full = attempt(start({}, DISCOUNT), one) ?? start()
        expect(edit(full, {}, undefined, LATER).checkout).toBe(full.checkout)
        const after = attempt(full, other)
        if (after) expect(attempt(after, other)?.checkout).toBe(after.checkout)
      }),
      { numRuns: 1000 },
    )
  })

  it('leaves amounts that add up, and a selection that fits together', () => {
    fc.assert(
      fc.property(fc.array(patches, { maxLength: 4 }), (steps) => {
        const {
          checkout,
          product: selected,
          price: chosen,
          discount,
        } = steps.reduce((full, patch) => attempt(full, patch) ?? full, start({}, DISCOUNT))
        expect([checkout.productId, checkout.productPriceId]).toEqual([selected.id, chosen.id])
        expect(selected.prices).toContain(chosen)
        expect(checkout.discountId).toBe(discount?.id ?? null)
        expect(checkout.subtotalAmount).toBe(checkout.amount - (discount ? Math.min(300, checkout.amount) : 0))
        expect(checkout.totalAmount).toBe(checkout.subtotalAmount + (checkout.taxAmount ?? 0))
        const slugs = selected.attachedFields.map((attached) => attached.field.slug)
        expect(slugs).toEqual(expect.arrayContaining(Object.keys(checkout.customFieldData)))
        if (chosen.amountType === 'custom') expect(checkout.amount).toBeGreaterThanOrEqual(500)
      }),
      { numRuns: 1000 },
    )
  })

  it('keeps a discount while the price stays, and drops it with a price that it is not for', () => {
    const full = start({}, DISCOUNT)
    expect(edit(full, { customer_name: 'Ada' }, undefined, LATER).discount).toBe(DISCOUNT)
    expect(edit(full, { product_price_id: 'one-eur' }, undefined, LATER).discount).toBeNull()
    expect(edit(full, { product_id: 'two' }, undefined, LATER).checkout.discountIsFixed).toBe(false)
  })
})
