import type { Sql } from '../../../platform/postgres/pool.ts'
import { insertCopies } from './clone.ts'
import { type FirstShop, SLUG } from './first-sales.ts'

/** Whoever has a membership beside the owner looks after this many shops. */
const SHOPS_PER_MEMBER = 5

export async function insertShops(sql: Sql, first: FirstShop): Promise<void> {
  await insertCopies(
    sql,
    'organizations',
    sql`id = ${first.organizationId}`,
    {
      id: sql`s.id`,
      created_at: sql`s.at`,
      name: sql`'Scale Shop ' || s.k`,
      slug: sql`${SLUG}::text || s.k`,
    },
    sql`(select * from shops where k > 1 order by k) s`,
  )
  await insertMembers(sql, first)
  await insertTokens(sql, first)
}

/** Members come after the owner: whoever was there first is the owner of the instance. */
async function insertMembers(sql: Sql, { organizationId }: FirstShop): Promise<void> {
  const original = sql`organization_id = ${organizationId}`
  const of = (name: string) => sql`s.${sql(name)}`
  const ownerId = sql`select user_id from organization_members where ${original}`
  await insertCopies(
    sql,
    'organization_members',
    original,
    { organization_id: of('id'), created_at: of('at') },
    sql`(select * from shops where k > 1) s`,
  )
  await sql`
    create temp table members on commit drop as
    select u, at, pg_temp.id_at(at, u) as id
    from (
      select u, owner.created_at + u * interval '1 millisecond' as at
      from (select distinct 1 + (k - 1) / ${SHOPS_PER_MEMBER}::int as u from shops) numbered
      cross join (select created_at from users where id = (${ownerId})) owner) later`
  await insertCopies(
    sql,
    'users',
    sql`id = (${ownerId})`,
    {
      id: sql`m.id`,
      created_at: sql`m.at`,
      email: sql`'member-' || m.u || '@example.com'`,
      name: sql`'Member ' || m.u`,
    },
    sql`members m`,
  )
  await insertCopies(
    sql,
    'organization_members',
    original,
    { organization_id: of('id'), created_at: of('at'), user_id: of('member_id'), role: sql`'admin'` },
    sql`(
      select shops.id, shops.at, m.id as member_id from shops
      join members m on m.u = 1 + (shops.k - 1) / ${SHOPS_PER_MEMBER}::int) s`,
  )
}

/** One for each shop, as if its seller had put it away: nobody knows the text. */
async function insertTokens(sql: Sql, { organizationId }: FirstShop): Promise<void> {
  await insertCopies(
    sql,
    'access_tokens',
    sql`organization_id = ${organizationId}`,
    {
      id: sql`pg_temp.id_at(s.at, s.k)`,
      created_at: sql`s.at`,
      organization_id: sql`s.id`,
      token_hash: sql`sha256(gen_random_uuid()::text::bytea)`,
      comment: sql`'Token of shop ' || s.k`,
    },
    sql`(select * from shops where k > 1) s`,
  )
}

export async function insertCatalogs(sql: Sql, first: FirstShop): Promise<void> {
  await insertBenefits(sql, first)
  await insertFields(sql, first)
  await insertProducts(sql, first)
  await insertDiscounts(sql, first)
}

async function insertBenefits(sql: Sql, { benefits }: FirstShop): Promise<void> {
  const shared = (name: string) => ({
    id: sql`b.id`,
    created_at: sql`b.at`,
    organization_id: sql`b.organization_id`,
    description: sql`${name}::text || ' ' || b.b`,
  })
  const limited = sql`case when b.b % 3 = 1 then original.properties -> 'activations' else 'null' end`
  await insertCopies(
    sql,
    'benefits',
    sql`id = ${benefits.key}`,
    { ...shared('License key'), properties: sql`original.properties || jsonb_build_object('activations', ${limited})` },
    sql`(select * from keys where is_new) b`,
  )
  await insertCopies(
    sql,
    'benefits',
    sql`id = ${benefits.note}`,
    shared('Note'),
    sql`(select * from notes where is_new) b`,
  )
}

