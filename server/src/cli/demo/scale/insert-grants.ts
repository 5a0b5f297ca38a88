import type { Sql } from '../../../platform/postgres/pool.ts'
import { insertCopies } from './clone.ts'
import type { FirstShop } from './first-sales.ts'

/** What came with each sale: a license key always, a note or files with some. A subscription holds what it gives by itself. */
export async function insertGrants(sql: Sql, { benefits, once }: FirstShop): Promise<void> {
  const given = (benefitId: string) => sql`
    benefit_id = ${benefitId} and order_id = (select o.id from orders o where o.checkout_id = ${once.checkoutId})`
  const shared = {
    created_at: sql`s.at`,
    modified_at: sql`s.left_at`,
    version: sql`case when s.left_at is null then 1 else 2 end`,
    is_granted: sql`s.left_at is null`,
    granted_at: sql`s.at`,
    revoked_at: sql`s.left_at`,
    organization_id: sql`s.organization_id`,
    customer_id: sql`s.customer_id`,
    order_id: sql`case when not s.recurs then s.id end`,
    subscription_id: sql`s.subscription_id`,
  }
  await insertCopies(
    sql,
    'benefit_grants',
    given(benefits.key),
    {
      ...shared,
      id: sql`s.grant_id`,
      benefit_id: sql`s.benefit_id`,
      properties: sql`jsonb_build_object('license_key_id', s.license_key_id, 'display_key', '****-' || right(s.key, 6))`,
    },
    sql`(select * from sales order by n) s`,
  )
  await insertCopies(
    sql,
    'benefit_grants',
    given(benefits.note),
    { ...shared, id: sql`pg_temp.id_at(s.at, s.n)`, benefit_id: sql`s.note_id` },
    sql`(select * from sales where note_id is not null order by n) s`,
  )
  await insertCopies(
    sql,
    'benefit_grants',
    given(benefits.files),
    { ...shared, id: sql`pg_temp.id_at(s.at, s.n)`, benefit_id: sql`s.files_id` },
    sql`(select * from sales where files_id is not null order by n) s`,
  )
}

/** Some are in use, some were never asked about. One in fifty was switched off, and who left has lost theirs. */
export async function insertLicenseKeys(sql: Sql, { benefits, once }: FirstShop): Promise<void> {
  const original = sql`grant_id = (
    select g.id from benefit_grants g join orders o on o.id = g.order_id
    where o.checkout_id = ${once.checkoutId} and g.benefit_id = ${benefits.key})`
  await insertCopies(
    sql,
    'license_keys',
    original,
    {
      id: sql`s.license_key_id`,
      created_at: sql`s.at`,
      modified_at: sql`coalesce(s.left_at, case when s.n % 50 = 0 then s.at + interval '1 hour' end)`,
      version: sql`case when s.left_at is not null or s.n % 50 = 0 then 2 else 1 end`,
      organization_id: sql`s.organization_id`,
      customer_id: sql`s.customer_id`,
      benefit_id: sql`s.benefit_id`,
      grant_id: sql`s.grant_id`,
      key: sql`s.key`,
      display_key: sql`'****-' || right(s.key, 6)`,
      status: sql`case when s.left_at is not null then 'revoked' when s.n % 50 = 0 then 'disabled' else 'granted' end`,
      returning_status: sql`case when s.left_at is not null then case when s.n % 50 = 0 then 'disabled' else 'granted' end end`,
      entitled_until: sql`s.left_at`,
      limit_activations: sql`s.activations`,
      validations: sql`s.n % 20`,
      last_validated_at: sql`case when s.n % 20 > 0 then s.at + interval '10 minutes' end`,
    },
    sql`(select * from sales order by n) s`,
  )
  await insertCopies(
    sql,
    'license_key_activations',
    sql`license_key_id = (select id from license_keys where ${original})`,
    {
      id: sql`pg_temp.id_at(s.at + interval '10 minutes', s.n)`,
      created_at: sql`s.at + interval '10 minutes'`,
      license_key_id: sql`s.license_key_id`,
      label: sql`'Machine ' || s.machine`,
    },
    sql`(
      select * from sales cross join lateral generate_series(1, (n % 3)::int) machine
      where activations is not null and n % 50 > 0 order by n) s`,
  )
}
