import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../test/support/till.ts'
import { readConfig } from '../platform/config.ts'
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
})
