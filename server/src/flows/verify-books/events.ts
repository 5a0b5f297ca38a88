import type { Check } from './check.ts'

export const EVENT_CHECKS: readonly Check[] = [
  {
    name: 'event_numbers_have_no_gap',
    sentence: 'The numbers of the organization’s events do not go from 1 to the last without a gap.',
    find: (sql) => sql`
      select organization_id, coalesce(e.many, 0) as numbered, e.first, e.last, s.last_sequence
      from (
        select organization_id, count(*) as many, min(sequence) as first, max(sequence) as last
        from events where sequence is not null group by organization_id
      ) e full join event_sequences s using (organization_id)
      where (e.many, e.first, e.last) is distinct from (s.last_sequence, 1::bigint, s.last_sequence)`,
  },
  {
    name: 'creation_is_told',
    sentence: 'No event tells that this was made.',
    find: (sql) => sql`
      with things as (
        select 'checkout' as kind, id, organization_id from checkouts
        union all select 'customer', id, organization_id from customers
        union all select 'order', id, organization_id from orders
        union all select 'subscription', id, organization_id from subscriptions
        union all select 'refund', id, organization_id from refunds
        union all select 'benefit_grant', id, organization_id from benefit_grants
        union all select 'license_key', id, organization_id from license_keys
        union all select 'product', id, organization_id from products
        union all select 'benefit', id, organization_id from benefits
      )
      select t.id as object_id, t.kind, t.organization_id from things t
      left join (select * from events where type like '%.created') e on e.object_id = t.id
        and e.type = t.kind || '.created' and e.object_type = t.kind and e.organization_id = t.organization_id
      where e.id is null`,
  },
  {
    // Not of those that also have changes which no answer shows: their last event is looked at instead. An organization
    // is told of from its second version on; that a benefit is deleted is told by the products that lose it.
    name: 'every_version_is_told',
    sentence: 'No event tells of one of the changes of this.',
    find: (sql) => sql`
      with things as (
        select 'customer' as kind, id, version as told from customers
        union all select 'order', id, version from orders
        union all select 'subscription', id, version from subscriptions
        union all select 'benefit_grant', id, version from benefit_grants
        union all select 'product', id, version from products
        union all select 'benefit', id, version - (deleted_at is not null)::int from benefits
        union all select 'organization', id, version - 1 from organizations
      ), told as (
        select object_type as kind, object_id as id, count(*) as versions from (
          select distinct object_type, object_id, object_version from events
          where object_type in ('customer', 'order', 'subscription', 'benefit_grant', 'product', 'benefit', 'organization')
        ) e group by 1, 2
      )
      select id as object_id, kind, t.told as changes, coalesce(e.versions, 0) as told
      from things t full join told e using (kind, id)
      where t.told is distinct from coalesce(e.versions, 0)`,
  },
  {
    // A checkout that is being paid may not be announced yet, and one whose time has passed is not written down at once.
    name: 'last_event_shows_the_status',
    sentence: 'The last event shows another status than this has.',
    find: (sql, now) => sql`
      with things as (
        select 'checkout' as kind, c.id, c.status from checkouts c
        where not (c.status = 'open' and c.expires_at <= ${now}) and c.id not in (
          select w.checkout_id from payment_work w where w.checkout_id is not null and not w.is_announced)
        union all select 'license_key', id, status from license_keys
        union all select 'refund', id, status from refunds
      ), latest as (
        -- The status beside the number of the event: the largest has the last status, and no event has to be read twice.
        select object_id, max(lpad(id::text, 19, '0') || ' ' || coalesce(data ->> 'status', '') collate "C") as told
        from events
        where object_type in ('checkout', 'license_key', 'refund')
          and type not in ('license_key.activated', 'license_key.deactivated')
        group by object_id
      )
      select t.id as object_id, t.kind, t.status, substr(l.told, 21) as told
      from things t join latest l on l.object_id = t.id
      where substr(l.told, 21) <> t.status`,
  },
  {
    name: 'events_go_forward',
    sentence: 'The events of one thing are numbered in another order than they happened in.',
    find: (sql) => sql`
      select e.object_id, e.object_type, e.event_id, e.sequence, e.object_version from (
        select x.object_id, x.object_type, x.event_id, x.sequence, x.object_version,
          lag(x.sequence) over happened as sequence_before, lag(x.object_version) over happened as version_before
        from events x where x.sequence is not null
        window happened as (partition by x.object_id order by x.id)
      ) e
      where e.sequence <= e.sequence_before or e.object_version < e.version_before`,
  },
]
