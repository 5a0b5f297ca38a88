import { randomBytes } from 'node:crypto'
import { chmod, link, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SecretBox } from '../kernel/secrets.ts'
import type { Config } from '../platform/config.ts'
import { makeFolders } from '../platform/make-folders.ts'
import type { Sql } from '../platform/postgres/pool.ts'
import { StartupProblem } from '../platform/startup-problem.ts'

const KNOWN_TEXT = 'till'
/** As for TILL_SECRET_KEY. */
const SHORTEST_KEY = 32

/** Seals under the settings' key, or under one that is made in the data folder; refuses a key that is not this database's. */
export async function openSecretBox(config: Config, sql: Sql): Promise<SecretBox> {
  await requireKeyOfOlder(config, sql)
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

/** A key that is made now cannot be that of a database that has one already. */
async function requireKeyOfOlder(config: Config, sql: Sql): Promise<void> {
  // In this order: whoever sets it up at this moment writes the key first.
  if ((await sql`select from instance`).length === 0 || (await keyAtHand(config)) !== null) return
  throw new StartupProblem(
    `This database was set up with a secret key, and there is none in ${config.dataDir}. Put it into TILL_SECRET_KEY, or there as secret.key.`,
  )
}

/** The key that a start would use; null when it would make one. */
export async function keyAtHand(config: Config): Promise<string | null> {
  return config.secretKey ?? (await readKey(keyFile(config.dataDir)))
}

/** Whether a database whose `instance` has this was set up with the key. */
export function isKeyOf(key: string, secretKeyCheck: Uint8Array): boolean {
  return opens(new SecretBox(key), secretKeyCheck)
}

const keyFile = (dataDir: string) => join(dataDir, 'secret.key')

function opens(box: SecretBox, sealed: Uint8Array): boolean {
  try {
    return box.open(sealed) === KNOWN_TEXT
  } catch {
    return false
  }
}

async function keyInFolder(dataDir: string): Promise<string> {
  const path = keyFile(dataDir)
  const key = (await readKey(path)) ?? (await keepKey(dataDir, randomBytes(32).toString('base64url')))
  if (key.length >= SHORTEST_KEY) return key
  throw new StartupProblem(
    `The secret key in ${path} has fewer than ${SHORTEST_KEY} characters, so a part of it was lost. Restore the file from a backup.`,
  )
}

/** Null only when there is none: a key that cannot be read is still the one that the data is sealed with. */
async function readKey(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    throw new StartupProblem(
      `The secret key in ${path} cannot be read (${code}). Let this account read it, or set TILL_DATA_DIR.`,
    )
  }
}

/** Written once, readable by its owner alone. Two processes that start at once end up with the same one. */
export async function keepKey(dataDir: string, key: string): Promise<string> {
  const path = keyFile(dataDir)
  const draft = `${path}.${process.pid}`
  try {
    makeFolders(dataDir)
    await writeFile(draft, `${key}\n`, { mode: 0o600 })
    await chmod(draft, 0o600)
    await sync(draft)
    // A link fails when the name is taken, so whoever is second reads the first one's key.
    await link(draft, path).catch(() => {})
    // Not every file system can do this with a folder.
    await sync(dataDir).catch(() => {})
    return (await readFile(path, 'utf8')).trim()
  } catch {
    throw new StartupProblem(`The data folder ${dataDir} cannot be written. Make it writable, or set TILL_DATA_DIR.`)
  } finally {
    await rm(draft, { force: true }).catch(() => {})
  }
}

/** Waits until it is on the disk: a power cut must not leave data behind that is sealed with a lost key. */
async function sync(path: string): Promise<void> {
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
