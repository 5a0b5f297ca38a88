import type { Fragment, Sql } from '../../../platform/postgres/pool.ts'

/**
 * The events of the first sales come first. From here to the commit nobody else hands out numbers; whoever does waits
 * for us before it looks at the table, so this has to come before the table is locked.
 */
export async function numberEarlier(sql: Sql): Promise<void> {
  const MANY = 100_000
  for (let numbered = MANY; numbered === MANY; ) {
    const [row] = await sql<{ numbered: number }[]>`
      select numbered from number_events_2(${MANY}, now())`
    numbered = row?.numbered ?? 0
  }
}

/**
 * What sellers and buyers would have caused to be told, numbered like everything else. An event shows only which thing
 * it is about and its status: with the whole of each thing, events would take several times the room of all the rest.
 */
export async function insertEvents(sql: Sql): Promise<void> {
  await sql`
    insert into events (event_id, organization_id, sequence, type, object_type, object_id, object_version, data,
      previous_attributes, created_at)
    select pg_temp.id_at(t.at, t.place), t.organization_id, coalesce(s.last_sequence, 0) + t.place, t.type,
      split_part(t.type, '.', 1), t.id, t.version,
      jsonb_strip_nulls(jsonb_build_object('id', t.id, 'status', t.status)),
      case when t.version > 1 then '{}'::jsonb end, t.at
    from (
      select *, row_number() over (partition by organization_id order by at, rank) as place
      from (${everythingTold(sql)}) told
    ) t
    left join event_sequences s on s.organization_id = t.organization_id
    order by t.organization_id, t.place`
  await sql`
    insert into event_sequences as s (organization_id, last_sequence)
    select organization_id, max(sequence) from events where sequence is not null group by organization_id
    on conflict (organization_id) do update set last_sequence = excluded.last_sequence`
}

interface Told {
  readonly type: string
  readonly from: Fragment
  readonly id: Fragment
  readonly at: Fragment
  readonly version?: number
  readonly status?: Fragment
}

function everythingTold(sql: Sql): Fragment {
  const parts = [...toldOfCatalog(sql), ...toldOfCheckouts(sql), ...toldOfSales(sql), ...toldOfEnds(sql)]
  return parts
    .map(
      ({ type, from, id, at, version = 1, status = sql`null` }, rank) => sql`
        select ${rank}::int as rank, organization_id, ${type}::text as type, ${id} as id, ${at} as at,
          ${version}::int as version, ${status}::text as status
        from ${from}`,
    )
    .reduce((all, one) => sql`${all} union all ${one}`)
}

/** Things that are made at the same moment are told of in the order of these lists. */
function toldOfCatalog(sql: Sql): Told[] {
  const [id, at] = [sql`id`, sql`at`]
  return [
    { type: 'benefit.created', from: sql`keys where is_new`, id, at },
    { type: 'benefit.created', from: sql`notes where is_new`, id, at },
    { type: 'product.created', from: sql`goods where is_new`, id: sql`product_id`, at },
    { type: 'customer.created', from: sql`people`, id, at },
  ]
}

function toldOfCheckouts(sql: Sql): Told[] {
  const [left, opened] = [sql`id`, sql`at - interval '5 minutes'`]
  const [open, bought] = [sql`'open'`, sql`checkout_id`]
  return [
    { type: 'checkout.created', from: sql`sales`, id: bought, at: opened, status: open },
    { type: 'checkout.created', from: sql`leftovers`, id: left, at: sql`at`, status: open },
    {
      type: 'checkout.expired',
      from: sql`leftovers where not is_open`,
      id: left,
      at: sql`at + interval '24 hours'`,
      version: 2,
      status: sql`'expired'`,
    },
    { type: 'checkout.updated', from: sql`sales`, id: bought, at: sql`at`, version: 2, status: sql`'succeeded'` },
  ]
}

function toldOfSales(sql: Sql): Told[] {
  const at = sql`at`
  const [subscribed, active, paid] = [sql`sales where recurs`, sql`'active'`, sql`'paid'`]
  return [
    { type: 'subscription.created', from: subscribed, id: sql`subscription_id`, at, status: active },
    { type: 'subscription.active', from: subscribed, id: sql`subscription_id`, at, status: active },
    { type: 'order.created', from: sql`sales`, id: sql`id`, at, status: paid },
    { type: 'order.paid', from: sql`sales`, id: sql`id`, at, status: paid },
    { type: 'benefit_grant.created', from: grants(sql), id: sql`id`, at: sql`granted_at` },
    { type: 'license_key.created', from: sql`sales`, id: sql`license_key_id`, at, status: sql`'granted'` },
  ]
}

/** Who left, and keys that were switched off an hour after the sale. */
function toldOfEnds(sql: Sql): Told[] {
  const left = { from: sql`sales where left_at is not null`, at: sql`left_at`, version: 2 }
  const ended = { ...left, id: sql`subscription_id`, status: sql`'canceled'` }
  const lost = { ...left, id: sql`license_key_id`, status: sql`'revoked'` }
  return [
    { ...ended, type: 'subscription.updated' },
    { ...ended, type: 'subscription.canceled' },
    { ...ended, type: 'subscription.revoked' },
    {
      type: 'benefit_grant.revoked',
      from: sql`(select * from ${grants(sql)} where revoked_at is not null) g`,
      id: sql`id`,
      at: sql`revoked_at`,
      version: 2,
    },
    { ...lost, type: 'license_key.updated' },
    { ...lost, type: 'license_key.revoked' },
    {
      type: 'license_key.updated',
      from: sql`sales where left_at is null and n % 50 = 0`,
      id: sql`license_key_id`,
      at: sql`at + interval '1 hour'`,
      version: 2,
      status: sql`'disabled'`,
    },
  ]
}

/** Those of the first sales are told of already. */
const grants = (sql: Sql) => sql`(
  select g.id, g.organization_id, g.granted_at, g.revoked_at from benefit_grants g
  join sales s on coalesce(s.subscription_id, s.id) = coalesce(g.subscription_id, g.order_id)) given`
