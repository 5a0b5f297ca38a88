import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/support/till.ts'
import { openPool } from '../postgres/pool.ts'
import { forgetExpired } from './forget.ts'

const NOW = new Date('2026-01-31T09:30:00Z')
const MANY = 12_000

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  const { sql } = database
  await sql`truncate idempotency_records`
  await sql`
    insert into idempotency_records (scope, key, request_hash, created_at, expires_at)
    select 'tests', 'old-' || n, '', ${NOW}, ${NOW}::timestamptz - make_interval(secs => n)
    from generate_series(0, ${MANY - 1}) n`
  await sql`
    insert into idempotency_records (scope, key, request_hash, created_at, expires_at)
    values ('tests', 'fresh', '', ${NOW}, ${NOW}::timestamptz + interval '1 second')`
})

const left = async () => {
  const rows = await database.sql<{ key: string }[]>`select key from idempotency_records order by key limit 5`
  return rows.map(({ key }) => key)
}

describe('forgetting', () => {
  it('takes everything whose time has passed, and nothing else', async () => {
    await forgetExpired(database.sql, NOW)
    expect(await left()).toEqual(['fresh'])
  })

  it('takes what processors told a month ago, unless nobody has dealt with it yet', async () => {
    const { sql } = database
    const tell = (id: string, age: string, dueAt: Date | null) => sql`
      insert into processor_notifications (processor, event_id, received_at, content, due_at)
      values ('stripe', ${id}, ${NOW}::timestamptz - ${age}::text::interval, '{"kind": "other"}', ${dueAt})`
    await tell('old', '30 days', null)
    await tell('old and unread', '30 days', NOW)
    await tell('fresh', '29 days 23 hours', null)
    await forgetExpired(sql, NOW)
    const kept = await sql<{ id: string }[]>`select event_id as id from processor_notifications order by event_id`
    expect(kept.map(({ id }) => id)).toEqual(['fresh', 'old and unread'])
  })

  it('takes what kept mails said three months ago, and leaves that there were mails', async () => {
    const { sql } = database
    const [shop] = await sql<{ id: string }[]>`
      insert into organizations (id, created_at, name, slug, pledge_minimum_amount, pledge_badge_show_amount,
        profile_settings, feature_settings, subscription_settings, default_currency)
      values (gen_random_uuid(), now(), 'Shop', 'shop', 0, true, '{}', '{}', '{}', 'usd') returning id`
    const keep = (subject: string, age: string) => sql`
      insert into mails (id, created_at, organization_id, kind, to_address, status, subject, body, sent_at)
      values (gen_random_uuid(), ${NOW}, ${shop?.id ?? ''}, 'invitation', 'ada@example.com', 'kept', ${subject}, 'sealed',
        ${NOW}::timestamptz - ${age}::text::interval)`
    await keep('old', '90 days')
    await keep('fresh', '89 days 23 hours')
    await forgetExpired(sql, NOW)
    expect(await sql`select subject, body is null as is_empty from mails order by subject`).toEqual([
      { subject: 'fresh', isEmpty: false },
      { subject: 'old', isEmpty: true },
    ])
  })

  it('passes over what somebody else holds, and comes back for it', async () => {
    await database.sql.begin(async (holder) => {
      await holder`select from idempotency_records where key = 'old-7' for update`
      await forgetExpired(database.sql, NOW)
      expect(await left()).toEqual(['fresh', 'old-7'])
    })
    await forgetExpired(database.sql, NOW)
    expect(await left()).toEqual(['fresh'])
  })

  it('keeps what was done when it is interrupted, so that the next round has less to do', async () => {
    const { sql } = database
    // The last to be forgotten takes longer than a statement may.
    await sql.unsafe(`
      create function be_slow() returns trigger language plpgsql as $$ begin
        if exists (select from gone where key = 'old-0') then perform pg_sleep(3); end if;
        return null;
      end $$;
      create trigger slow_end after delete on idempotency_records referencing old table as gone
        for each statement execute function be_slow();`)
    const impatient = openPool(`${database.url}?statement_timeout=1000`, { connections: 1 })
    await expect(forgetExpired(impatient, NOW)).rejects.toThrow('statement timeout')
    await impatient.end()
    await sql`drop trigger slow_end on idempotency_records`
    const [row] = await sql<{ many: number }[]>`select count(*)::int as many from idempotency_records`
    expect(row?.many).toBeLessThan(MANY / 2)
  })
})
