/**
 * The shapes that the API promises, as data: field by field, what a value has to be.
 *
 * A type is `uuid`, `timestamp`, `string`, `integer`, `boolean`, `object`, `tax_id` (a number and its kind), the name of
 * a list of values, or the name of another shape. `[]` after it: a list of these. `?` at the end: null is allowed. A field is never left out, unless its
 * shape says that its fields may be.
 */
export type Fields = Readonly<Record<string, string>>

export interface Shape {
  readonly fields: Fields
  /** What this variant must not show. */
  readonly absent?: readonly string[]
  /** Only here a field that is empty is left out. */
  readonly mayOmit?: boolean
}

/** Lists of values. */
export const VALUES: Readonly<Record<string, readonly string[]>> = {
  processor: ['stripe'],
  checkout_status: ['open', 'confirmed', 'succeeded', 'expired', 'failed'],
  subscription_status: ['incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid'],
  license_key_status: ['granted', 'disabled', 'revoked'],
  billing_reason: ['purchase', 'subscription_create', 'subscription_cycle', 'subscription_update'],
  price_type: ['one_time', 'recurring'],
  amount_type: ['fixed', 'custom', 'free'],
  interval: ['day', 'week', 'month', 'year'],
  benefit_type: ['custom', 'ads', 'discord', 'github_repository', 'downloadables', 'license_keys'],
  discount_type: ['fixed', 'percentage'],
  duration: ['once', 'repeating', 'forever'],
  file_service: ['product_media'],
  custom_field_type: ['text', 'number', 'date', 'checkbox', 'select'],
}

const DATES = { created_at: 'timestamp', modified_at: 'timestamp?' }

const CHECKOUT = {
  id: 'uuid',
  ...DATES,
  custom_field_data: 'object',
  payment_processor: 'processor',
  status: 'checkout_status',
  client_secret: 'string',
  url: 'string',
  expires_at: 'timestamp',
  success_url: 'string',
  embed_origin: 'string?',
  amount: 'integer',
  tax_amount: 'integer?',
  subtotal_amount: 'integer',
  total_amount: 'integer',
  currency: 'string',
  product_id: 'uuid',
  product_price_id: 'uuid',
  discount_id: 'uuid?',
  allow_discount_codes: 'boolean',
  is_discount_applicable: 'boolean',
  is_free_product_price: 'boolean',
  is_payment_required: 'boolean',
  is_payment_setup_required: 'boolean',
  is_payment_form_required: 'boolean',
  customer_id: 'uuid?',
  customer_name: 'string?',
  customer_email: 'string?',
  customer_ip_address: 'string?',
  customer_billing_address: 'address?',
  customer_tax_id: 'string?',
  payment_processor_metadata: 'object',
  product: 'product_in_checkout',
  products: 'product_in_checkout[]',
  product_price: 'price',
  discount: 'discount_in_checkout?',
  attached_custom_fields: 'attached_custom_field[]',
}
/** What only the seller sees, by id. */
const BY_ID = { metadata: 'object', subscription_id: 'uuid?', customer_metadata: 'object' }
/** What only the buyer sees, by client secret. */
const BY_SECRET = { organization: 'organization' }
/** What only the answer to confirm shows. */
const CONFIRMED = { customer_session_token: 'string' }

const PRODUCT = {
  id: 'uuid',
  ...DATES,
  name: 'string',
  description: 'string?',
  is_recurring: 'boolean',
  is_archived: 'boolean',
  recurring_interval: 'interval?',
  organization_id: 'uuid',
}
const IN_CHECKOUT_ONLY = { prices: 'price[]', benefits: 'benefit[]', medias: 'media[]' }

const DISCOUNT = {
  duration: 'duration',
  duration_in_months: 'integer?',
  type: 'discount_type',
  amount: 'integer?',
  currency: 'string?',
  basis_points: 'integer?',
  id: 'uuid',
  name: 'string',
  code: 'string?',
}
const IN_ORDER_ONLY = {
  ...DATES,
  metadata: 'object',
  starts_at: 'timestamp?',
  ends_at: 'timestamp?',
  max_redemptions: 'integer?',
  redemptions_count: 'integer',
  organization_id: 'uuid',
}

