import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/kernel/ids.ts'
import { Sequencer } from '../../src/platform/events/sequencer.ts'
import { silentLog } from '../../src/platform/log.ts'
import { begin } from '../../src/platform/postgres/begin.ts'
import { openPool, type Sql } from '../../src/platform/postgres/pool.ts'
import { createDatabase, type TestDatabase } from '../support/till.ts'
import { stopWithCleanBooks } from '../support/verify.ts'

let database: TestDatabase
let sql: Sql
beforeAll(async () => {
  database = await createDatabase(30)
  sql = database.sql
})
afterAll(() => stopWithCleanBooks({ sql, stop: () => database.drop() }))

let organizations: string[]
beforeEach(async () => {
  organizations = await Promise.all([makeOrganization(), makeOrganization()])
})

async function makeOrganization(): Promise<string> {
  const id = newId()
  await sql`
    insert into organizations (id, created_at, name, slug, pledge_minimum_amount, pledge_badge_show_amount,
      profile_settings, feature_settings, subscription_settings, default_currency)
    values (${id}, now(), 'Shop', ${`shop-${id}`}, 0, true, '{}', '{}', '{}', 'usd')`
  return id
}

const write = (tx: Sql, organizationId: string) => tx`
  insert into events (event_id, organization_id, type, object_type, object_id, object_version, data, created_at)
  values (${newId()}, ${organizationId}, 'test.happened', 'test', ${newId()}, 1, '{}', now())`

/** Writes an event in a transaction that stays open for a while, and then commits or not. */
async function slowly(organizationId: string, milliseconds: number, commits: boolean): Promise<void> {
  const work = begin(sql, async (tx) => {
    await write(tx, organizationId)
    await tx`select pg_sleep(${milliseconds / 1000})`
    if (!commits) throw new Error('rolled back on purpose')
  })
  await (commits ? work : work.catch(() => {}))
}

async function numbersOf(organizationId: string): Promise<(number | null)[]> {
  const rows = await sql<{ sequence: number | null }[]>`
    select sequence from events where organization_id = ${organizationId} order by sequence`
  return rows.map((row) => row.sequence)
}

async function untilNumbered(organizationId: string): Promise<void> {
  for (let round = 0; round < 100; round += 1) {
    if (!(await numbersOf(organizationId)).includes(null)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('some events got no number within 5 s')
}

const upTo = (many: number) => Array.from({ length: many }, (_, index) => index + 1)

describe('numbering', () => {
  it('has no gap and nothing twice under concurrent, slow and rolled-back transactions and three sequencers', async () => {
    const pools = upTo(3).map(() => openPool(database.url, { connections: 2 }))
    const sequencers = pools.map((pool) => new Sequencer(pool, silentLog))
    for (const sequencer of sequencers) sequencer.start()
    const poking = setInterval(() => {
      for (const sequencer of sequencers) sequencer.poke()
    }, 5)
    let committed = 0
    await Promise.all(
      upTo(200).map(async (index) => {
        const commits = index % 5 !== 0
        if (commits) committed += 1
        await slowly(organizations[index % 2] ?? '', (index * 37) % 120, commits)
      }),
    )
    await Promise.all(organizations.map(untilNumbered))
    clearInterval(poking)
    await Promise.all(sequencers.map((sequencer) => sequencer.stop()))
    await Promise.all(pools.map((pool) => pool.end()))
    const numbers = await Promise.all(organizations.map(numbersOf))
    for (const given of numbers) expect(given).toEqual(upTo(given.length))
    expect(numbers.flat()).toHaveLength(committed)
  })

  it('never changes a number once it was given, also for an event that began earlier and commits later', async () => {
    const [organization = ''] = organizations
    await begin(sql, async (late) => {
      await write(late, organization)
      await slowly(organization, 0, true)
      await sql`select number_events_1(1000)`
      const before = await sql`select id, sequence from events where organization_id = ${organization} order by id`
      expect(before.map((row) => row.sequence)).toEqual([1])
    })
    await sql`select number_events_1(1000)`
    const after = await sql`select id, sequence from events where organization_id = ${organization} order by sequence`
    expect(after.map((row) => row.sequence)).toEqual([1, 2])
    // The late one has the lower id and the higher number: nothing was skipped by a high-water mark.
    expect(Number(after[1]?.id)).toBeLessThan(Number(after[0]?.id))
  })

  it('takes what a crashed process left behind, by the poll alone', async () => {
    const [organization = ''] = organizations
    await slowly(organization, 0, true)
    const sequencer = new Sequencer(sql, silentLog)
    sequencer.start()
    await untilNumbered(organization)
    await sequencer.stop()
    expect(await numbersOf(organization)).toEqual([1])
  })

  it('works off more events than one pass takes', async () => {
    const [organization = ''] = organizations
    await sql`
      insert into events (event_id, organization_id, type, object_type, object_id, object_version, data, created_at)
      select gen_random_uuid(), ${organization}, 'test.happened', 'test', gen_random_uuid(), 1, '{}', now()
      from generate_series(1, 12000)`
    const sequencer = new Sequencer(sql, silentLog)
    sequencer.poke()
    await untilNumbered(organization)
    await sequencer.stop()
    expect((await numbersOf(organization)).at(-1)).toBe(12_000)
  })
})
