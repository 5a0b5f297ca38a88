import type { Check } from './check.ts'
import { mayBeForgotten } from './forgotten.ts'

export const LICENSE_KEY_CHECKS: readonly Check[] = [
  {
    name: 'grant_has_its_key',
    sentence: 'The benefit gives a license key, and there is none.',
    find: (sql) => sql`
      select g.id as grant_id, g.order_id, g.subscription_id from benefit_grants g
      join benefits b on b.id = g.benefit_id and b.type = 'license_keys'
      left join license_keys k on k.grant_id = g.id
      where k.id is null`,
  },
  {
    name: 'key_fits_its_grant',
    sentence: 'The license key is of another customer or benefit than its grant, or the grant shows another key.',
    find: (sql) => sql`
      select k.id as license_key_id, g.id as grant_id, k.customer_id, k.display_key
      from license_keys k join benefit_grants g on g.id = k.grant_id join benefits b on b.id = g.benefit_id
      where (k.organization_id, k.customer_id, k.benefit_id) <> (g.organization_id, g.customer_id, g.benefit_id)
        or b.type <> 'license_keys' or k.display_key <> '****-' || right(k.key, 6)
        or g.properties ->> 'license_key_id' is distinct from k.id::text
        or g.properties ->> 'display_key' is distinct from k.display_key`,
  },
  {
    // A seller can give a key back by hand. Then an event says so, later than the one that says that the grant is gone,
    // unless that was so long ago that it was forgotten.
    name: 'key_goes_with_its_grant',
    sentence: 'The grant was revoked, the license key was not, and nobody gave it back by hand.',
    find: (sql) => sql`
      select k.id as license_key_id, g.id as grant_id, k.status
      from license_keys k join benefit_grants g on g.id = k.grant_id
      left join event_horizons h on h.organization_id = k.organization_id
      where not g.is_granted and k.status <> 'revoked' and not ${mayBeForgotten(sql, sql`g.revoked_at`)} and not exists (
        select from events e
        where e.object_id = k.id and e.type = 'license_key.updated' and e.previous_attributes ->> 'status' = 'revoked'
          and e.id > (select max(r.id) from events r where r.object_id = g.id and r.type = 'benefit_grant.revoked'))`,
  },
  {
    name: 'key_returns_with_its_grant',
    sentence: 'The grant holds, the license key is revoked, and nobody revoked it by hand.',
    find: (sql) => sql`
      select k.id as license_key_id, g.id as grant_id, k.returning_status
      from license_keys k join benefit_grants g on g.id = k.grant_id
      left join event_horizons h on h.organization_id = k.organization_id
      where g.is_granted and k.status = 'revoked' and (k.returning_status is not null or not (
        ${mayBeForgotten(sql, sql`k.created_at`)} or exists (
          select from events e where e.object_id = k.id and e.type = 'license_key.revoked')))`,
  },
  {
    name: 'key_lasts_as_long_as_its_subscription',
    sentence: 'The license key is good for another time than its subscription.',
    find: (sql) => sql`
      select k.id as license_key_id, g.subscription_id, k.entitled_until, s.ends_at
      from license_keys k join benefit_grants g on g.id = k.grant_id
      left join subscriptions s on s.id = g.subscription_id
      where g.is_granted and s.ended_at is null and k.entitled_until is distinct from s.ends_at`,
  },
  {
    // A seller can lower the limit, or take it away, and keeps the activations. Then an event says so.
    name: 'activations_stay_within_the_limit',
    sentence: 'The license key has more activations than it may have, and nobody lowered its limit.',
    find: (sql) => sql`
      select k.id as license_key_id, k.limit_activations, a.many as activations
      from license_keys k
      join (select license_key_id, count(*) as many from license_key_activations group by license_key_id) a
        on a.license_key_id = k.id
      left join event_horizons h on h.organization_id = k.organization_id
      where a.many > coalesce(k.limit_activations, 0) and not ${mayBeForgotten(sql, sql`k.created_at`)} and not exists (
        select from events e
        where e.object_id = k.id and e.type = 'license_key.updated' and e.previous_attributes ? 'limit_activations')`,
  },
  {
    // A usage above its limit is not looked for: a seller may set any, and since counters are no change, nothing tells.
    name: 'key_counters_make_sense',
    sentence: 'The counters of the license key cannot be right.',
    find: (sql) => sql`
      select k.id as license_key_id, k.usage, k.validations, k.last_validated_at from license_keys k
      where k.usage < 0 or k.validations < 0 or (k.validations > 0) <> (k.last_validated_at is not null)`,
  },
]
