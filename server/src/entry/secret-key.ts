import { randomBytes } from 'node:crypto'
import { chmod, link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SecretBox } from '../kernel/secrets.ts'
import type { Config } from '../platform/config.ts'
import { makeFolders } from '../platform/make-folders.ts'
import type { Sql } from '../platform/postgres/pool.ts'
import { StartupProblem } from '../platform/startup-problem.ts'

const KNOWN_TEXT = 'till'

/** Seals under the settings' key, or under one that is made in the data folder; refuses a key that is not this database's. */
export async function openSecretBox(config: Config, sql: Sql): Promise<SecretBox> {
  const box = new SecretBox(config.secretKey ?? (await keyInFolder(config.dataDir)))
  const sealed = box.seal(KNOWN_TEXT)
  await sql`
    insert into instance (secret_key_check, created_at) values (${sealed}, ${new Date()}) on conflict do nothing`
  const [row] = await sql<{ secretKeyCheck: Uint8Array }[]>`select secret_key_check from instance`
  if (row && opens(box, row.secretKeyCheck)) return box
  const source = config.secretKey ? 'TILL_SECRET_KEY' : `the secret key in ${config.dataDir}`
  throw new StartupProblem(
    `This database was set up with another secret key than ${source}. Start with the key it was set up with, in TILL_SECRET_KEY or as the data folder's secret.key.`,
  )
}

function opens(box: SecretBox, sealed: Uint8Array): boolean {
  try {
    return box.open(sealed) === KNOWN_TEXT
  } catch {
    return false
  }
}

/** Made once, readable by its owner alone. Two processes that start at once end up with the same one. */
async function keyInFolder(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret.key')
  const existing = await readFile(path, 'utf8').catch(() => null)
  if (existing !== null) return existing.trim()
  const draft = `${path}.${process.pid}`
  try {
    makeFolders(dataDir)
    await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
    await chmod(draft, 0o600)
    // A link fails when the name is taken, so whoever is second reads the first one's key.
    await link(draft, path).catch(() => {})
    return (await readFile(path, 'utf8')).trim()
  } catch {
    throw new StartupProblem(`The data folder ${dataDir} cannot be written. Make it writable, or set TILL_DATA_DIR.`)
  } finally {
    await rm(draft, { force: true }).catch(() => {})
  }
}