async function insertFields(sql: Sql, { customFieldId }: FirstShop): Promise<void> {
  await insertCopies(
    sql,
    'custom_fields',
    sql`id = ${customFieldId}`,
    {
      id: sql`f.id`,
      created_at: sql`f.at`,
      organization_id: sql`f.organization_id`,
      type: sql`case when f.f % 2 = 1 then 'text' else 'checkbox' end`,
      slug: sql`'field-' || f.f`,
      name: sql`'Field ' || f.f`,
    },
    sql`(select * from fields where is_new) f`,
  )
}

async function insertProducts(sql: Sql, { once }: FirstShop): Promise<void> {
  const goods = sql`(select * from goods where is_new) g`
  const fresh = { created_at: sql`g.at`, modified_at: sql`null`, version: sql`1` }
  await insertCopies(
    sql,
    'products',
    sql`id = ${once.productId}`,
    {
      ...fresh,
      id: sql`g.product_id`,
      organization_id: sql`g.organization_id`,
      name: sql`'Product ' || g.j`,
      is_recurring: sql`g.recurs`,
      is_archived: sql`g.is_archived`,
      recurring_interval: sql`g.interval`,
    },
    goods,
  )
  await insertCopies(
    sql,
    'product_prices',
    sql`id = ${once.priceId}`,
    {
      ...fresh,
      id: sql`g.price_id`,
      product_id: sql`g.product_id`,
      type: sql`case when g.recurs then 'recurring' else 'one_time' end`,
      amount_type: sql`g.amount_type`,
      recurring_interval: sql`g.interval`,
      price_amount: sql`case when g.amount_type = 'fixed' then g.amount end`,
      price_currency: sql`case when g.amount_type <> 'free' then 'usd' end`,
      minimum_amount: sql`case when g.amount_type = 'custom' then 100 end`,
      preset_amount: sql`case when g.amount_type = 'custom' then g.amount end`,
    },
    goods,
  )
  await sql`
    insert into product_benefits (product_id, benefit_id, position)
    select product_id, key_id, 1 from goods where is_new
    union all select product_id, note_id, 2 from goods where is_new and note_id is not null
    union all select product_id, files_id, 3 from goods where is_new and files_id is not null`
  await insertCopies(
    sql,
    'product_custom_fields',
    sql`product_id = ${once.productId}`,
    { product_id: sql`g.product_id`, custom_field_id: sql`f.id` },
    sql`(select * from goods where is_new and j % 3 = 0) g join fields f on f.k = g.k and f.f = 1`,
  )
}

/** With the redemptions that the sales will have left. */
async function insertDiscounts(sql: Sql, { discountId }: FirstShop): Promise<void> {
  await sql`
    create temp table redemptions on commit drop as
    select discount_id, count(*) as many from sales where discount_id is not null group by discount_id`
  await insertCopies(
    sql,
    'discounts',
    sql`id = ${discountId}`,
    {
      id: sql`o.id`,
      created_at: sql`o.at`,
      modified_at: sql`null`,
      version: sql`1`,
      organization_id: sql`o.organization_id`,
      name: sql`'Discount ' || o.d`,
      code: sql`'SCALE' || o.d`,
      type: sql`case when o.is_fixed then 'fixed' else 'percentage' end`,
      amount: sql`case when o.is_fixed then 300 end`,
      currency: sql`case when o.is_fixed then 'usd' end`,
      basis_points: sql`o.basis_points`,
      max_redemptions: sql`case when o.is_capped then coalesce(r.many, 0) + 1000 end`,
      redemptions_count: sql`coalesce(r.many, 0)`,
    },
    sql`(select * from offers where is_new) o left join redemptions r on r.discount_id = o.id`,
  )
  await sql`
    update discounts d set redemptions_count = d.redemptions_count + r.many
    from redemptions r where d.id = ${discountId} and r.discount_id = d.id`
}
