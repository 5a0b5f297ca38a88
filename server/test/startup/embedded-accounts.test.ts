import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ask, asRoot, Workshop } from './embedded-fixture.ts'

// Every promise is checked for root and for an ordinary user: where they differ, the test says what each gets.

let shop: Workshop

beforeEach(() => {
  shop = new Workshop()
})
afterEach(() => shop.clear())

describe('an incomplete package', () => {
  test('missing links and x bits are mended in place', async () => {
    const packageFolder = shop.barePackage(shop.folder('npm'))
    const said: string[] = []
    const held = await shop.start(join(shop.root, 'data'), { packageFolder, say: (line) => said.push(line) })
    expect(await ask(held.url, 'select 1')).toBe(1)
    expect(said.join('\n')).not.toMatch(/Copying/)
  })

  test('where it cannot be mended, an ordinary user gets a copy in the data folder', async () => {
    const packageFolder = shop.barePackage(shop.folder('npm'))
    for (const path of ['native/bin', 'native/lib']) chmodSync(join(packageFolder, path), 0o555)
    const data = shop.giveAway(shop.folder('data'))
    const held = await shop.startChild(data, { as: 'ordinary user', packageFolder })
    expect(held.said).toContainEqual(expect.stringMatching(/^Copying Postgres to .*\/data\/postgres\/postgres-18/))
    expect(await ask(held.url, 'select 1')).toBe(1)
  })
})

describe('an ordinary user', () => {
  test('starts and stops in a folder of their own', async () => {
    const data = shop.giveAway(shop.folder('data'))
    const held = await shop.startChild(data, { as: 'ordinary user' })
    expect(held.said).toContain(`Creating the database in ${data}/postgres/cluster`)
    expect(held.attached).toBe(false)
    held.child.kill('SIGTERM')
    expect(await once(held.child, 'exit')).toEqual([0, null])
  })

  test('is told in one sentence that the data folder is not writable', async () => {
    const data = shop.giveAway(shop.folder('data', 0o555))
    const { problem } = await shop.startChild(data, { as: 'ordinary user' })
    expect(problem).toMatch(/^Till cannot write to its data folder .*permission denied.* to another folder\.$/)
  })

  test('keeps their instance when root has started it in between', async () => {
    const data = shop.giveAway(shop.folder('data'))
    const mine = await shop.startChild(data, { as: 'ordinary user' })
    mine.child.kill('SIGTERM')
    await once(mine.child, 'exit')
    await (await shop.start(data)).stop()
    expect(await shop.startChild(data, { as: 'ordinary user' })).toMatchObject({ attached: false, said: [] })
  })
})

describe('below a folder that only its owner can enter', () => {
  test('root puts the database and the programs where the server can read them; a user needs neither', async () => {
    const closed = shop.folder('closed', 0o700)
    const version = `18.0.0-test.${process.pid}`
    const packageFolder = shop.barePackage(closed, version)
    const copy = `/var/lib/till/postgres-${version}-${process.platform}-${process.arch}`
    shop.alsoRemove(copy)
    const data = join(closed, 'data')
    const said: string[] = []
    const first = await shop.start(data, { packageFolder, say: (line) => said.push(line) })
    await ask(first.url, 'create table kept as select 42 as answer')
    const place = asRoot ? shop.placeOutside(data) : join(data, 'postgres')
    const moved = [
      expect.stringMatching(
        `^The database goes to ${place}, because the account "\\w+" that runs it cannot enter ${data}$`,
      ),
      `Copying Postgres to ${copy}, because it cannot be run from ${packageFolder}`,
    ]
    expect(said).toEqual([...(asRoot ? moved : []), `Creating the database in ${place}/cluster`])
    expect(statSync(join(place, 'cluster')).uid === 0).toBe(false)
    expect(existsSync(copy)).toBe(asRoot)

    await first.stop()
    const second = await shop.start(data, { packageFolder })
    expect(await ask(second.url, 'select answer from kept')).toBe(42)
  })

  test('two data folders never share a database, not even a copy and its original', async () => {
    const closed = shop.folder('closed', 0o700)
    const [one, two] = [join(closed, 'one'), join(closed, 'two')]
    const first = await shop.start(one)
    const second = await shop.start(two)
    if (asRoot) expect(shop.placeOutside(one)).not.toBe(shop.placeOutside(two))
    expect(first.serverPid).not.toBe(second.serverPid)
    await first.stop()

    const copy = join(closed, 'copy')
    cpSync(one, copy, { recursive: true })
    const third = shop.start(copy)
    if (asRoot) await expect(third).rejects.toThrow(`${copy} is a copy of ${one}, whose database is in`)
    else expect((await third).attached).toBe(false)
  })
})
