import { beforeEach, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/support/till.ts'
import { secretWireTo, type Wire, wireTo } from '../../../test/support/wire.ts'
import { begin } from './begin.ts'
import { isDatabaseAway, openPool, type Sql } from './pool.ts'
import { Unanswered } from './unanswered.ts'

const LIMIT = 400
/** With so much left that the machine may be busy with something else for a while. */
const LONG_LIMIT = 1500

describe.each([
  ['in the open', wireTo, 'disable'],
  ['in secret', secretWireTo, 'require'],
] as const)('a database that is talked to %s', (_, dialer, sslmode) => {
  let database: TestDatabase
  let wire: Wire
  let unanswered: Unanswered
  let url: URL
  let sql: Sql
  beforeEach(async () => {
    database = await createDatabase(1)
    wire = await dialer(new URL(database.url))
    unanswered = new Unanswered()
    url = new URL(database.url)
    url.port = String(wire.port)
    url.searchParams.set('sslmode', sslmode)
    sql = openPool(url.href, { connections: 2, unanswered })
    return async () => {
      unanswered.stop()
      await sql.end({ timeout: 1 })
      await wire.stop()
      await database.drop()
    }
  })

  it('a database that says nothing any more is away, and the next connection is a new one', async () => {
    unanswered.start(LIMIT)
    await sql`select 1`
    wire.freeze()
    const since = performance.now()
    await expect(sql`select 1`).rejects.toMatchObject({ code: 'ETIMEDOUT' })
    expect(performance.now() - since).toBeGreaterThanOrEqual(LIMIT)
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
  })

  it('who asks again at once, over the connection that is just being ended, is told', async () => {
    const single = openPool(url.href, { connections: 1, unanswered })
    unanswered.start(LIMIT)
    await single`select 1`
    wire.freeze()
    await expect(single`select 1`).rejects.toMatchObject({ code: 'ETIMEDOUT' })
    const again = await single`select 1`.catch((error) => error)
    expect(again instanceof Error ? isDatabaseAway(again) : again).toSatisfy(
      (answer) => answer === true || answer.length === 1,
    )
    expect(await single`select 1 as one`).toEqual([{ one: 1 }])
    await single.end({ timeout: 1 })
  })

  it('in the middle of a transaction too', async () => {
    unanswered.start(LIMIT)
    const work = begin(sql, async (tx) => {
      await tx`select 1`
      wire.freeze()
      await tx`select 2`
    })
    await expect(work).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
  })

  it('what takes its time, and less than that, is waited for', async () => {
    unanswered.start(LONG_LIMIT)
    await sql`select 1`
    for (let round = 0; round < 4; round += 1) await sql`select pg_sleep(${(LONG_LIMIT * 0.6) / 1000}::float)`
  })

  it('before it is told to look, everything is waited for', async () => {
    await sql`select pg_sleep(${(2 * LIMIT) / 1000}::float)`
    unanswered.start(LIMIT)
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
  })

  it('who was idle for long and is asked again is not ended at once', async () => {
    unanswered.start(LONG_LIMIT)
    await sql`select 1`
    await new Promise((resolve) => setTimeout(resolve, 2 * LONG_LIMIT))
    await sql`select pg_sleep(${(LONG_LIMIT * 0.6) / 1000}::float)`
  })
})
