import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../platform/config.ts'
import { baseUrlOf } from './base-url.ts'

const fileIn = (dataDir: string) => join(dataDir, 'address')

/** Several servers can run on one data folder, and stop in any order. */
const MOST = 5

/** Other commands on the same data folder can then name the server's address without being told its port again. */
export async function rememberAddress(dataDir: string, address: string): Promise<void> {
  const others = (await remembered(dataDir)).filter((other) => other !== address)
  const lines = [address, ...others].slice(0, MOST)
  // Nothing depends on it: a data folder that is not there, or cannot be written, is fine.
  await writeFile(fileIn(dataDir), lines.map((line) => `${line}\n`).join('')).catch(() => {})
}

/** What the settings say, or where the server of this data folder was last, or where it would be. */
export async function likelyAddress(config: Config, isPortGiven: boolean): Promise<string> {
  const [first = baseUrlOf(config)] = await knownAddresses(config, isPortGiven)
  return first
}

/** The same, and where else one was before, the newest first. */
export async function knownAddresses(config: Config, isPortGiven: boolean): Promise<readonly string[]> {
  if (config.baseUrl !== null || isPortGiven) return [baseUrlOf(config)]
  const known = await remembered(config.dataDir)
  return known.length > 0 ? known : [baseUrlOf(config)]
}

async function remembered(dataDir: string): Promise<string[]> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => '')
  return text.split('\n').filter((line) => line !== '')
}
