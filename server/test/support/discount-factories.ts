import { newId } from '../../src/kernel/ids.ts'
import type { Reply } from './client.ts'
import { unique } from './factories.ts'
import type { TestTill } from './till.ts'

/** 20 % off, once, with a code of its own. */
export function makeDiscount(till: TestTill, organizationId: string, fields: object = {}): Promise<Reply['body']> {
  const n = unique()
  return till.owner.must(
    till.owner.post('/v1/discounts/', {
      organization_id: organizationId,
      name: `Discount ${n}`,
      code: `CODE${n}`,
      duration: 'once',
      type: 'percentage',
      basis_points: 2000,
      ...fields,
    }),
  )
}

/** A place of the discount that a checkout has taken, written straight into the tables. */
export async function redeem(
  till: TestTill,
  discount: Reply['body'],
  fields: { status?: 'reserved' | 'used' | 'released'; isCounted?: boolean } = {},
): Promise<void> {
  const { sql } = till
  const [checkout, customer, product, price] = [newId(), newId(), newId(), newId()]
  const shop = discount.organization_id
  await sql`
    insert into products (id, created_at, organization_id, name, is_recurring, is_archived, metadata)
    values (${product}, now(), ${shop}, 'Sold', false, false, '{}')`
  await sql`
    insert into product_prices (id, created_at, product_id, type, amount_type, is_archived)
    values (${price}, now(), ${product}, 'one_time', 'free', false)`
  await sql`
    insert into customers (id, created_at, organization_id, email, metadata)
    values (${customer}, now(), ${shop}, ${`${customer}@example.com`}, '{}')`
  await sql`
    insert into checkouts (id, created_at, organization_id, status, client_secret, expires_at, product_id,
      product_price_id, product_ids, discount_id, discount_is_fixed, allow_discount_codes, amount, subtotal_amount,
      total_amount, currency, customer_metadata, metadata, custom_field_data, payments_mode, payment_processor_metadata)
    values (${checkout}, now(), ${shop}, 'succeeded', ${checkout}, now(), ${product}, ${price}, ${[product]},
      ${discount.id}, false, true, 0, 0, 0, 'usd', '{}', '{}', '{}', 'sandbox', '{}')`
  await sql`
    insert into discount_redemptions (id, created_at, discount_id, checkout_id, customer_id, status, is_counted)
    values (${newId()}, now(), ${discount.id}, ${checkout}, ${customer}, ${fields.status ?? 'used'},
      ${fields.isCounted ?? false})`
}
