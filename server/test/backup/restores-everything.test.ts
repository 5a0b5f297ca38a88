import { copyFile, cp, mkdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { SCHEMAS } from '../../src/cli/backup/tables.ts'
import { SQL_DIR } from '../../src/entry/folders.ts'
import { openStorage } from '../../src/entry/storage.ts'
import { verifyBooks } from '../../src/flows/verify-books/index.ts'
import { silentLog } from '../../src/platform/log.ts'
import { migrate } from '../../src/platform/postgres/migrate.ts'
import { buy } from '../support/checkout-factories.ts'
import { signIn } from '../support/customer-sessions.ts'
import { announceFile, makeFile, PIXEL, putPart, putParts, reachable } from '../support/file-factories.ts'
import { LICENSE_CALLS } from '../support/license-key-factories.ts'
import { S3StandIn } from '../support/s3-stand-in.ts'
import { startTillOn, type TestTill } from '../support/till.ts'
import { expectTotalsToHold } from '../support/totals.ts'
import {
  backUp,
  closedShop,
  configOf,
  emptyDatabase,
  emptyDatabaseForThisTest,
  folderForThisTest,
  restore,
  type Source,
  schemaOf,
  tableSums,
} from './fixture.ts'

let source: Source
beforeAll(async () => {
  source = await closedShop()
})
afterAll(() => source.remove())

/** A Till on what was restored. */
async function restoredTill(): Promise<TestTill> {
  const database = await emptyDatabase()
  const config = configOf(database.url, await folderForThisTest())
  await restore(config, source.path)
  const till = await startTillOn(database, { storage: openStorage(config, silentLog) })
  onTestFinished(() => till.stop())
  return till
}

describe('what is restored', () => {
  it('is every row, column, index, constraint, trigger and sequence, also for an owner who is no superuser', async () => {
    const target = await emptyDatabaseForThisTest({ isManaged: true })
    await restore(configOf(target.url, await folderForThisTest()), source.path)
    const [sums, expected] = [await tableSums(target.sql), await tableSums(source.database.sql)]
    expect(sums).toEqual(expected)
    // Or the comparison would say little.
    expect(Object.values(expected).filter((sum) => !sum.startsWith('0 ')).length).toBeGreaterThan(30)
    expect(expected['sandbox.charges']).not.toMatch(/^0 /)
    expect(await schemaOf(target.sql)).toEqual(await schemaOf(source.database.sql))
  })

  it('is all that the migrations make', async () => {
    const rows = await source.database.sql<{ name: string }[]>`
      select distinct table_schema as name from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema') order by 1`
    expect(rows.map(({ name }) => name)).toEqual(SCHEMAS)
  })

  it('sells on: tokens, license keys, downloads and pictures work, the next sale is made, and the books are in order', async () => {
    const till = await restoredTill()
    const { shop, till: original } = source
    const seller = till.as(shop.token)
    expect((await till.as(original.ownerToken).get(`/v1/orders/${shop.order.id}`)).body).toEqual(
      await seller.must(seller.get(`/v1/orders/${shop.order.id}`)),
    )
    const asked = { key: shop.licenseKey.key, organization_id: shop.organization.id, activation_id: shop.activation.id }
    const validated = await till.anonymous.must(till.anonymous.post(`${LICENSE_CALLS}/validate`, asked))
    expect(validated.status).toBe('granted')
    const picture = await fetch(reachable(till, shop.media.public_url))
    expect(Buffer.from(await picture.arrayBuffer()).equals(PIXEL)).toBe(true)
    const order = await buy(till, shop.product.id, 'next@example.com')
    expect(order.status).toBe('paid')
    await till.owner.must(
      till.owner.post(`/v1/products/${shop.freebie.id}/benefits`, { benefits: [shop.downloadBenefit.id] }),
    )
    const { customer_id } = await buy(till, shop.freebie.id, 'next@example.com')
    const customer = await signIn(till, customer_id)
    const { items } = await customer.must(customer.get('/v1/customer-portal/downloadables/'))
    const link = await fetch(reachable(till, items[0].file.download.url), { redirect: 'manual' })
    const bytes = await fetch(reachable(till, link.headers.get('location') ?? ''))
    expect(await bytes.text()).toBe('a tape machine')
    await expectTotalsToHold(till)
    expect((await verifyBooks(till.sql)).violations).toEqual([])
  })

  it('goes on with an upload that was open, whose parts have to be sent again', async () => {
    const first = await restoredTill()
    const bytes = Buffer.from('a long tape, in parts')
    const file = await announceFile(first, source.shop.organization.id, bytes, {}, 10)
    expect((await putPart(first, file.upload.parts[0], bytes)).status).toBe(200)
    const folder = await folderForThisTest()
    const path = join(folder, 'open-upload.till')
    const [{ name } = { name: '' }] = await first.sql<{ name: string }[]>`select current_database() as name`
    const url = new URL(source.database.url)
    url.pathname = `/${name}`
    await backUp(configOf(url.href, folder), path, { withFiles: false })
    const database = await emptyDatabase()
    await restore(configOf(database.url, folder), path)
    const second = await startTillOn(database, { storage: openStorage(configOf(database.url, folder), silentLog) })
    onTestFinished(() => second.stop())
    const [{ id, path: place }, upload] = [file.upload, `/v1/files/${file.id}/uploaded`]
    const early = { id, path: place, parts: [{ number: 1, checksum_etag: 'x', checksum_sha256_base64: null }] }
    expect((await second.owner.post(upload, early)).status).toBe(422)
    const completed = await second.owner.post(upload, await putParts(second, file, bytes))
    expect([completed.status, completed.body.is_uploaded]).toEqual([200, true])
  })

  it('comes from before the newest migrations, and goes through them', async () => {
    const older = await emptyDatabaseForThisTest()
    const sqlDir = await folderForThisTest()
    await mkdir(join(sqlDir, 'functions'))
    await cp(join(SQL_DIR, 'migrations'), join(sqlDir, 'migrations'), {
      recursive: true,
      filter: (name) => !/00(?:[4-9]\d)_\w+\.sql$/.test(name),
    })
    await migrate(older.sql, sqlDir)
    const path = join(sqlDir, 'older.till')
    const contents = await backUp(configOf(older.url, sqlDir), path)
    expect(contents.header.migrations.at(-1)?.name).toBe('0039_open_uploads.sql')
    const target = await emptyDatabaseForThisTest()
    await restore(configOf(target.url, sqlDir), path)
    const made = (await schemaOf(target.sql)).filter((line) => !line.startsWith('sequence'))
    const expected = (await schemaOf(source.database.sql)).filter((line) => !line.startsWith('sequence'))
    expect(made).toEqual(expected)
  })

  it('leaves out a table that somebody else has put beside ours, and says so', async () => {
    const { sql } = source.database
    await sql`create table "My notes" (id serial primary key, note text)`
    await sql`insert into "My notes" (note) values ('remember the milk')`
    const path = join(await folderForThisTest(), 'with-notes.till')
    await backUp(source.config, path)
    await sql`drop table "My notes"`
    const target = await emptyDatabaseForThisTest()
    const said = await restore(configOf(target.url, await folderForThisTest()), path)
    expect(said).toContain('The table "public"."My notes" is not Till\'s, and is left out')
    expect(await tableSums(target.sql)).toEqual(await tableSums(sql))
  })
})

describe('the secret key', () => {
  it('is written into the data folder when the backup has it and no other is set', async () => {
    const target = await emptyDatabaseForThisTest()
    const folder = await folderForThisTest()
    const said = await restore(configOf(target.url, folder, { secretKey: null }), source.path)
    expect(said.join()).not.toContain('secret key')
    expect((await readFile(join(folder, 'secret.key'), 'utf8')).trim()).toBe(source.config.secretKey)
    expect((await stat(join(folder, 'secret.key'))).mode & 0o777).toBe(0o600)
  })

  it('is not in a backup that was not asked to have it, and a sentence says what the restored instance needs', async () => {
    const folder = await folderForThisTest()
    const path = join(folder, 'without.till')
    expect((await backUp(source.config, path)).header.secretKey).toBeNull()
    const target = await emptyDatabaseForThisTest()
    const said = await restore(configOf(target.url, folder, { secretKey: null }), path)
    expect(said.at(-1)).toMatch(/^The secret key is not in the backup: start with TILL_SECRET_KEY .*\.$/)
    await expect(stat(join(folder, 'secret.key'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('of somebody else is refused on both sides, before anything is written', async () => {
    const folder = await folderForThisTest()
    const other = { secretKey: 'another key than the one in the tests' }
    const refusedBackup = backUp({ ...source.config, ...other }, join(folder, 'no.till'), { withSecrets: true })
    await expect(refusedBackup).rejects.toThrow(/^The secret key of this database is neither in TILL_SECRET_KEY nor in/)
    const target = await emptyDatabaseForThisTest()
    const refused = restore(configOf(target.url, folder, other), source.path)
    await expect(refused).rejects.toThrow('The backup belongs to another secret key than TILL_SECRET_KEY.')
    expect(await target.tables()).toEqual([])
  })
})

describe('files', () => {
  it('can be left out, and a sentence says where they have to be', async () => {
    const folder = await folderForThisTest()
    const path = join(folder, 'without-files.till')
    expect(await backUp(source.config, path, { withFiles: false })).toMatchObject({ files: 0, fileBytes: 0 })
    const target = await emptyDatabaseForThisTest()
    const said = await restore(configOf(target.url, folder), path)
    expect(said.at(-1)).toBe(
      `Files are not in the backup: those of the old instance have to be in ${join(folder, 'files')}.`,
    )
  })

  it('move into a bucket, and stay there unless they are asked for', async () => {
    const standIn = new S3StandIn()
    const s3 = await standIn.start()
    onTestFinished(() => standIn.stop())
    const folder = await folderForThisTest()
    const target = await emptyDatabaseForThisTest()
    const inBucket = configOf(target.url, folder, { s3 })
    await restore(inBucket, source.path)
    expect([...standIn.objects.values()].map(String)).toContain('a tape machine')
    const without = await backUp(inBucket, join(folder, 'without.till'))
    expect([without.files, without.header.files]).toEqual([0, 'left out'])
    const withFiles = await backUp(inBucket, join(folder, 'with.till'), { withFiles: true })
    expect(withFiles.files).toBe(standIn.objects.size)
    const back = await emptyDatabaseForThisTest()
    await restore(configOf(back.url, await folderForThisTest()), join(folder, 'with.till'))
    expect(await tableSums(back.sql)).toEqual(await tableSums(source.database.sql))
  })

  it('that are lost or changed in the storage stop the backup with a sentence, and no file is left', async () => {
    const till = await restoredTill()
    const [row] = await till.sql<{ name: string }[]>`select current_database() as name`
    const url = new URL(source.database.url)
    url.pathname = `/${row?.name}`
    const folder = await folderForThisTest()
    await cp(join(source.config.dataDir, 'files'), join(folder, 'files'), { recursive: true })
    const { id, storage_version } = source.shop.download
    const blob = join(folder, 'files', id.slice(-2), id, storage_version)
    const path = join(folder, 'lost.till')
    await copyFile(source.path, blob)
    await expect(backUp(configOf(url.href, folder), path)).rejects.toThrow('are not those that were uploaded')
    await rm(blob)
    await expect(backUp(configOf(url.href, folder), path)).rejects.toThrow(`"tape-machine.zip" (${id}) are missing`)
    for (const name of [path, `${path}.partial`]) await expect(stat(name)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

describe('while a backup reads the files', () => {
  it('bytes of a file that is deleted stay until it has ended', async () => {
    const till = await restoredTill()
    const file = await makeFile(till, source.shop.organization.id)
    const connection = await till.sql.reserve()
    await connection`select pg_advisory_lock(7455109)`
    await till.owner.must(till.owner.delete(`/v1/files/${file.id}`))
    await new Promise((resolve) => setTimeout(resolve, 3000))
    const sweepsLeft = async () => {
      const [row] = await till.sql<{ left: number }[]>`select sweeps_left as left from files where id = ${file.id}`
      return row?.left
    }
    expect(await sweepsLeft()).toBe(2)
    await connection`select pg_advisory_unlock(7455109)`
    connection.release()
    await expect.poll(sweepsLeft, { timeout: 10_000 }).toBe(1)
  })
})
