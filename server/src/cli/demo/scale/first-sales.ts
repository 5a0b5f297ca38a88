import { SCOPES } from '../../../kernel/actor.ts'
import type { Seller } from '../seller.ts'
import { makeFiles } from './first-files.ts'

/** A shop with one of everything, made by the calls that sellers and buyers make. All others are copies of it. */
export interface FirstShop {
  readonly organizationId: string
  readonly benefits: { readonly key: string; readonly note: string; readonly files: string }
  readonly customFieldId: string
  readonly discountId: string
  /** The organization's own token. */
  readonly token: string
  readonly once: Sold
  readonly monthly: Sold
}

export interface Sold {
  readonly productId: string
  readonly priceId: string
  readonly amount: number
  /** The checkout that bought it. */
  readonly checkoutId: string
}

/** How many orders, and license keys, the first sales leave behind. */
export const FIRST_SALES = 2
export const SLUG = 'scale-shop-'

const FILES_PER_SALE = 3
const ONCE = 4900
const MONTHLY = 1900
const EMAIL = 'customer-0@example.com'

export async function makeFirstSales(seller: Seller, files: number): Promise<FirstShop> {
  const { id: organizationId } = await seller.post('/v1/organizations/', {
    name: 'Scale Shop 1',
    slug: `${SLUG}1`,
    // Nobody wants a million receipts, and all shops are copies of this one.
    mail_settings: { order_receipts: false, refund_notices: false },
  })
  const owned = { organization_id: organizationId }
  const key = await seller.post('/v1/benefits/', {
    ...owned,
    type: 'license_keys',
    description: 'License key 1',
    properties: { prefix: 'SCALE', activations: { limit: 3, enable_customer_admin: true } },
  })
  const note = await seller.post('/v1/benefits/', {
    ...owned,
    type: 'custom',
    description: 'Note 1',
    properties: { note: 'Thank you.' },
  })
  const fileIds = await makeFiles(seller, organizationId, files)
  const downloads = await seller.post('/v1/benefits/', {
    ...owned,
    type: 'downloadables',
    description: 'Files 1',
    properties: { files: fileIds.slice(0, FILES_PER_SALE) },
  })
  const field = await seller.post('/v1/custom-fields/', { ...owned, type: 'text', slug: 'field-1', name: 'Field 1' })
  const discount = await seller.post('/v1/discounts/', {
    ...owned,
    name: 'Discount 1',
    code: 'SCALE1',
    type: 'percentage',
    basis_points: 2000,
    duration: 'once',
  })
  const benefits = { key: key.id, note: note.id, files: downloads.id }
  const shop = { seller, organizationId, benefits: Object.values(benefits), customFieldId: field.id }
  const once = await sellFirst(shop, 'Product 1', ONCE, null, { discount_code: 'SCALE1' })
  const monthly = await sellFirst(shop, 'Product 2', MONTHLY, 'month', {})
  await activateOne(seller, organizationId)
  const token = await makeToken(seller, organizationId)
  return { organizationId, benefits, customFieldId: field.id, discountId: discount.id, token, once, monthly }
}

/** With all that an organization's token can have. */
export async function makeToken(seller: Seller, organizationId: string): Promise<string> {
  const body = { organization_id: organizationId, comment: 'Made by the demo', scopes: SCOPES }
  const { token } = await seller.post<{ token: string }>('/v1/organization-access-tokens/', body)
  return token
}

interface Opening {
  readonly seller: Seller
  readonly organizationId: string
  readonly benefits: readonly string[]
  readonly customFieldId: string
}

async function sellFirst(
  { seller, organizationId, benefits, customFieldId }: Opening,
  name: string,
  amount: number,
  interval: 'month' | null,
  extra: object,
): Promise<Sold> {
  const product = await seller.post<{ id: string; prices: [{ id: string }] }>('/v1/products/', {
    organization_id: organizationId,
    name,
    description: 'Made to see how the shop carries a million sales.',
    recurring_interval: interval,
    attached_custom_fields: [{ custom_field_id: customFieldId, required: false }],
    prices: [{ amount_type: 'fixed', price_amount: amount, price_currency: 'usd' }],
  })
  await seller.post(`/v1/products/${product.id}/benefits`, { benefits })
  const checkout = await seller.post<{ id: string; client_secret: string }>('/v1/checkouts/custom/', {
    product_id: product.id,
    metadata: { campaign: 'spring' },
  })
  const isPaid = await seller.confirm(checkout.client_secret, {
    customer_email: EMAIL,
    customer_name: 'Customer 0',
    customer_billing_address: { line1: '1 Harbor Street', postal_code: '97201', city: 'Portland', country: 'US' },
    confirmation_token_id: 'ctoken_test_success',
    ...extra,
  })
  if (!isPaid) throw new Error('the card that always succeeds was declined')
  return { productId: product.id, priceId: product.prices[0].id, amount, checkoutId: checkout.id }
}

async function activateOne(seller: Seller, organizationId: string): Promise<void> {
  const { items } = await seller.get<{ items: [{ key: string }] }>(
    `/v1/license-keys?organization_id=${organizationId}&limit=1`,
  )
  await seller.post('/v1/customer-portal/license-keys/activate', {
    key: items[0].key,
    organization_id: organizationId,
    label: 'Machine 1',
  })
}
