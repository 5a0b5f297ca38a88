import type { Story } from '../platform/openapi/examples.ts'

/** All examples of the API description tell of one sale: Ada subscribes to a plug-in, 5 dollars off the first month. */
export const STORY: Story = {
  facts: {
    // The product and its price.
    type: 'recurring',
    amount_type: 'fixed',
    recurring_interval: 'month',
    price_amount: 1900,
    minimum_amount: null,
    maximum_amount: null,
    preset_amount: null,
    is_archived: false,
    medias: [],
    attached_custom_fields: [],
    // The discount.
    basis_points: null,
    duration_in_months: null,
    // The checkout and the order.
    'checkout.expires_at': '2026-02-01T09:30:00.000Z',
    'checkout_public.expires_at': '2026-02-01T09:30:00.000Z',
    'checkout_public_confirmed.expires_at': '2026-02-01T09:30:00.000Z',
    'checkout_public_confirmed.status': 'confirmed',
    'checkout.subscription_id': null,
    'order.amount': 1400,
    subtotal_amount: 1400,
    total_amount: 1400,
    tax_amount: 0,
    refunded_amount: 0,
    refunded_tax_amount: 0,
    is_free_product_price: false,
    billing_reason: 'subscription_create',
    // The subscription and its license key.
    status: 'active',
    started_at: '2026-01-31T09:30:00.000Z',
    current_period_end: '2026-02-28T09:30:00.000Z',
    cancel_at_period_end: false,
    usage: 0,
    expires: null,
    // The buyer.
    tax_id: null,
    // The organization.
    enabled: false,
    links: [],
    featured_projects: [],
    featured_organizations: [],
    issue_funding_enabled: false,
    allow_multiple_subscriptions: false,
    proration_behavior: 'prorate',
    pledge_minimum_amount: 2000,
  },
  colors: {
    description: 'Warm rooms for small studios.',
    customer_name: 'Ada Lovelace',
    customer_email: 'ada@example.com',
    line1: '12 Harbor Street',
    postal_code: '97201',
    city: 'Portland',
    state: 'OR',
    country: 'US',
  },
  aliases: {
    user: 'customer',
    price: 'product_price',
    checkout_public: 'checkout',
    checkout_public_confirmed: 'checkout',
    license_key_with_activations: 'license_key',
    validated_license_key: 'license_key',
  },
}
