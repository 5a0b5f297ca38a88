import { openStorage } from '../../entry/storage.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { FileStorage } from '../../modules/files/port.ts'
import type { Config } from '../../platform/config.ts'
import { silentLog } from '../../platform/log.ts'
import { StartupProblem } from '../../platform/startup-problem.ts'

/** The storage of files, for somebody at a terminal. */
export interface BackupStorage {
  readonly files: FileStorage
  /** A failure of the storage as a sentence, with the reason that callers of the API are not told; null for others. */
  explained(error: unknown): StartupProblem | null
}

export function openBackupStorage(config: Config): BackupStorage {
  let reason = 'no reason was given'
  const log = {
    ...silentLog,
    error(fields: { err?: unknown }) {
      if (fields.err instanceof Error) reason = fields.err.message
    },
  }
  const place = config.s3 === null ? config.dataDir : `the bucket ${config.s3.bucket}`
  return {
    files: openStorage(config, log),
    explained: (error) =>
      error instanceof Refusal ? new StartupProblem(`The storage of files in ${place} failed (${reason}).`) : null,
  }
}
