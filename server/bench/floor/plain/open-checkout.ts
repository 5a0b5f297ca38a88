import { newId } from '../../../src/kernel/ids.ts'
import { newSecret } from '../../../src/kernel/secrets.ts'
import { readParts, sellersView } from './checkout.ts'
import { type Context, Failure, findOrganization } from './context.ts'
import { writeEvents } from './events.ts'

const DAY = 86_400_000

interface Ask {
  readonly product_id: string
  readonly success_url?: string
  readonly metadata?: Record<string, never>
}

export async function openCheckout({ sql, links }: Context, ask: Ask, authorization: string | undefined) {
  const organization = await findOrganization(sql, authorization, 'checkouts:write')
  const [price] = await sql`
    select pr.id from product_prices pr join products p on p.id = pr.product_id
    where p.id = ${ask.product_id} and p.organization_id = ${organization}
      and not p.is_archived and not pr.is_archived
    order by pr.created_at, pr.id limit 1`
  if (!price) throw new Failure(422)
  const parts = await readParts(sql, price.id)
  const now = new Date()
  const amount = parts.product.pr_price_amount ?? 0
  const checkout = {
    id: newId(),
    created_at: now,
    modified_at: null,
    version: 1,
    organization_id: parts.organization.id,
    status: 'open',
    client_secret: newSecret('checkout'),
    expires_at: new Date(now.getTime() + DAY),
    success_url: ask.success_url ?? null,
    embed_origin: null,
    product_id: parts.product.p_id,
    product_price_id: price.id,
    product_ids: [parts.product.p_id],
    discount_id: null,
    discount_is_fixed: false,
    allow_discount_codes: true,
    amount,
    subtotal_amount: amount,
    tax_amount: 0,
    total_amount: amount,
    currency: parts.product.pr_price_currency ?? parts.organization.default_currency,
    customer_id: null,
    customer_name: null,
    customer_email: null,
    customer_ip_address: null,
    customer_billing_address: null,
    customer_tax_id: null,
    customer_metadata: {},
    metadata: ask.metadata ?? {},
    custom_field_data: {},
    subscription_id: null,
    payments_mode: parts.organization.payments_mode,
    payment_processor_metadata: {},
  }
  const view = sellersView({ ...parts, checkout }, links)
  await sql.begin(async (tx) => {
    await tx`insert into checkouts ${tx({
      ...checkout,
      customer_metadata: tx.json({}),
      metadata: tx.json(checkout.metadata),
      custom_field_data: tx.json({}),
      payment_processor_metadata: tx.json({}),
    })}`
    const event = { type: 'checkout.created', object: 'checkout', version: 1, data: view }
    await writeEvents(tx, checkout.organization_id, now, [event])
  })
  return view
}
