import { join } from 'node:path'
import { folderStorage } from '../adapters/storage/folder/storage.ts'
import { s3Storage } from '../adapters/storage/s3/storage.ts'
import type { FileStorage } from '../modules/files/port.ts'
import type { Config } from '../platform/config.ts'
import type { Log } from '../platform/log.ts'

/** The bucket of the settings, or the data folder. Nothing is asked of either before the first file comes. */
export function openStorage(config: Config, log: Log): FileStorage {
  return config.s3 === null ? folderStorage(filesFolder(config), log) : s3Storage(config.s3, log)
}

export function filesFolder(config: Config): string {
  return join(config.dataDir, 'files')
}