const USER = { id: 'uuid', email: 'string', public_name: 'string', avatar_url: 'string' }
const USER_IN_ORDER_ONLY = { code_host_username: 'string?', github_username: 'string?' }

export const SHAPES = {
  checkout_by_id: { fields: { ...CHECKOUT, ...BY_ID }, absent: Object.keys({ ...BY_SECRET, ...CONFIRMED }) },
  checkout_by_secret: {
    fields: { ...CHECKOUT, ...BY_SECRET },
    absent: Object.keys({ ...BY_ID, ...CONFIRMED }),
  },
  checkout_confirmed: { fields: { ...CHECKOUT, ...BY_SECRET, ...CONFIRMED }, absent: Object.keys(BY_ID) },
  address: {
    fields: {
      line1: 'string?',
      line2: 'string?',
      postal_code: 'string?',
      city: 'string?',
      state: 'string?',
      country: 'string',
    },
  },
  product_in_checkout: { fields: { ...PRODUCT, ...IN_CHECKOUT_ONLY } },
  product_in_order: { fields: PRODUCT, absent: Object.keys(IN_CHECKOUT_ONLY) },
  price: {
    fields: {
      id: 'uuid',
      ...DATES,
      amount_type: 'amount_type',
      is_archived: 'boolean',
      product_id: 'uuid',
      price_currency: 'string?',
      price_amount: 'integer?',
      type: 'price_type',
      recurring_interval: 'interval?',
    },
  },
  benefit: {
    fields: {
      id: 'uuid',
      ...DATES,
      type: 'benefit_type',
      description: 'string',
      selectable: 'boolean',
      deletable: 'boolean',
      organization_id: 'uuid',
    },
  },
  media: {
    fields: {
      id: 'uuid',
      organization_id: 'uuid',
      name: 'string',
      path: 'string',
      mime_type: 'string',
      size: 'integer',
      storage_version: 'string?',
      checksum_etag: 'string?',
      checksum_sha256_base64: 'string?',
      checksum_sha256_hex: 'string?',
      last_modified_at: 'timestamp?',
      version: 'string?',
      service: 'file_service',
      is_uploaded: 'boolean',
      created_at: 'timestamp',
      size_readable: 'string',
      public_url: 'string',
    },
  },
  discount_in_checkout: { fields: DISCOUNT, absent: Object.keys(IN_ORDER_ONLY) },
  discount_in_order: { fields: { ...DISCOUNT, ...IN_ORDER_ONLY } },
  organization: {
    fields: {
      id: 'uuid',
      ...DATES,
      name: 'string',
      slug: 'string',
      avatar_url: 'string?',
      bio: 'string?',
      company: 'string?',
      blog: 'string?',
      location: 'string?',
      email: 'string?',
      social_username: 'string?',
      twitter_username: 'string?',
      pledge_minimum_amount: 'integer',
      pledge_badge_show_amount: 'boolean',
      default_upfront_split_to_contributors: 'integer?',
      profile_settings: 'profile_settings',
      feature_settings: 'feature_settings',
    },
  },
  profile_settings: {
    fields: {
      enabled: 'boolean',
      description: 'string?',
      featured_projects: 'uuid[]',
      featured_organizations: 'uuid[]',
      links: 'string[]',
      subscribe: 'subscribe_settings',
      accent_color: 'string?',
    },
  },
  subscribe_settings: { fields: { promote: 'boolean', show_count: 'boolean', count_free: 'boolean' } },
  feature_settings: { fields: { issue_funding_enabled: 'boolean' } },
  attached_custom_field: {
    fields: { custom_field_id: 'uuid', custom_field: 'custom_field', order: 'integer', required: 'boolean' },
  },
  custom_field: {
    fields: {
      id: 'uuid',
      ...DATES,
      metadata: 'object',
      type: 'custom_field_type',
      slug: 'string',
      name: 'string',
      organization_id: 'uuid',
      properties: 'custom_field_properties',
    },
  },
  custom_field_properties: {
    fields: {
      form_label: 'string',
      form_help_text: 'string',
      form_placeholder: 'string',
      textarea: 'boolean',
      min_length: 'integer',
      max_length: 'integer',
    },
    mayOmit: true,
  },
  customer: {
    fields: {
      id: 'uuid',
      ...DATES,
      metadata: 'object',
      email: 'string',
      email_verified: 'boolean',
      name: 'string?',
      billing_address: 'address?',
      tax_id: 'tax_id?',
      organization_id: 'uuid',
      avatar_url: 'string',
    },
  },
  user_in_license_key: { fields: USER, absent: Object.keys(USER_IN_ORDER_ONLY) },
  user_in_order: { fields: { ...USER, ...USER_IN_ORDER_ONLY } },
  order: {
    fields: {
      id: 'uuid',
      ...DATES,
      metadata: 'object',
      custom_field_data: 'object',
      amount: 'integer',
      tax_amount: 'integer',
      currency: 'string',
      billing_reason: 'billing_reason',
      billing_address: 'address?',
      customer_id: 'uuid',
      product_id: 'uuid',
      product_price_id: 'uuid',
      discount_id: 'uuid?',
      subscription_id: 'uuid?',
      checkout_id: 'uuid?',
      user_id: 'uuid',
      customer: 'customer',
      user: 'user_in_order',
      product: 'product_in_order',
      product_price: 'price',
      discount: 'discount_in_order?',
      subscription: 'subscription?',
    },
  },
  subscription: {
    fields: {
      id: 'uuid',
      ...DATES,
      metadata: 'object',
      amount: 'integer',
      currency: 'string',
      recurring_interval: 'interval',
      status: 'subscription_status',
      current_period_start: 'timestamp',
      current_period_end: 'timestamp?',
      cancel_at_period_end: 'boolean',
      started_at: 'timestamp?',
      ended_at: 'timestamp?',
      customer_id: 'uuid',
      product_id: 'uuid',
      price_id: 'uuid',
      discount_id: 'uuid?',
      checkout_id: 'uuid?',
      user_id: 'uuid',
    },
  },
  license_key: {
    fields: {
      id: 'uuid',
      organization_id: 'uuid',
      user_id: 'uuid',
      customer_id: 'uuid',
      benefit_id: 'uuid',
      user: 'user_in_license_key',
      customer: 'customer',
      key: 'string',
      display_key: 'string',
      status: 'license_key_status',
      limit_activations: 'integer?',
      usage: 'integer',
      limit_usage: 'integer?',
      validations: 'integer',
      last_validated_at: 'timestamp?',
      expires_at: 'timestamp?',
    },
  },
  activation: {
    fields: {
      id: 'uuid',
      license_key_id: 'uuid',
      label: 'string',
      meta: 'object',
      ...DATES,
      license_key: 'license_key',
    },
  },
  pagination: { fields: { total_count: 'integer', max_page: 'integer' } },
  order_list: { fields: { items: 'order[]', pagination: 'pagination' } },
  license_key_list: { fields: { items: 'license_key[]', pagination: 'pagination' } },
  checkout_list: { fields: { items: 'checkout_by_id[]', pagination: 'pagination' } },
} satisfies Record<string, Shape>

