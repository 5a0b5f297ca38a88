import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../platform/config.ts'
import { baseUrlOf } from './base-url.ts'

const fileIn = (dataDir: string) => join(dataDir, 'address')

/** Other commands on the same data folder can then name the server's address without being told its port again. */
export async function rememberAddress(dataDir: string, address: string): Promise<void> {
  // Nothing depends on it: a data folder that is not there, or cannot be written, is fine.
  await writeFile(fileIn(dataDir), `${address}\n`).catch(() => {})
}

/** What the settings say, or where the server of this data folder was last, or where it would be. */
export async function likelyAddress(config: Config, isPortGiven: boolean): Promise<string> {
  if (config.baseUrl !== null || isPortGiven) return baseUrlOf(config)
  const remembered = await readFile(fileIn(config.dataDir), 'utf8').catch(() => '')
  return remembered.trim() || baseUrlOf(config)
}
