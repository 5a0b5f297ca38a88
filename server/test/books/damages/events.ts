import { change, type Damage, idOf } from './damage.ts'

export const EVENT_DAMAGES: readonly Damage[] = [
  {
    check: 'event_numbers_have_no_gap',
    what: 'an event is gone',
    cause: (sql) =>
      idOf(sql`
        delete from events where id = (select id from events where type = 'order.paid' limit 1)
        returning organization_id as id`),
  },
  {
    check: 'event_numbers_have_no_gap',
    what: 'numbers go on after a gap',
    cause: (sql) =>
      change(sql, 'event_sequences', sql`last_sequence = last_sequence + 1`, sql`true`, sql`organization_id`),
  },
  {
    check: 'event_numbers_have_no_gap',
    what: 'the oldest event is gone, and nobody says that it was forgotten',
    cause: (sql) =>
      idOf(sql`
        delete from events where id = (select id from events where type = 'organization.created' and sequence = 1 limit 1)
        returning organization_id as id`),
  },
  {
    check: 'event_numbers_have_no_gap',
    what: 'an event is still there that was forgotten',
    cause: (sql) =>
      idOf(sql`
        insert into event_horizons (organization_id, forgotten_sequence)
        select organization_id, 2 from event_sequences where last_sequence > 2 limit 1 returning organization_id as id`),
  },
  {
    check: 'event_numbers_have_no_gap',
    what: 'numbers were given, and nobody knows the last of them',
    cause: (sql) =>
      idOf(sql`
        delete from event_sequences where organization_id = (
          select organization_id from event_sequences where last_sequence > 2 limit 1)
        returning organization_id as id`),
  },
  {
    check: 'creation_is_told',
    what: 'nobody was told of a checkout',
    cause: (sql) =>
      change(sql, 'events', sql`type = 'checkout.updated'`, sql`type = 'checkout.created'`, sql`object_id`),
  },
  {
    check: 'every_version_is_told',
    what: 'nobody was told of a change',
    cause: (sql) =>
      change(
        sql,
        'events',
        sql`object_version = 1`,
        sql`type = 'benefit_grant.revoked' and object_version = 2`,
        sql`object_id`,
      ),
  },
  {
    check: 'every_version_is_told',
    what: 'something changed without an event',
    cause: (sql) => change(sql, 'customers', sql`version = version + 1, name = 'Somebody'`, sql`deleted_at is null`),
  },
  {
    check: 'last_event_shows_the_status',
    what: 'a key was switched off, and nobody was told',
    cause: (sql) =>
      change(
        sql,
        'license_keys',
        sql`status = 'disabled'`,
        sql`status = 'granted' and grant_id in (
      select id from benefit_grants where is_granted)`,
      ),
  },
  {
    check: 'events_go_forward',
    what: 'the second event of something has the number of the first',
    cause: async (sql) => {
      const [pair] = await sql<{ objectId: string; ids: [number, number]; numbers: [number, number] }[]>`
        select object_id, array_agg(id::int order by id) as ids, array_agg(sequence::int order by id) as numbers
        from events where object_type = 'checkout' group by object_id having count(*) = 2 limit 1`
      if (!pair) throw new Error('no checkout has two events')
      const [first, second] = pair.ids
      await sql`update events set sequence = null where id = ${second}`
      await sql`update events set sequence = ${pair.numbers[1]} where id = ${first}`
      await sql`update events set sequence = ${pair.numbers[0]} where id = ${second}`
      return pair.objectId
    },
  },
]
