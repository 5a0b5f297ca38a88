import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reportOf, timesOf } from '../../src/cli/verify/report.ts'
import type { Check } from '../../src/flows/verify-books/check.ts'
import { freePort, makeFolder, spawnTill } from '../support/process.ts'
import { openShop } from '../support/shop.ts'
import { createDatabase, startTillOn, type TestDatabase, type TestTill } from '../support/till.ts'
import { settled } from '../support/two-shops.ts'

describe('the report', () => {
  const check = { name: 'order_is_paid', sentence: 'The order is not paid.' } as Check
  const looked = [
    { table: 'orders', many: 1_000_000 },
    { table: 'license_keys', many: 7 },
  ]
  const took = [
    { check, milliseconds: 200 },
    { check: { ...check, name: 'slow' }, milliseconds: 1100 },
  ]

  it('says what was looked at when nothing is wrong', () => {
    expect(reportOf({ violations: [], looked, took }, 'data')).toEqual([
      'The books of data are in order: 2 checks in 1.3 s.',
      '1,000,000 orders, 7 license keys',
    ])
  })

  it('shows everything that is wrong with its ids, and how much more there is', () => {
    const rows = [{ order_id: 'one', total: 1900, payment_id: null }, { order_id: 'two' }]
    expect(reportOf({ violations: [{ check, many: 1502, rows }], looked, took }, 'data')).toEqual([
      'order_is_paid: The order is not paid.',
      '  order_id=one total=1900 payment_id=null',
      '  order_id=two',
      '  and 1,500 more',
    ])
  })

  it('tells what took how long, the slowest first', () => {
    expect(timesOf({ violations: [], looked, took })).toEqual(['    1.10 s  slow', '    0.20 s  order_is_paid'])
  })
})

/** As `npm run verify` does it. */
async function verify(env: Readonly<Record<string, string>>, ...args: string[]) {
  const process = spawnTill({ port: 0, env, command: ['node', 'scripts/till.mjs', 'verify', ...args] })
  const code = await process.ended(60_000)
  return { code, output: process.output() }
}

describe('npm run verify', { timeout: 120_000 }, () => {
  let database: TestDatabase
  let till: TestTill
  let folder: Awaited<ReturnType<typeof makeFolder>>
  beforeAll(async () => {
    database = await createDatabase()
    till = await startTillOn(database)
    folder = await makeFolder()
    await openShop(till)
  })
  afterAll(async () => {
    await till.stop()
    await folder.remove()
  })

  it('ends with 0 when the books are in order, while the server runs', async () => {
    const { code, output } = await verify({ DATABASE_URL: database.url }, '--times')
    expect({ code, output }).toMatchObject({ code: 0 })
    expect(output).toMatch(/The books of .* are in order: \d+ checks in [\d.]+ s\.\n1 organizations, .* 3 orders, /)
    expect(output).toMatch(/ s {2}order_is_paid\n/)
  })

  it('ends with 1 when they are not, shows twenty of each kind, and changes nothing', async () => {
    const { sql } = till
    // So that nothing is left to be added meanwhile.
    await settled(till)
    const before = await sql`select sum(total) as total from list_totals`
    await sql`
      insert into list_totals (organization_id, list, facet, total)
      select id, 'orders', 'product_id=' || n, 1 from organizations cross join generate_series(1, 25) n`
    const { code, output } = await verify({ DATABASE_URL: database.url })
    expect(code).toBe(1)
    expect(output.match(/^ {2}organization_id=.* list=orders facet=product_id=\d+ total=1 rows=0$/gm)).toHaveLength(20)
    expect(output).toMatch(/\n {2}and 5 more\nThe books of .* are not in order: 25 violations\.\n$/)
    expect(await sql`select sum(total) - 25 as total from list_totals`).toEqual(before)
    await sql`delete from list_totals where facet ~ '^product_id=\\d+$'`
  })

  it('refuses what has no books, without making any', async () => {
    const nothing = join(folder.path, 'nothing')
    const missing = await verify({ TILL_DATA_DIR: nothing })
    expect(missing.code).toBe(1)
    expect(missing.output).toContain('There are no books in')
    expect(existsSync(nothing)).toBe(false)

    await till.sql`delete from schema_migrations where name like '0009%'`
    const old = await verify({ DATABASE_URL: database.url })
    expect(old.code).toBe(1)
    expect(old.output).toContain('is not of this version of Till')
  })

  it('reads the built-in database, with the server and without it', async () => {
    const env = { TILL_DATA_DIR: join(folder.path, 'data') }
    const server = spawnTill({ port: await freePort(), env })
    await server.ready()
    expect(await verify(env)).toMatchObject({ code: 0 })
    expect(await fetch(`${server.url}/readyz`)).toMatchObject({ status: 200 })
    server.kill('SIGTERM')
    await server.ended()
    expect(await verify(env)).toMatchObject({ code: 0 })
  })
})
