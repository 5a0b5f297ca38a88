import type { Check } from './check.ts'
import { mayBeForgotten } from './forgotten.ts'

export const EVENT_CHECKS: readonly Check[] = [
  {
    name: 'event_numbers_have_no_gap',
    sentence:
      'The numbers of the organization’s events do not go from the first that was not forgotten to the last without a gap.',
    find: (sql) => sql`
      select organization_id, coalesce(e.many, 0) as numbered, e.first, e.last, s.last_sequence, h.forgotten_sequence
      from (
        select organization_id, count(*) as many, min(sequence) as first, max(sequence) as last
        from events where sequence is not null group by organization_id
      ) e full join event_sequences s using (organization_id) full join event_horizons h using (organization_id)
      where s.last_sequence is null or coalesce(h.forgotten_sequence, 0) + coalesce(e.many, 0) <> s.last_sequence
        or e.first <> coalesce(h.forgotten_sequence, 0) + 1 or e.last <> s.last_sequence`,
  },
  {
    name: 'creation_is_told',
    sentence: 'No event tells that this was made.',
    find: (sql) => sql`
      with things as (
        select 'checkout' as kind, id, organization_id, created_at from checkouts
        union all select 'customer', id, organization_id, created_at from customers
        union all select 'order', id, organization_id, created_at from orders
        union all select 'subscription', id, organization_id, created_at from subscriptions
        union all select 'refund', id, organization_id, created_at from refunds
        union all select 'benefit_grant', id, organization_id, created_at from benefit_grants
        union all select 'license_key', id, organization_id, created_at from license_keys
        union all select 'product', id, organization_id, created_at from products
        union all select 'benefit', id, organization_id, created_at from benefits
        union all select 'checkout_link', id, organization_id, created_at from checkout_links
      )
      select t.id as object_id, t.kind, t.organization_id from things t
      left join (select * from events where type like '%.created') e on e.object_id = t.id
        and e.type = t.kind || '.created' and e.object_type = t.kind and e.organization_id = t.organization_id
      left join event_horizons h on h.organization_id = t.organization_id
      where e.id is null and not ${mayBeForgotten(sql, sql`t.created_at`)}`,
  },
  {
    // Not of those that also have changes which no answer shows: their last event is looked at instead. In older
    // databases nothing told of new organizations and of deleted benefits, so that is not looked for. Of what is older than the
    // events that were forgotten, the first versions may be forgotten too: those that are told go on to the last.
    name: 'every_version_is_told',
    sentence: 'No event tells of one of the changes of this.',
    find: (sql) => sql`
      with things as (
        select 'customer' as kind, id, organization_id, created_at, modified_at, 1 as first, version as last from customers
        union all select 'order', id, organization_id, created_at, modified_at, 1, version from orders
        union all select 'subscription', id, organization_id, created_at, modified_at, 1, version from subscriptions
        union all select 'benefit_grant', id, organization_id, created_at, modified_at, 1, version from benefit_grants
        union all select 'product', id, organization_id, created_at, modified_at, 1, version from products
        union all select 'benefit', id, organization_id, created_at, modified_at, 1,
          version - (deleted_at is not null)::int from benefits
        union all select 'organization', id, id, created_at, modified_at, 2, version from organizations
      ), told as (
        select object_type as kind, object_id as id, count(*) as versions, min(object_version) as first from (
          select distinct object_type, object_id, object_version from events
          where object_type in ('customer', 'order', 'subscription', 'benefit_grant', 'product', 'benefit', 'organization')
            and type not in ('organization.created', 'benefit.deleted')
        ) e group by 1, 2
      )
      select id as object_id, kind, t.last as version, coalesce(e.versions, 0) as told
      from things t full join told e using (kind, id) left join event_horizons h using (organization_id)
      where t.last is null or coalesce(e.versions, 0) <> t.last + 1 - case
        when not ${mayBeForgotten(sql, sql`t.created_at`)} then t.first
        when e.first is null and not ${mayBeForgotten(sql, sql`coalesce(t.modified_at, t.created_at)`)} then t.last
        else coalesce(e.first, t.last + 1) end`,
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
          lag(x.sequence) over happened as sequence_before,
          -- A member who comes back begins anew.
          case when x.type <> 'member.created' then lag(x.object_version) over happened end as version_before
        from events x where x.sequence is not null
        window happened as (partition by x.organization_id, x.object_id order by x.id)
      ) e
      where e.sequence <= e.sequence_before or e.object_version < e.version_before`,
  },
]