export type ShapeName = keyof typeof SHAPES

/** The twelve operations, the three that stand beside them, and the shape that each answers with. */
export const OPERATIONS = {
  'PATCH /v1/checkouts/custom/client/{client_secret}': 'checkout_by_secret',
  'PATCH /v1/checkouts/custom/{id}': 'checkout_by_id',
  'GET /v1/checkouts/custom/{id}': 'checkout_by_id',
  'POST /v1/checkouts/custom/client/{client_secret}/confirm': 'checkout_confirmed',
  'POST /v1/organizations/': 'organization',
  'GET /v1/organizations/{id}': 'organization',
  'PATCH /v1/organizations/{id}': 'organization',
  'GET /v1/orders/': 'order_list',
  'GET /v1/orders/{id}': 'order',
  'GET /v1/license-keys': 'license_key_list',
  'PATCH /v1/license-keys/{id}': 'license_key',
  'GET /v1/license-keys/{id}/activations/{activation_id}': 'activation',
  'POST /v1/checkouts/custom/': 'checkout_by_id',
  'GET /v1/checkouts/custom/': 'checkout_list',
  'GET /v1/checkouts/custom/client/{client_secret}': 'checkout_by_secret',
} as const satisfies Record<string, ShapeName>

export type Operation = keyof typeof OPERATIONS
