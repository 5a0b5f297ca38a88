import type { Sql } from '../../src/platform/postgres/pool.ts'

/** Whose things are asked for. */
export interface Whose {
  readonly organizationId: string
  readonly customerId: string
}

/**
 * What to ask for: SQL that names values within one organization, the value with the most rows first. A filter or a
 * path that is not listed here stops the walk, and a test, so that a new route is measured too.
 */
type Sample = (sql: Sql, whose: Whose) => Promise<readonly { value: string }[]>

const MANY = 20

/** The value of a column that most rows of the organization have: a best-seller, not a slow seller. */
const commonest =
  (table: string, column: string): Sample =>
  (sql, { organizationId }) =>
    sql`
    select ${sql(column)}::text as value from ${sql(table)}
    where organization_id = ${organizationId} and ${sql(column)} is not null
    group by 1 order by count(*) desc, 1 limit 1`

/** Some rows from all over the table, the same each time. */
const some =
  (table: string, column = 'id'): Sample =>
  (sql, { organizationId }) =>
    sql`
    select ${sql(column)}::text as value from ${sql(table)} where organization_id = ${organizationId}
    order by md5(id::text) limit ${MANY}`

/** What is the customer's own. */
const own =
  (table: string, column = 'id'): Sample =>
  (sql, { customerId }) =>
    sql`
    select ${sql(column)}::text as value from ${sql(table)}
    where customer_id = ${customerId} and ${sql(column)} is not null order by md5(id::text) limit ${MANY}`

const itself: Sample = async (_sql, { organizationId }) => [{ value: organizationId }]

const slugOf: Sample = (sql, { organizationId }) =>
  sql`select slug as value from organizations where id = ${organizationId}`

const ownProduct =
  (table: string): Sample =>
  (sql, { customerId }) =>
    sql`
    select p.name as value from ${sql(table)} x join products p on p.id = x.product_id
    where x.customer_id = ${customerId} order by x.id limit 1`

/** By the path of the list and the name of the filter; `*` is for any list. */
export const FILTERS: Readonly<Record<string, Sample>> = {
  '* organization_id': itself,
  '/v1/organizations/ slug': slugOf,
  '/v1/orders/ product_id': commonest('orders', 'product_id'),
  '/v1/orders/ discount_id': commonest('orders', 'discount_id'),
  '/v1/orders/ customer_id': commonest('orders', 'customer_id'),
  '/v1/orders/ checkout_id': some('orders', 'checkout_id'),
  '/v1/orders/ subscription_id': commonest('orders', 'subscription_id'),
  '/v1/payments/ checkout_id': some('payments', 'checkout_id'),
  '/v1/payments/ order_id': some('orders'),
  '/v1/sandbox/charges checkout_id': some('payments', 'checkout_id'),
  '/v1/sandbox/charges payment_id': some('payments'),
  '/v1/refunds/ id': some('refunds'),
  '/v1/refunds/ order_id': some('orders'),
  '/v1/refunds/ subscription_id': some('subscriptions'),
  '/v1/refunds/ customer_id': some('customers'),
  '/v1/subscriptions/ product_id': commonest('subscriptions', 'product_id'),
  '/v1/subscriptions/ discount_id': commonest('subscriptions', 'discount_id'),
  '/v1/subscriptions/ customer_id': commonest('subscriptions', 'customer_id'),
  '/v1/checkouts/custom/ product_id': commonest('checkouts', 'product_id'),
  '/v1/checkouts/custom/ customer_id': commonest('checkouts', 'customer_id'),
  '/v1/checkout-links/ product_id': (sql, { organizationId }) => sql`
    select offered.id::text as value from checkout_links l cross join lateral unnest(l.product_ids) offered(id)
    where l.organization_id = ${organizationId} group by 1 order by count(*) desc, 1 limit 1`,
  '/v1/license-keys benefit_id': commonest('license_keys', 'benefit_id'),
  '/v1/license-keys customer_id': commonest('license_keys', 'customer_id'),
  '/v1/benefits/{id}/grants customer_id': commonest('benefit_grants', 'customer_id'),
  '/v1/customers/ email': some('customers', 'email'),
  '/v1/customers/ query': some('customers', 'email'),
  '/v1/products/ query': some('products', 'name'),
  '/v1/products/ benefit_id': (sql, { organizationId }) => sql`
    select x.benefit_id::text as value from product_benefits x join products p on p.id = x.product_id
    where p.organization_id = ${organizationId} group by 1 order by count(*) desc, 1 limit 1`,
  '/v1/products/ id': some('products'),
  '/v1/discounts/ query': some('discounts', 'name'),
  '/v1/benefits/ query': some('benefits', 'description'),
  '/v1/custom-fields/ query': some('custom_fields', 'name'),
  '/v1/files/ ids': some('files'),
  '/v1/mailbox/ to': some('mails', 'to_address'),
  '/v1/webhooks/deliveries endpoint_id': commonest('webhook_deliveries', 'endpoint_id'),
  '/v1/webhooks/deliveries event_id': (sql, { organizationId }) => sql`
    select e.event_id::text as value from webhook_deliveries d join events e on e.id = d.event_id
    where d.organization_id = ${organizationId} order by d.id limit ${MANY}`,
  '/v1/customer-portal/orders/ product_id': own('orders', 'product_id'),
  '/v1/customer-portal/orders/ subscription_id': own('orders', 'subscription_id'),
  '/v1/customer-portal/orders/ query': ownProduct('orders'),
  '/v1/customer-portal/subscriptions/ product_id': own('subscriptions', 'product_id'),
  '/v1/customer-portal/subscriptions/ query': ownProduct('subscriptions'),
  '/v1/customer-portal/license-keys/ benefit_id': own('license_keys', 'benefit_id'),
  '/v1/customer-portal/benefit-grants/ benefit_id': own('benefit_grants', 'benefit_id'),
  '/v1/customer-portal/benefit-grants/ checkout_id': own('orders', 'checkout_id'),
  '/v1/customer-portal/benefit-grants/ order_id': own('benefit_grants', 'order_id'),
  '/v1/customer-portal/benefit-grants/ subscription_id': own('benefit_grants', 'subscription_id'),
  '/v1/customer-portal/downloadables/ benefit_id': own('benefit_grants', 'benefit_id'),
}

