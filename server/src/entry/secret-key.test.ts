import { mkdir, mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createDatabase, type TestDatabase } from '../../test/support/till.ts'
import { readConfig } from '../platform/config.ts'
import { StartupProblem } from '../platform/startup-problem.ts'
import { openSecretBox } from './secret-key.ts'

let database: TestDatabase
let dataDir: string
beforeAll(async () => {
  database = await createDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'till-secret-'))
})
afterAll(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true })
})

describe('the secret key', () => {
  it('is made in the data folder, once, and only its owner can read it', async () => {
    const config = readConfig({ TILL_DATA_DIR: dataDir })
    const [one, other] = await Promise.all([openSecretBox(config, database.sql), openSecretBox(config, database.sql)])
    expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600)
    expect(other.open(one.seal('a secret'))).toBe('a secret')
  })

  it('is refused when the database was set up with another one', async () => {
    const config = readConfig({ TILL_SECRET_KEY: 'another-secret-key-of-thirty-two-characters' })
    await expect(openSecretBox(config, database.sql)).rejects.toThrow('another secret key than TILL_SECRET_KEY')
  })

  it('is on the disk, with its name, before anything is sealed with it', async () => {
    const folder = await folderForThisTest()
    const file = await open(folder)
    const sync = vi.spyOn(Object.getPrototypeOf(file), 'sync')
    onTestFinished(() => sync.mockRestore())
    await file.close()
    const fresh = await createDatabase(1)
    onTestFinished(() => fresh.drop())
    await openSecretBox(readConfig({ TILL_DATA_DIR: folder }), fresh.sql)
    expect(sync).toHaveBeenCalledTimes(2)
    expect(await readdir(folder)).toEqual(['secret.key'])
  })

  it('is not made where the database has one already', async () => {
    const folder = await folderForThisTest()
    const config = readConfig({ TILL_DATA_DIR: folder })
    await expect(openSecretBox(config, database.sql)).rejects.toThrow(`there is none in ${folder}`)
    expect(await readdir(folder)).toEqual([])
  })

  it('is never replaced by a new one because it could not be read', async () => {
    const folder = await folderForThisTest()
    await mkdir(join(folder, 'secret.key'))
    const problem = await openSecretBox(readConfig({ TILL_DATA_DIR: folder }), database.sql).catch((error) => error)
    expect(problem).toBeInstanceOf(StartupProblem)
    expect(problem.message).toContain(`${join(folder, 'secret.key')} cannot be read`)
  })

  it.each(['', '\n', 'half of a key\n'])('is refused when a part of it is missing: %j', async (text) => {
    const folder = await folderForThisTest()
    await writeFile(join(folder, 'secret.key'), text)
    const problem = await openSecretBox(readConfig({ TILL_DATA_DIR: folder }), database.sql).catch((error) => error)
    expect(problem).toBeInstanceOf(StartupProblem)
    expect(problem.message).toContain('fewer than 32 characters')
  })
})

async function folderForThisTest(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'till-secret-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}
