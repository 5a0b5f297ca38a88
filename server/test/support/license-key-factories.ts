import { newId } from '../../src/kernel/ids.ts'
import type { LicenseKeysProperties } from '../../src/modules/benefits/index.ts'
import type { LicenseKey } from '../../src/modules/license-keys/model.ts'
import { issueLicenseKey } from '../../src/modules/license-keys/operations/issue-license-key.ts'
import { columns } from '../../src/platform/postgres/rows.ts'
import { makeLicenseKeysBenefit } from './benefit-factories.ts'
import type { Reply } from './client.ts'
import { makeCustomer } from './customer-factories.ts'
import type { TestTill } from './till.ts'

const now = () => new Date()
const NOTHING_SPECIAL: LicenseKeysProperties = { prefix: null, expires: null, activations: null, limit_usage: null }

/** A granted key with the purchase that it came from, put straight into the database. */
export async function makeLicenseKey(
  till: TestTill,
  organizationId: string,
  overrides: Partial<LicenseKey> = {},
): Promise<LicenseKey> {
  const customer = await makeCustomer(till, organizationId)
  const benefit = await makeLicenseKeysBenefit(till, organizationId)
  const grantId = await insertGrant(till, organizationId, customer.id, benefit.id)
  const issued = issueLicenseKey({
    customer: { id: customer.id, organizationId },
    benefitId: benefit.id,
    properties: NOTHING_SPECIAL,
    grantId,
    now: now(),
    paymentsMode: 'sandbox',
    entitledUntil: null,
  })
  const licenseKey = { ...issued, ...overrides }
  await till.sql`insert into license_keys ${columns(till.sql, licenseKey)}`
  return licenseKey
}

/** What of the books cannot be right then: nothing of it was bought, and nobody was told. */
export const KEYS_ARE_UNTOLD = [
  'order_is_paid',
  'order_has_its_checkout',
  'grant_is_due',
  'key_fits_its_grant',
  'key_returns_with_its_grant',
  'creation_is_told',
  'every_version_is_told',
]

/** What its holder says in every call. */
export const held = (licenseKey: LicenseKey) => ({
  key: licenseKey.key,
  organization_id: licenseKey.organizationId,
})

export const LICENSE_CALLS = '/v1/customer-portal/license-keys'

export async function activate(till: TestTill, licenseKey: LicenseKey, fields: object = {}): Promise<Reply['body']> {
  return till.anonymous.must(
    till.anonymous.post(`${LICENSE_CALLS}/activate`, { ...held(licenseKey), label: 'A machine', ...fields }),
  )
}

async function insertGrant(
  till: TestTill,
  organizationId: string,
  customerId: string,
  benefitId: string,
): Promise<string> {
  const { sql } = till
  const [product, price, order, grant] = [newId(), newId(), newId(), newId()]
  await sql`
    insert into products (id, created_at, organization_id, name, is_recurring, is_archived, metadata)
    values (${product}, ${now()}, ${organizationId}, 'Synthesizer', false, false, '{}')`
  await sql`
    insert into product_prices (id, created_at, product_id, type, amount_type, price_amount, price_currency, is_archived)
    values (${price}, ${now()}, ${product}, 'one_time', 'fixed', 1900, 'usd', false)`
  await sql`
    insert into orders (id, created_at, organization_id, customer_id, product_id, product_price_id, price_type, status,
      billing_reason, amount, tax_amount, refunded_amount, refunded_tax_amount, currency, metadata, custom_field_data,
      payments_mode)
    values (${order}, ${now()}, ${organizationId}, ${customerId}, ${product}, ${price}, 'one_time', 'paid',
      'purchase', 1900, 0, 0, 0, 'usd', '{}', '{}', 'sandbox')`
  await sql`
    insert into benefit_grants (id, created_at, organization_id, customer_id, benefit_id, order_id, is_granted,
      granted_at, properties)
    values (${grant}, ${now()}, ${organizationId}, ${customerId}, ${benefitId}, ${order}, true, ${now()}, '{}')`
  return grant
}
