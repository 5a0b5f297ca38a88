import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type Account, giveTo } from './account.ts'

/**
 * Writes the file unless it exists, and returns what it holds in the end. The text is complete before it gets its
 * name, so of two processes that do this at once both return the same.
 */
export function writeOnce(file: string, text: string, owner: Account | null): string {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${text}\n`, { mode: 0o600 })
  try {
    giveTo(owner, draft)
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8').trim()
}
