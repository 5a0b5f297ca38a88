import { randomUUID } from 'node:crypto'
import type { Row, TransactionSql } from 'postgres'
import { newId } from '../../../src/kernel/ids.ts'
import { fingerprint, newSecret } from '../../../src/kernel/secrets.ts'
import { buyersView, type Full, readParts, sellersView } from './checkout.ts'
import { CUSTOMER } from './columns.ts'
import { type Context, Failure, type Sql } from './context.ts'
import { writeEvents } from './events.ts'
import { customerOf, grantOf, licenseKeyOf, orderOf, ownBenefitOf } from './views.ts'

const HOUR = 3_600_000
const CARD = { type: 'card', brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2099 }

/** One transaction under the checkout's lock, one statement after the other. */
export async function confirmCheckout({ sql, links }: Context, secret: string): Promise<object> {
  return sql.begin(async (tx) => {
    const [before] = await tx`select * from checkouts where client_secret = ${secret} for update`
    const now = new Date()
    if (!before) throw new Failure(404)
    if (before.status !== 'open' || before.expires_at <= now) throw new Failure(403)
    if (before.customer_email === null) throw new Failure(422)
    const parts = await readParts(tx as unknown as Sql, before.product_price_id)
    const { customer, isNew } = await findOrInsertCustomer(tx, before, now)
    const checkout: Row = {
      ...before,
      status: 'succeeded',
      customer_id: customer.cu_id,
      modified_at: now,
      version: before.version + 1,
    }
    await tx`
      update checkouts set status = 'succeeded', customer_id = ${checkout.customer_id}, modified_at = ${now},
        version = ${checkout.version}
      where id = ${checkout.id}`
    const full = { ...parts, checkout }
    const order = await insertOrder(tx, full, now)
    await insertPayment(tx, full, order, now)
    const grants = await insertGrants(tx, full, order, now)
    const token = await insertSession(tx, full, now)
    const orderView = orderOf({ ...order, ...customer, ...parts.product }, links)
    await writeEvents(tx, checkout.organization_id, now, [
      ...(isNew ? [created('customer', customerOf(customer, links))] : []),
      {
        type: 'checkout.updated',
        object: 'checkout',
        version: checkout.version,
        data: sellersView(full, links),
        before: sellersView({ ...parts, checkout: before }, links),
      },
      created('order', orderView),
      { ...created('order', orderView), type: 'order.paid' },
      ...grants.map(({ grant, benefit }) =>
        created('benefit_grant', grantOf(grant, customerOf(customer, links), ownBenefitOf(benefit))),
      ),
      ...grants.flatMap(({ key }) =>
        key ? [created('license_key', licenseKeyOf({ ...key, ...customer }, links))] : [],
      ),
    ])
    return { ...buyersView(full, links, 'confirmed'), customer_session_token: token }
  })
}

function created(object: string, data: { id: string }) {
  return { type: `${object}.created`, object, version: 1, data }
}

async function findOrInsertCustomer(tx: TransactionSql, checkout: Row, now: Date) {
  const found = await findCustomer(tx, checkout)
  if (found) return { customer: found, isNew: false }
  const metadata = { ...checkout.metadata, ...checkout.customer_metadata }
  await tx`
    insert into customers (id, created_at, organization_id, email, name, billing_address, metadata)
    values (${newId()}, ${now}, ${checkout.organization_id}, ${checkout.customer_email}, ${checkout.customer_name},
      ${checkout.customer_billing_address && tx.json(checkout.customer_billing_address)}, ${tx.json(metadata)})
    on conflict do nothing`
  const customer = await findCustomer(tx, checkout)
  if (!customer) throw new Failure(409)
  return { customer, isNew: true }
}

async function findCustomer(tx: TransactionSql, checkout: Row): Promise<Row | undefined> {
  const [found] = await tx`
    select ${tx.unsafe(CUSTOMER)} from customers cu
    where cu.organization_id = ${checkout.organization_id} and lower(cu.email) = lower(${checkout.customer_email})
      and cu.deleted_at is null`
  return found
}

