import type { AttachedField, Checkout, Discount, Price, Product } from '../src/api/shapes.ts'

/** A checkout for tests: a tape machine for 79 dollars, as the API shows it. */
export function exampleCheckout(changes: Partial<Checkout> = {}): Checkout {
  const price = examplePrice(changes.product_price)
  const product = exampleProduct({ prices: [price], ...changes.product })
  return {
    id: '0197a6f0-1c2b-7d3e-8f40-51627384a5b6',
    status: 'open',
    url: 'https://till.example.com/checkout/till_cs_1',
    success_url: 'https://till.example.com/checkout/till_cs_1/confirmation?checkout_id=0197a6f0',
    amount: 7900,
    subtotal_amount: 7900,
    tax_amount: 0,
    total_amount: 7900,
    currency: 'usd',
    allow_discount_codes: true,
    is_discount_fixed: false,
    is_discount_applicable: true,
    is_payment_form_required: true,
    customer_id: null,
    customer_name: null,
    customer_email: null,
    customer_billing_address: null,
    customer_tax_id: null,
    embed_origin: null,
    payment_processor_metadata: { mode: 'sandbox' },
    product,
    products: [product],
    product_price: price,
    discount: null,
    attached_custom_fields: [],
    custom_field_data: {},
    organization: {
      name: 'Northwind Audio',
      email: 'hello@northwind.example',
      avatar_url: null,
      profile_settings: { accent_color: null },
      mail_settings: { order_receipts: true },
    },
    ...changes,
  }
}

export function exampleProduct(changes: Partial<Product> = {}): Product {
  return {
    id: 'pr1',
    name: 'Tape Machine',
    description: null,
    prices: [examplePrice()],
    benefits: [{ id: 'b1', type: 'license_keys', description: 'A license key for three machines' }],
    medias: [],
    ...changes,
  }
}

export function examplePrice(changes: Partial<Price> = {}): Price {
  return {
    id: 'p1',
    type: 'one_time',
    amount_type: 'fixed',
    recurring_interval: null,
    price_amount: 7900,
    price_currency: 'usd',
    minimum_amount: null,
    maximum_amount: null,
    ...changes,
  }
}

export function exampleField(changes: Partial<AttachedField['custom_field']> = {}, required = false): AttachedField {
  return { custom_field: { type: 'text', slug: 'size', name: 'Size', properties: {}, ...changes }, required }
}

export function exampleDiscount(changes: Partial<Discount> = {}): Discount {
  return { name: 'Launch', code: 'LAUNCH20', type: 'percentage', basis_points: 2000, duration: 'once', ...changes }
}
