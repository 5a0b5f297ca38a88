import { existsSync, readdirSync } from 'node:fs'
import { SQL_DIR } from '../../entry/folders.ts'
import { isKeyOf, keyAtHand } from '../../entry/secret-key.ts'
import { filesFolder } from '../../entry/storage.ts'
import type { Config } from '../../platform/config.ts'
import type { Migration } from '../../platform/postgres/migrate.ts'
import { requireKnown } from '../../platform/postgres/replay.ts'
import { StartupProblem } from '../../platform/startup-problem.ts'
import type { Header } from './archive/format.ts'
import type { Contents } from './archive/walk.ts'

/** Everything that is known, and was refused where it had to be, before the first write. */
export interface RestorePlan {
  readonly config: Config
  readonly path: string
  readonly contents: Contents
  readonly migrations: readonly Migration[]
  /** The backup's secret key, when it has to be written into the data folder. */
  readonly newKey: string | null
  /** What the operator still has to do. */
  readonly remarks: readonly string[]
}

export async function planRestore(config: Config, path: string, contents: Contents): Promise<RestorePlan> {
  const { header } = contents
  const migrations = await requireKnown(`The backup ${path}`, SQL_DIR, header.migrations)
  const atHand = await keyAtHand(config)
  requireSameKey(config, atHand, header)
  requireNoFiles(config, contents)
  const newKey = atHand === null ? header.secretKey : null
  const isKeyMissing = header.secretKeyCheck !== null && atHand === null && newKey === null
  const remarks = [...(isKeyMissing ? [missingKey(config)] : []), ...missingFiles(config, header)]
  return { config, path, contents, migrations, newKey, remarks }
}

function requireSameKey({ secretKey, dataDir }: Config, atHand: string | null, { secretKeyCheck }: Header): void {
  if (atHand === null || secretKeyCheck === null || isKeyOf(atHand, Buffer.from(secretKeyCheck, 'hex'))) return
  const source = secretKey === null ? `the secret key in ${dataDir}` : 'TILL_SECRET_KEY'
  throw new StartupProblem(
    `The backup belongs to another secret key than ${source}. Use the key of the old instance, or none if the backup has it.`,
  )
}

/** What a restore cannot finish, it takes away again: so there must be nothing of anybody else's. */
function requireNoFiles(config: Config, { files }: Contents): void {
  const folder = filesFolder(config)
  if (config.s3 !== null || files === 0 || !existsSync(folder) || readdirSync(folder).length === 0) return
  throw new StartupProblem(
    `${folder} is not empty, perhaps because a restore was killed. Remove it, or restore into an empty data folder.`,
  )
}

function missingKey({ dataDir }: Config): string {
  return `The secret key is not in the backup: start with TILL_SECRET_KEY of the old instance, or with its secret.key in ${dataDir}.`
}

function missingFiles(config: Config, { files }: Header): string[] {
  if (files === 'included') return []
  const place = config.s3 === null ? filesFolder(config) : `the bucket ${config.s3.bucket}`
  return [`Files are not in the backup: those of the old instance have to be in ${place}.`]
}