async function insertOrder(tx: TransactionSql, { checkout, product }: Full, now: Date): Promise<Row> {
  const [order] = await tx`
    insert into orders ${tx({
      id: newId(),
      created_at: now,
      organization_id: checkout.organization_id,
      customer_id: checkout.customer_id,
      product_id: checkout.product_id,
      product_price_id: checkout.product_price_id,
      price_type: product.pr_type,
      checkout_id: checkout.id,
      status: 'paid',
      billing_reason: 'purchase',
      amount: checkout.subtotal_amount,
      tax_amount: checkout.tax_amount,
      refunded_amount: 0,
      refunded_tax_amount: 0,
      currency: checkout.currency,
      billing_address: checkout.customer_billing_address && tx.json(checkout.customer_billing_address),
      metadata: tx.json(checkout.metadata),
      custom_field_data: tx.json(checkout.custom_field_data),
      payments_mode: checkout.payments_mode,
    })} returning *`
  if (!order) throw new Failure(500)
  return order
}

async function insertPayment(tx: TransactionSql, { checkout }: Full, order: Row, now: Date): Promise<void> {
  const id = newId()
  await tx`
    insert into payments (id, created_at, organization_id, checkout_id, order_id, mode, status, amount, currency,
      method, processor_reference)
    values (${id}, ${now}, ${checkout.organization_id}, ${checkout.id}, ${order.id}, ${checkout.payments_mode},
      'succeeded', ${checkout.total_amount}, ${checkout.currency}, ${tx.json(CARD)}, ${`sandbox_${id}`})`
}

/** A grant for every benefit of the product, and a key for each that gives one. */
async function insertGrants(tx: TransactionSql, { checkout, benefits }: Full, order: Row, now: Date) {
  const made: { grant: Row; benefit: Row; key: Row | undefined }[] = []
  for (const benefit of benefits) {
    const prefix = benefit.properties.prefix ? `${benefit.properties.prefix}-` : ''
    const text = `${prefix}${randomUUID().toUpperCase()}`
    const isKey = benefit.type === 'license_keys'
    const [keyId, display] = [newId(), `****-${text.slice(-6)}`]
    const properties = isKey ? { license_key_id: keyId, display_key: display } : {}
    const [grant] = await tx`
      insert into benefit_grants (id, created_at, organization_id, customer_id, benefit_id, order_id, is_granted,
        granted_at, properties)
      values (${newId()}, ${now}, ${checkout.organization_id}, ${checkout.customer_id}, ${benefit.id}, ${order.id}, true,
        ${now}, ${tx.json(properties)})
      returning *`
    if (!grant) throw new Failure(500)
    if (!isKey) {
      made.push({ grant, benefit, key: undefined })
      continue
    }
    const [key] = await tx`
      insert into license_keys (id, created_at, organization_id, customer_id, benefit_id, grant_id, key, display_key,
        status, limit_activations, usage, limit_usage, validations, payments_mode)
      values (${keyId}, ${now}, ${checkout.organization_id}, ${checkout.customer_id}, ${benefit.id}, ${grant.id}, ${text},
        ${display}, 'granted', ${benefit.properties.activations?.limit ?? null}, 0, ${benefit.properties.limit_usage}, 0,
        ${checkout.payments_mode})
      returning *`
    made.push({ grant, benefit, key })
  }
  return made
}

async function insertSession(tx: TransactionSql, { checkout }: Full, now: Date): Promise<string> {
  const token = newSecret('customerSession')
  await tx`
    insert into customer_sessions (id, created_at, organization_id, customer_id, only_checkout_id, token_hash, expires_at)
    values (${newId()}, ${now}, ${checkout.organization_id}, ${checkout.customer_id}, ${checkout.id},
      ${fingerprint(token)}, ${new Date(now.getTime() + HOUR)})`
  return token
}
