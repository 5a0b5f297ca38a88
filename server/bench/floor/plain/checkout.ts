import type { Row } from 'postgres'
import type { Links } from '../../../src/kernel/links.ts'
import { PRICE, PRODUCT } from './columns.ts'
import { type Context, Failure, findOrganization, type Sql } from './context.ts'
import { benefitOf, organizationOf, priceOf, productOf } from './views.ts'

/** A checkout's row with all that its answers show. */
export interface Full {
  readonly checkout: Row
  /** Its product and its price, flat. */
  readonly product: Row
  readonly prices: readonly Row[]
  readonly benefits: readonly Row[]
  readonly organization: Row
}

export async function getCheckout({ sql, links }: Context, id: string, authorization: string | undefined) {
  const organization = await findOrganization(sql, authorization, 'checkouts:read')
  const [row] = await sql`
    select c.*, ${sql.unsafe(PRODUCT)}, ${sql.unsafe(PRICE)}
    from checkouts c join products p on p.id = c.product_id join product_prices pr on pr.id = c.product_price_id
    where c.id = ${id} and c.organization_id = ${organization}`
  if (!row) throw new Failure(404)
  const [prices, benefits] = await Promise.all([pricesOf(sql, row.product_id), benefitsOf(sql, row.product_id)])
  const discount = row.discount_id === null ? null : await discountById(sql, row.discount_id)
  return sellersView({ checkout: row, product: row, prices, benefits, organization: {} }, links, discount)
}

export async function readParts(sql: Sql, priceId: string): Promise<Omit<Full, 'checkout'>> {
  const [product] = await sql`
    select ${sql.unsafe(PRODUCT)}, ${sql.unsafe(PRICE)}
    from product_prices pr join products p on p.id = pr.product_id where pr.id = ${priceId}`
  if (!product) throw new Failure(422)
  const [prices, benefits, [organization]] = await Promise.all([
    pricesOf(sql, product.p_id),
    benefitsOf(sql, product.p_id),
    sql`select * from organizations where id = ${product.p_organization_id}`,
  ])
  if (!organization) throw new Failure(422)
  return { product, prices, benefits, organization }
}

async function pricesOf(sql: Sql, productId: string): Promise<Row[]> {
  return sql`
    select ${sql.unsafe(PRICE)} from product_prices pr
    where pr.product_id = ${productId} and not pr.is_archived order by pr.created_at, pr.id`
}

async function benefitsOf(sql: Sql, productId: string): Promise<Row[]> {
  return sql`
    select b.* from product_benefits link join benefits b on b.id = link.benefit_id
    where link.product_id = ${productId} and b.deleted_at is null order by link.position, link.benefit_id`
}

async function discountById(sql: Sql, id: string): Promise<object | null> {
  const [row] = await sql`
    select id, name, code, type, amount, currency, basis_points, duration, duration_in_months
    from discounts where id = ${id}`
  return row ?? null
}

export function sellersView(full: Full, links: Links, discount: object | null = null) {
  const { metadata, subscription_id, customer_metadata } = full.checkout
  return { ...baseView(full, links, discount), metadata, subscription_id, customer_metadata }
}

export function buyersView(full: Full, links: Links, status: string = full.checkout.status) {
  return { ...baseView(full, links, null), status, organization: organizationOf(full.organization) }
}

function baseView({ checkout, product: row, prices, benefits }: Full, links: Links, discount: object | null) {
  const product = { ...productOf(row), prices: prices.map(priceOf), benefits: benefits.map(benefitOf), medias: [] }
  const isFree = row.pr_amount_type === 'free'
  const needsPayment = checkout.total_amount > 0
  const needsSetup = row.pr_type === 'recurring' && !isFree
  const hasExpired = checkout.status === 'open' && checkout.expires_at <= new Date()
  const successUrl = checkout.success_url ?? links.confirmation(checkout.client_secret)
  return {
    id: checkout.id,
    created_at: checkout.created_at.toISOString(),
    modified_at: checkout.modified_at?.toISOString() ?? null,
    custom_field_data: checkout.custom_field_data,
    payment_processor: 'stripe',
    status: hasExpired ? 'expired' : checkout.status,
    client_secret: checkout.client_secret,
    url: links.checkout(checkout.client_secret),
    expires_at: checkout.expires_at.toISOString(),
    success_url: successUrl.replaceAll('{CHECKOUT_ID}', checkout.id),
    embed_origin: checkout.embed_origin,
    amount: checkout.amount,
    tax_amount: checkout.tax_amount,
    subtotal_amount: checkout.subtotal_amount,
    total_amount: checkout.total_amount,
    currency: checkout.currency,
    product_id: checkout.product_id,
    product_price_id: checkout.product_price_id,
    discount_id: checkout.discount_id,
    allow_discount_codes: checkout.allow_discount_codes,
    is_discount_fixed: checkout.discount_is_fixed,
    is_discount_applicable: !isFree,
    is_free_product_price: isFree,
    is_payment_required: needsPayment,
    is_payment_setup_required: needsSetup,
    is_payment_form_required: needsPayment || needsSetup,
    customer_id: checkout.customer_id,
    customer_name: checkout.customer_name,
    customer_email: checkout.customer_email,
    customer_ip_address: checkout.customer_ip_address,
    customer_billing_address: checkout.customer_billing_address,
    customer_tax_id: checkout.customer_tax_id,
    payment_processor_metadata: { mode: checkout.payments_mode, ...checkout.payment_processor_metadata },
    product,
    products: [product],
    product_price: priceOf(row),
    discount,
    attached_custom_fields: [],
  }
}