/** By the path up to the parameter. */
export const PATHS: Readonly<Record<string, Sample>> = {
  '/v1/organizations/': itself,
  '/v1/products/': some('products'),
  '/v1/benefits/': commonest('benefit_grants', 'benefit_id'),
  '/v1/discounts/': some('discounts'),
  '/v1/checkouts/custom/': some('checkouts'),
  '/v1/checkouts/custom/client/': (sql, { organizationId }) => sql`
    select client_secret as value from checkouts where organization_id = ${organizationId} and status <> 'expired'
    order by md5(id::text) limit ${MANY}`,
  '/v1/checkout-links/': some('checkout_links'),
  '/v1/orders/': some('orders'),
  '/v1/payments/': some('payments'),
  '/v1/refunds/': some('refunds'),
  '/v1/subscriptions/': some('subscriptions'),
  '/v1/license-keys/': (sql, { organizationId }) => sql`
    select k.id::text as value from license_keys k where k.organization_id = ${organizationId}
      and exists (select from license_key_activations a where a.license_key_id = k.id)
    order by k.id limit ${MANY}`,
  '/v1/license-keys/{id}/activations/': (sql, { organizationId }) => sql`
    select a.id::text as value from license_keys k
    cross join lateral (
      select id from license_key_activations a where a.license_key_id = k.id order by created_at, id limit 1) a
    where k.organization_id = ${organizationId} order by k.id limit ${MANY}`,
  '/v1/customers/': some('customers'),
  '/v1/customers/external/': (sql, { organizationId }) => sql`
    select external_id as value from customers
    where organization_id = ${organizationId} and external_id is not null and deleted_at is null
    order by md5(id::text) limit ${MANY}`,
  '/v1/custom-fields/': some('custom_fields'),
  '/v1/events/': some('events', 'event_id'),
  '/v1/mailbox/': some('mails'),
  '/v1/webhooks/endpoints/': some('webhook_endpoints'),
  '/v1/webhooks/deliveries/': some('webhook_deliveries'),
  '/v1/customer-portal/orders/': own('orders'),
  '/v1/customer-portal/subscriptions/': own('subscriptions'),
  '/v1/customer-portal/license-keys/': own('license_keys'),
  '/v1/customer-portal/benefit-grants/': own('benefit_grants'),
  '/v1/customer-portal/customers/': async (_sql, { customerId }) => [{ value: customerId }],
  '/v1/customer-portal/organizations/': slugOf,
}

/** Finding the commonest of a million takes a while, and is asked for many times. */
const found = new WeakMap<Whose, Map<Sample, ReturnType<Sample>>>()

export function once(sample: Sample, sql: Sql, whose: Whose): ReturnType<Sample> {
  const known = found.get(whose) ?? new Map<Sample, ReturnType<Sample>>()
  found.set(whose, known)
  const rows = known.get(sample) ?? sample(sql, whose)
  known.set(sample, rows)
  return rows
}

export function sampleOf(table: Readonly<Record<string, Sample>>, ...names: readonly string[]): Sample {
  const name = names.find((each) => Object.hasOwn(table, each))
  const sample = name === undefined ? undefined : table[name]
  if (!sample) throw new Error(`server/bench/scale/samples.ts does not say what to ask for: ${names[0]}`)
  return sample
}
