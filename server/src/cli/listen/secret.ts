import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isWellFormed, newSecret } from '../../kernel/secrets.ts'
import { makeFolders } from '../../platform/make-folders.ts'

/** The same each time, so that the program that is being written needs it once. Readable by its owner alone. */
export async function secretOfFolder(dataDir: string): Promise<string> {
  const path = join(dataDir, 'listen.secret')
  const kept = (await readFile(path, 'utf8').catch(() => '')).trim()
  if (isWellFormed('webhook', kept)) return kept
  const made = newSecret('webhook')
  try {
    makeFolders(dataDir)
    await writeFile(path, `${made}\n`, { mode: 0o600 })
  } catch {
    // It holds for this time: the secret is printed, and nothing else depends on it.
  }
  return made
}
