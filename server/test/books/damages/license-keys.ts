import { change, type Damage, idOf } from './damage.ts'
import { ofType } from './grants.ts'

export const LICENSE_KEY_DAMAGES: readonly Damage[] = [
  {
    check: 'grant_has_its_key',
    what: 'a license key is gone',
    cause: (sql) =>
      idOf(sql`
        delete from license_keys where id = (
          select k.id from license_keys k where k.status = 'granted' and k.id not in (
            select a.license_key_id from license_key_activations a) limit 1)
        returning grant_id as id`),
  },
  {
    check: 'key_fits_its_grant',
    what: 'a grant shows another key',
    cause: (sql) =>
      change(
        sql,
        'benefit_grants',
        sql`properties = properties || '{"display_key": "****-000000"}'`,
        ofType(sql, 'license_keys'),
      ),
  },
  {
    check: 'key_goes_with_its_grant',
    what: 'a key outlived its grant, and nobody wanted that',
    cause: (sql) =>
      change(
        sql,
        'events',
        sql`previous_attributes = previous_attributes - 'status'`,
        sql`type = 'license_key.updated' and previous_attributes ->> 'status' = 'revoked' and object_id in (
          select k.id from license_keys k join benefit_grants g on g.id = k.grant_id
          where k.status = 'granted' and not g.is_granted)
          and id = (select max(id) from events e where e.object_id = events.object_id)`,
        sql`object_id`,
      ),
  },
  {
    check: 'key_returns_with_its_grant',
    what: 'a grant came back without its key',
    cause: (sql) =>
      change(
        sql,
        'license_keys',
        sql`returning_status = 'granted'`,
        sql`status = 'revoked' and grant_id in (select id from benefit_grants where is_granted)`,
      ),
  },
  {
    check: 'key_lasts_as_long_as_its_subscription',
    what: 'a key ends before its subscription does',
    cause: (sql) =>
      change(
        sql,
        'license_keys',
        sql`entitled_until = now()`,
        sql`status = 'granted' and entitled_until is null
      and grant_id in (select id from benefit_grants where is_granted and subscription_id is not null)`,
      ),
  },
  {
    check: 'activations_stay_within_the_limit',
    what: 'a key has one activation too many',
    cause: (sql) =>
      idOf(sql`
        insert into license_key_activations (id, created_at, license_key_id, label, conditions, meta)
        select gen_random_uuid(), now(), k.id, 'One more', '{}', '{}'
        from (select * from license_keys where status = 'granted' and limit_activations is not null and version = 1 limit 1) k
        cross join generate_series(0, k.limit_activations) returning license_key_id as id`),
  },
  {
    check: 'key_counters_make_sense',
    what: 'a key was used less than never',
    cause: (sql) => change(sql, 'license_keys', sql`usage = -1`, sql`true`),
  },
]
